#!/usr/bin/env bash
# An unreadable message costs the question it came for, and no other, and its record is the same to the last byte with any
# number of matches at once, of workers, and over shards, with any fault of the bytes, and any bytes behind them in a frame.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
garbler=$SOLVENT_BUILD/tests/support/garbler

# play NAME WAY MATCHES OPTION...: the digest of a league
play() {
    cat >"$1.yaml" <<YAML
name: cup
seats: 3
deals: 4
seed: 5
sandbox: none
rules: {max_rounds: 40}
clock: {start_ms: 20000, decision_ms: 20000, strikes: 1000}
bots:
  - {name: garbler, command: [$garbler, $2, "60"], matches: $3}
  - {name: tiny, command: [$tiny], matches: 16}
  - {name: random, command: [$SOLVENT_BUILD/bots/random], matches: 16}
YAML
    rm -f "$1.db" "$1.db"-*
    "$solvent" league run "$1.yaml" --store "$1.db" "${@:4}" >"$1.out" 2>"$1.err" || die "$1: $(cat "$1.err")"
    digest "$1.db"
}

# share WAY MATCHES: the digest of the same league, played in two shards
share() {
    for shard in 1 2; do
        play "part$shard" "$1" "$2" --shard "$shard/2" >out
    done
    rm -f shared.db*
    "$solvent" league merge shared.db part1.db part2.db >out 2>err || die "$1: $(cat err)"
    digest shared.db
}

for way in junk long short cut type hello; do
    wanted=$(play one "$way" 1 -j 1)
    "$solvent" games one.db --format csv >one.csv
    malformed=$(python3 -c '
import csv, sys
print(sum(int(r["malformed"]) for r in csv.DictReader(open("one.csv")) if r["bot"] == "garbler"))')
    # Of a value that lies loose behind a good reply, in a frame of its own, no bot is the worse.
    [[ $way == short ]] || ((malformed > 10)) || die "$way: a poor test: $malformed malformed answers"
    for setup in ${long:+'8 1'} '64 2'; do
        read -r matches jobs <<<"$setup"
        [[ $(play other "$way" "$matches" -j "$jobs") == "$wanted" ]] || {
            "$solvent" games other.db --format csv | diff one.csv - | head -n 6
            die "$way: $matches matches at once, -j $jobs: another league"
        }
    done
    grep -q 'sends frames that cannot be read, with several matches running' other.err || die "$way: a poor test: nothing came while there were several: $(cat other.err)"
    expect 0 "$solvent" verify other.db
    if [[ $long || $way == junk ]]; then
        [[ $(share "$way" 16) == "$wanted" ]] || die "$way: in two shards: another league"
    fi
    echo "$way: $malformed malformed answers, the same with one match at once and with many"
done
