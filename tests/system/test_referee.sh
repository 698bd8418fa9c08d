#!/usr/bin/env bash
# A second referee, which shares nothing with the rules engine but docs/RULES.md, judges event logs: planted false ones, one and more
# for each numbered rule, are refused by that number, and games of many editions, switches, seats and bots are accepted.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"

needs_python yaml
export PYTHONDONTWRITEBYTECODE=1
referee=$(readlink -f -- "$(dirname -- "$0")/../referee/run")
cd "$work"
expect 0 "$referee" --table
grep -q 'false logs for [0-9]* rules, 0 failures' "$work/out" || die "the table: $(cat "$work/out")"
games=$((long ? 24 : 12)) scenes=$((long ? 60 : 30))
expect 0 "$referee" --games $games --scenes $scenes --seed ci --quick
grep -q "^$((games + scenes)) games, $((games + scenes)) as the rules say" "$work/out" || die "games: $(cat "$work/out")"

# The example of RULES 4.2: of the limits 45 and 48 the higher could only outbid its own 30.
PYTHONPATH=${referee%/*} python3 -c 'import auctions; assert auctions.settle(1, 30, {0: 45, 1: 48}, 10, int) == (0, 40)'

# A scene with two equal limits in a round, one of the bid that stands, which wins (4.3).
printf '%s\n' 'name: tie' 'extends: mega-2006' 'rules: {start_cash: 700, max_rounds: 3, auction: simultaneous, bus: white}' >tie.yaml
"$SOLVENT_BUILD/tests/referee/scene" tie.yaml 24210764581205 1 >tie.jsonl
expect 0 "$referee" -e tie.yaml tie.jsonl

# Made positions: the default of a debt when the bank has no houses (7.2), and bots that die in an open window. Those come first.
for scene in no_houses dead; do
    "$SOLVENT_BUILD/tests/referee/scene" classic $scene >$scene.jsonl
    expect 0 "$referee" -e classic --complete 0,1,2,3 $scene.jsonl
done
grep -q '"kind":"debt","answer":{"levels":\[{"space":1,"level":0},{"space":3,"level":0}\]' no_houses.jsonl || die "no_houses has no debt"
awk '/"verdict":"dead"|"type":"forfeit"/ { dead = dead $0 "\n"; next } { print } /"verdict":"ok"/ && ++given == 2 { printf "%s", dead }' \
    dead.jsonl >last.jsonl
expect 1 "$referee" -e classic --complete 0,1,2,3 last.jsonl
says 'rule 12\.7: found type answer, seat 2, .* expected type answer, seat 1'

# A log that breaks a rule is one line: game, event, rule, found, expected.
"$solvent" match -q -s referee -o game.svr "$tiny" "$tiny"
"$solvent" replay --format jsonl game.svr >game.jsonl
expect 0 "$referee" game.jsonl
sed '0,/"why":"price"/s/"amount":\([0-9]*\),"why":"price"/"amount":1\1,"why":"price"/' game.jsonl >false.jsonl
expect 1 "$referee" false.jsonl
grep -qE '^false\.jsonl#0: event [0-9]+: rule 3\.1: found .* amount 1[0-9]+, .* expected ' "$work/out" || { cat "$work/out"; die "the line of a breach"; }
