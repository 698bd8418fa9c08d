#!/usr/bin/env bash
# Leagues of every format that goes by results, with real bots: the same games to the byte with one worker and with two, in
# one go and killed again and again, and shards say what they wait for.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

cd "$work"
kills=${SOLVENT_KILLS:-3}
bots=
for i in 1 2 3 4 5 6 7 8 9; do
    program=(tiny random careful)
    bots+="  - {name: bot$i, command: [$SOLVENT_BUILD/bots/${program[i % 3]}], matches: 8}"$'\n'
done

# league FORMAT LINE...: writes FORMAT.yaml
league() {
    {
        printf '%s\n' "name: cup" "seats: 4" "seed: 77" "rules: {max_rounds: 30}" "sandbox: none" "format: $1" "${@:2}" "bots:"
        printf '%s' "$bots"
    } >"$1.yaml"
}

run() { "$solvent" league run "$@" >log 2>&1 || die "$(cat log)"; }

# same FORMAT GAMES: whatever the workers and kills
same() {
    local format=$1 games=$2 i
    run "$format.yaml" --store one.db -j 1
    run "$format.yaml" --store two.db -j 2
    for ((i = 0; i < kills; i++)); do
        "$solvent" league run "$format.yaml" --store killed.db -j 2 >log 2>&1 &
        sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
        kill -9 $! 2>/dev/null || true
        wait $! 2>/dev/null || true
    done
    run "$format.yaml" --store killed.db -j 2
    grep -q "^cup: $games of $games games" log || die "$format: not $games games: $(cat log)"
    [[ $(digest one.db) == "$(digest two.db)" ]] || die "$format: two workers play another league"
    [[ $(digest one.db) == "$(digest killed.db)" ]] || die "$format: kills make another league"
    expect 0 "$solvent" verify killed.db; tells 'as recorded'
    "$solvent" rank one.db
    rm -f ./*.db*
}

league swiss "rounds: 3" "deals: 2"
same swiss $((3 * 2 * 2 * 4)) # rounds, tables, deals, seatings
league knockout "deals: 2"
same knockout $((8 * 2 + 4 * 2 + 4 * 2)) # two tables put out four of nine; one of four puts out one of five; the final

# A test of a change ends when it is decided, and says so.
league sprt "sprt: {candidate: bot3, baseline: bot1, elo0: 0, elo1: 60}"
sed -i '/name: bot[5-9]/d; s/^seats: 4/seats: 3/' sprt.yaml
same sprt $((100 * 2 * 3)) | tee ranking
grep -q '^sprt: bot3 against bot1: better by more than the first limit after 100 deals' ranking || die "no decision"

# A shard plays what it can of a stage, and what comes next waits for all of it.
run swiss.yaml --store part1.db --shard 1/2
run swiss.yaml --store part2.db --shard 2/2
expect 0 "$solvent" league merge all.db part1.db part2.db
run swiss.yaml --store all.db
run swiss.yaml --store whole.db
[[ $(digest all.db) == "$(digest whole.db)" ]] || die "swiss: shards play another league"
