#!/usr/bin/env bash
# A bot that crashes: how, where and its last words are told, in a match and by the summary of a league.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
crasher=$SOLVENT_BUILD/tests/support/crasher
cd -- "$work"
sqlite() { python3 -c 'import sqlite3, sys; [print(*row) for row in sqlite3.connect("fails.db").execute(sys.argv[1])]' "$1"; }

"$solvent" match -s 5 --rule max_rounds=40 -o game.svr "$tiny" "crasher=$crasher 3" >out 2>err ||
    die "match: $(cat err)"
grep -q "bot 'crasher' was killed by SIGABRT, asked 'buy' in seat 1, decision [0-9]* \[" err || die "$(cat err)"
[ "$(grep -c 'looks good' err)" = 3 ] || die "what it prints is not passed on: $(cat err)"
"$solvent" verify game.svr >/dev/null || die "the record does not verify"
# The decision is the one at which its seat forfeits.
decision=$(sed -n "s/.*'buy' in seat 1, decision \([0-9]*\) .*/\1/p" err)
"$solvent" replay --format jsonl game.svr >events
[ "$(grep -n '"type":"answer"' events | sed -n "${decision}p" | grep -c '"seat":1.*"verdict":"dead"')" = 1 ] ||
    die "decision $decision is another: $(grep '"type":"answer"' events | sed -n "${decision}p")"
! grep -q 'cannot go on' events || die "its last words are in the hashed record"

"$solvent" match -s 5 --rule max_rounds=40 --bot-logs logs "$tiny" "crasher=$crasher 3" >out 2>err ||
    die "match: $(cat err)"
grep -q 'cannot go on' logs/crasher.log || die "not in its log"
! grep -q 'cannot go on' err || die "on stderr, in spite of --bot-logs"

cat >crash.yaml <<EOF
name: crash
seats: 2
deals: 2
seed: 11
sandbox: none
rules: {max_rounds: 30}
bots:
  - {name: crasher, command: ["$crasher"]}
  - {name: tiny, command: ["$tiny"], matches: 64}
EOF
"$solvent" league run --no-trial crash.yaml >out 2>err || die "league: $(cat err)"
grep -q "^    was killed by SIGABRT, asked 'buy' in seat [01], decision [0-9]* of match 1$" out || die "$(cat out)"
grep -qF '      | crasher: cannot go on?[1m' out || die "no last words: $(cat out)"
replay=$(sed -n 's/^    solvent replay \(crash.db#[0-9]* --seat [01]\)$/\1/p' out)
[ -n "$replay" ] || die "no command: $(cat out)"
# shellcheck disable=SC2086
"$solvent" replay $replay >text || die "the command does not work"
grep -q 'crasher forfeits' text || die "it shows another game"
"$solvent" verify crash.db >/dev/null || die "the store does not verify"

# Crashes in two shards, merged: the figures come from the merged store alone.
sed 's/^deals: 2/deals: 1/' crash.yaml >two.yaml
"$solvent" league run --no-trial two.yaml --store one.db --shard 1/2 >out 2>err || die "shard 1: $(cat err)"
"$solvent" league run --no-trial two.yaml --store two.db --shard 2/2 >out 2>err || die "shard 2: $(cat err)"
"$solvent" league merge both.db one.db two.db >out 2>err || die "merge: $(cat err)"
"$solvent" league run --no-trial two.yaml --store both.db >out 2>err || die "after the merge: $(cat err)"
grep -q 'nothing was left to play' out || die "the merged store has holes: $(cat out)"
grep -qF '      | crasher: cannot go on?[1m' out || die "no last words after the merge: $(cat out)"

# A bot whose processes end before they say hello, from the fifth on: reason and last words, though it is in no game.
cat >fails.sh <<EOF
#!/bin/sh
echo >>"$work/starts"
if [ "\$(wc -l <"$work/starts")" -gt 4 ]; then
    echo 'found no model.bin' >&2
    exit 3
fi
exec "$crasher" 3
EOF
chmod +x fails.sh
cat >fails.yaml <<EOF
name: fails
seats: 2
deals: 20
seed: 11
sandbox: none
rules: {max_rounds: 30}
bots:
  - {name: fails, command: [./fails.sh]}
  - {name: tiny, command: ["$tiny"], matches: 64}
EOF
"$solvent" league run --no-trial fails.yaml -j 1 >out 2>err || die "league: $(cat err)"
[ "$(sqlite "SELECT count(*) FROM losses WHERE number = 0 AND report LIKE 'exited with status 3 before it said hello%found no model.bin%'")" -ge 3 ] ||
    die "$(sqlite "SELECT * FROM losses")"
