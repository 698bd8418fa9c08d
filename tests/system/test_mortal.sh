#!/usr/bin/env bash
# A bot's process that dies costs the match that it dies in if it plays nothing else, and no other. The rest goes on where it
# was, with processes that are led to it; so all games are, to the last byte, what they are without deaths, with any number of
# workers and of matches at once, after kills and over shards.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

# Fewer games of each kind but in the long suite, and fewer yet under sanitizers.
setups=('64 1' '8 3') always=('process 1' 'start') deals=20
((!long)) || setups+=('1 1' '8 8') always+=('process 2') deals=40
((!sanitized)) || setups=('8 3') always=('process 1') deals=10

cd "$work"
mortal=$SOLVENT_BUILD/tests/support/mortal

# league NAME MATCHES HOW...: writes NAME.yaml, where the mortal bot holds MATCHES matches at once
league() {
    cat >"$1.yaml" <<YAML
name: cup
seats: 3
deals: 8
seed: 5
sandbox: none
rules: {max_rounds: 40}
clock: {start_ms: 20000}
bots:
  - {name: mortal, command: [$mortal, $(printf '%s, ' "${@:3}")], matches: $2}
  - {name: tiny, command: [$tiny], matches: 16}
  - {name: random, command: [$SOLVENT_BUILD/bots/random], matches: 16}
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 16}
YAML
}

# play NAME STORE OPTION...: its digest
play() {
    rm -f "$2" "$2"-*
    "$solvent" league run "$1.yaml" --no-trial --store "$2" "${@:3}" >"$2.out" 2>"$2.err" || die "$1: $(cat "$2.err")"
    digest "$2"
}

# games STORE: each game's number, its replay, and the bot that has forfeited, if one has
games() {
    python3 - "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for number, replay in db.execute("SELECT number, hex(replay_hash) FROM matches ORDER BY number"):
    out = [str(b) for b, in db.execute("SELECT bot FROM seats WHERE number = ? AND forfeited", (number,))]
    print(number, replay[:16], ",".join(out) or "-")
PY
}
deaths() { grep -c "bot 'mortal' was killed by SIGKILL" "$1" || true; }

league never 8 never
wanted=$(play never never.db -j 1)
games never.db >never.games
[[ $(wc -l <never.games) == 96 && $(grep -c -- '-$' never.games) == 96 ]] || die "the league without deaths has $(wc -l <never.games) games"

# Deaths that no match is the reason of cost nothing: no match alone has enough decisions.
for setup in "${setups[@]}"; do
    read -r matches jobs <<<"$setup"
    league process "$matches" process 150
    [[ $(play process process.db -j "$jobs") == "$wanted" ]] ||
        die "-j $jobs, $matches at once: processes that die make another league: $(diff never.games <(games process.db) | head -n 6)"
    (($(deaths process.db.err) > 0)) || die "nobody died with -j $jobs, $matches at once"
done
grep -q 'match.* it was playing go.* on, each with a process of its own' process.db.err || die "it is not told what becomes of the others: $(cat process.db.err)"
grep -q '^[0-9]* processes of bots lost in this run: mortal [0-9]*$' process.db.out || die "it is not told: $(cat process.db.out)"
died=$(deaths process.db.err)
lost=$(sed -n 's/^  mortal: \([0-9]*\) processes lost$/\1/p' process.db.out)
[[ $lost && $lost -ge $died ]] || die "$died died, and the summary says: $(cat process.db.out)"
grep -q "^    was killed by SIGKILL, asked '.*' in seat [0-2], decision [0-9]* of match [0-9]*; .* match.* it was playing go" process.db.out || die "no reason: $(cat process.db.out)"
expect 0 "$solvent" league status process.db --format json
tells "\"processes_lost\":$lost"
expect 0 "$solvent" league status process.db
tells "  mortal: $lost processes lost"
# shellcheck disable=SC2046
expect 0 "$solvent" replay $(sed -n 's/^    solvent replay \(process.db#.*\)$/\1/p' process.db.out | head -n 1) --printed
tells 'it was killed by SIGKILL, asked'
expect 0 "$solvent" report process.db --out report.html
grep -q '"game":[0-9]*,"seat":[0-2],"went_on":true,"report":"' report.html || die "the report says nothing of it"
expect 0 "$solvent" verify process.db
echo "died of what they had played before: $(deaths process.db.err) processes, the same 96 games"

# A death that a match is the reason of costs this match.
league match 8 match 250
wanted=$(play match match.db -j 1)
games match.db >match.games
lost=$(grep -c ' 0$' match.games || true)
((lost > 2 && lost < 90)) || die "a poor test: $lost games are lost"
[[ $(grep -vc ' [0-]$' match.games) == 0 ]] || die "others forfeit, too"
[[ $(diff never.games match.games | grep -c '^>') == "$lost" ]] || die "games differ that are not lost"
for setup in ${long:+'1 2'} '64 2'; do
    read -r matches jobs <<<"$setup"
    league other "$matches" match 250
    [[ $(play other other.db -j "$jobs") == "$wanted" ]] || die "-j $jobs, $matches at once: $(diff match.games <(games other.db))"
done
expect 0 "$solvent" verify match.db
expect 0 "$solvent" league status match.db
tells "$lost of 72 games forfeited"
for shard in 1 2 3 4; do
    "$solvent" league run match.yaml --store "part$shard.db" --shard "$shard/4" >log 2>&1 || die "$(cat log)"
done
"$solvent" league merge all.db part?.db >log 2>&1 || die "$(cat log)"
[[ $(digest all.db) == "$wanted" ]] || die "over shards: $(diff match.games <(games all.db))"
echo "died of the match: $lost of 72 games lost, and no other is another"

# The arbiter is killed, and goes on.
rm -f killed.db*
for ((n = 0; ; n++)); do
    "$solvent" league run match.yaml --no-trial --store killed.db -j 2 >log 2>&1 &
    running=$!
    ((n < (long ? 6 : 3))) && { sleep "0.$((1 + RANDOM % 4))"; kill -KILL "$running" 2>/dev/null || true; }
    status=0
    wait "$running" 2>/dev/null || status=$?
    ((status == 137)) || break
done
((status == 0)) || die "$(cat log)"
[[ $(digest killed.db) == "$wanted" ]] || die "after $n kills: $(diff match.games <(games killed.db))"

# One that dies in every match loses all of them, and that has an end; a soon one when it never answers anything.
for how in "${always[@]}"; do
    said='has answered nothing in its 20 matches and is stopped'
    [[ $how != 'process 2' ]] || said="'status: withdrawn' in the league file ends that"
    # shellcheck disable=SC2086
    league always 8 $how
    wanted=$(play always always.db -j 1)
    grep -q '72 of 72 games forfeited' always.db.out || die "$how: $(cat always.db.out)"
    grep -q "$said" always.db.err || die "$how: nobody is told: $(cat always.db.err)"
    for setup in '64 2'; do
        read -r matches jobs <<<"$setup"
        # shellcheck disable=SC2086
        league always "$matches" $how
        [[ $(play always other.db -j "$jobs") == "$wanted" ]] || die "$how: -j $jobs, $matches at once: $(diff <(games always.db) <(games other.db))"
    done
done
echo "died in every match: 72 of 72 games lost"

# An answer counts when its bot is gone before anybody has read it: the match is lost at the next question.
league part 8 never
sed -i "s|command: .*never.*\]|command: [$SOLVENT_BUILD/tests/support/crook, part, 2]|" part.yaml
for setup in '-j 1' '-j 1' '-j 2'; do
    # shellcheck disable=SC2086
    play part part.db $setup >/dev/null
    grep -q '72 of 72 games forfeited' part.db.out || die "$setup: $(cat part.db.out)"
    ok=$(python3 -c "import sqlite3; print(sqlite3.connect('part.db').execute(\"SELECT min(ok), max(ok) FROM seats JOIN bots USING (bot) WHERE name = 'mortal'\").fetchone())")
    [[ $ok == '(3, 3)' ]] || die "$setup: of three answers count $ok"
done
echo "three answers and gone: all three count"

# Killed from outside, now and then: nothing is lost.
league slow 8 never
sed -i "s/^deals: 8/deals: $deals/" slow.yaml
wanted=$(play slow slow.db -j 2)
rm -f shot.db*
"$solvent" league run slow.yaml --no-trial --store shot.db -j 2 >log 2>shot.err &
running=$!
shots=0
for ((i = 0; i < 400 && shots < 5; i++)); do
    for victim in $(ps -o pid=,args= --ppid "$(pgrep -d, -P "$running" || echo 1)" 2>/dev/null | awk -v m="$mortal" '$2 == m { print $1 }') \
        $(ps -o pid=,args= --ppid "$running" | awk -v m="$mortal" '$2 == m { print $1 }'); do
        if kill -KILL "$victim" 2>/dev/null; then shots=$((shots + 1)) && sleep 0.3; break; fi
    done
    sleep 0.02
done
wait "$running" || die "$(cat shot.err)"
((shots > 0)) || die "the bot was not met"
lost=$(games shot.db | grep -vc -- '-$' || true)
echo "$shots processes killed from outside: $lost games lost"
((lost > 0)) || [[ $(digest shot.db) == "$wanted" ]] || die "shots make another league"
