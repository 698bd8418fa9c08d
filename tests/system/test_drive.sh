#!/usr/bin/env bash
# A recorded game asked again of live bots: the same bot, one with a changed line, a crash, a new game from there.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
careful=$SOLVENT_BUILD/bots/careful
trader=$SOLVENT_BUILD/bots/trader
spender=$SOLVENT_BUILD/tests/support/spender # tiny with one line changed
crook=$SOLVENT_BUILD/tests/support/crook
cd "$work"

seed=1
play() { "$solvent" match -s "$seed" -o "$1" "${@:2}" >/dev/null 2>&1; }

play game.svr "me=$tiny" "$careful" "$trader"
play spent.svr "me=$spender" "$careful" "$trader"

# Every bot answers as it did.
expect 0 "$solvent" replay game.svr --drive 0 -- "$tiny"
grep -Eq '^seat 0, me: [0-9]{3,} answers as recorded, 0 not$' out || die "$(cat out)"
expect 0 "$solvent" replay game.svr --drive 1 -- "$careful"
expect 0 "$solvent" replay --drive 2 game.svr "$trader"
expect 0 "$solvent" replay game.svr --drive 0 --from 500 -- "$tiny"

# The changed line is found where the two games part.
expect 1 "$solvent" replay game.svr --diff spent.svr
parted=$(sed -n '1s/^the first difference is event \([0-9]*\).*/\1/p' out)
expect 1 "$solvent" replay game.svr --drive 0 --stop -- "$spender"
grep -q "^decision [0-9]*, event $parted, round [0-9]*, turn [0-9]*, seat 0: me: manage" out ||
    die "not event $parted: $(cat out)"
grep -q '^    recorded: ' out && grep -q '^    live:     ' out || die "$(cat out)"
grep -q ', 1 not$' out || die "it did not stop: $(cat out)"
decision=$(sed -n '1s/^decision \([0-9]*\),.*/\1/p' out)
expect 1 "$solvent" replay game.svr --drive 0 --from "$decision" --stop -- "$spender"
grep -q "^decision $decision, " out || die "not from $decision on: $(cat out)"
expect 1 "$solvent" replay game.svr --drive 0 -- "$spender"
(($(grep -c '^decision ' out) > 1)) || die "it did not go on: $(cat out)"

# Nothing changes: the same file, with bots in no other seat and in all of them.
expect 0 "$solvent" replay game.svr --drive 0 --what-if 1 -o new.svr -- "$tiny"
cmp game.svr new.svr
expect 0 "$solvent" replay game.svr --drive 0 --what-if 200 -o new.svr "--seat-bot=1=$careful" "--seat-bot=2=$trader" -- "$tiny"
cmp game.svr new.svr
grep -q '^the new game is the recorded one, byte for byte$' out || die "$(cat out)"

# The other bot in the seat gives the other game, from the start and from where they part.
for from in 1 "$decision"; do
    expect 1 "$solvent" replay game.svr --drive 0 --what-if "$from" -o new.svr \
        "--seat-bot=1=$careful" "--seat-bot=2=$trader" -- "$spender"
    says "^the new game is another from decision $decision on$"
    expect 0 "$solvent" replay spent.svr --diff new.svr
    grep -q "^what if    from decision $decision on, seat 0 by .*spender, seat 1 by .*careful, seat 2 by .*trader\$" <("$solvent" replay new.svr) ||
        die "no word of who answered: $("$solvent" replay new.svr | head -8)"
    "$solvent" replay new.svr --format jsonl >events
    head -1 events | grep -q "\"what_if\":\"from decision $decision on, seat 0 by " || die "no word of it in jsonl"
    expect 0 "$solvent" verify new.svr
done
# Others without a bot play defaults then: another game again, and a sound one.
expect 1 "$solvent" replay game.svr --drive 0 --what-if "$decision" -o new.svr -- "$spender"
! cmp -s spent.svr new.svr || die "defaults play like the bots"
expect 0 "$solvent" verify new.svr

# Logs and notes of a bot count in the events, and are kept.
talker=$SOLVENT_BUILD/tests/support/talker
play talk.svr "me=$careful" "$talker" "$tiny"
expect 0 "$solvent" replay talk.svr --drive 1 --what-if 1 -o new.svr -- "$talker"
cmp talk.svr new.svr
expect 1 "$solvent" replay talk.svr --drive 0 --stop -- "$tiny"
event=$(sed -n '1s/^decision [0-9]*, event \([0-9]*\),.*/\1/p' out)
"$solvent" replay --format jsonl talk.svr >events
sed -n "$((event + 1))p" events | grep -q '"type":"answer","seat":0,' || die "event $event is no answer of seat 0"
# From where the games part, the record has the live bots' logs, as if this game had been played so at once, even
# if they are far too long. (Under this seed the changed line tells at this table.)
seed=5
for much in 1 "60 400"; do
    play calm.svr "me=$tiny" "$trader" "$talker $much"
    play rash.svr "me=$spender" "$trader" "$talker $much"
    expect 1 "$solvent" replay calm.svr --drive 0 --what-if 1 -o new.svr "--seat-bot=1=$trader" \
        "--seat-bot=2=$talker $much" -- "$spender"
    expect 0 "$solvent" replay rash.svr --diff new.svr # another game, or other remarks than those of one that is played, would differ
done
[ "$("$solvent" replay --format jsonl new.svr | grep -c '\[solvent\] more than 65536 bytes')" = 1 ] || die "no budget"
# Without a bot in its seat that seat has no more logs.
play calm.svr "me=$tiny" "$trader" "$talker"
expect 1 "$solvent" replay calm.svr --drive 0 --what-if 1 -o new.svr -- "$spender"
"$solvent" replay --format jsonl new.svr >events
parted=$(sed -n '1s/^decision [0-9]*, event \([0-9]*\),.*/\1/p' out)
grep -q '"type":"log"' < <(head -n "$parted" events) || die "nothing is said before the games part"
! grep -q '"type":"log"' < <(tail -n "+$((parted + 1))" events) || die "somebody talks in an empty seat"

# A crash: it is asked the question that killed it, and dies again; a bot without the fault plays on.
play crash.svr "me=$crook crash 5" "$careful"
expect 3 "$solvent" replay crash.svr --drive 0 -- "$crook" crash 5
grep -q 'the bot of seat 0 was killed by SIGSEGV; asked in round .*: [a-z]' err || die "$(cat err)"
expect 0 "$solvent" replay crash.svr --drive 0 -- "$crook" honest
grep -q 'recorded: dead, so the default: ' out || die "$(cat out)"
expect 0 "$solvent" replay crash.svr --drive 0 --what-if 1 -o new.svr "--seat-bot=1=$careful" -- "$crook" honest
expect 0 "$solvent" verify new.svr

# A bot that connects by itself.
timeout 300 "$solvent" replay game.svr --drive 0 --listen "ipc://$work/door" >out 2>err &
waiting=$!
# Another client that connects leaves the place open. A socket that exists may not be listened at yet.
wreck() {
    SOLVENT_ENDPOINT="ipc://$work/door" "$SOLVENT_BUILD/tests/support/wrecker" "$1" >wrecked 2>&1 || true
    ! grep -q 'cannot connect' wrecked
}
for crime in signature hello-escape hello-claim; do
    wait_for wreck "$crime" || die "$crime: $(cat wrecked)"
done
"$tiny" --connect "ipc://$work/door" || die "the bot ended with $?"
wait "$waiting" || die "status $?: $(cat out err)"
grep -q ', 0 not$' out || die "$(cat out)"
[ "$(grep -c 'refused a connection to .*: its hello is not accepted: ' err)" = 2 ] || die "$(cat err)"

# Refused uses.
expect 2 "$solvent" replay game.svr --drive 5 -- "$tiny"
expect 2 "$solvent" replay game.svr --drive 0
expect 2 "$solvent" replay game.svr --drive 0 --at 5 -- "$tiny"
expect 2 "$solvent" replay game.svr --drive 0 --from 1000000 -- "$tiny"
expect 2 "$solvent" replay game.svr --drive 0 --what-if 5 -- "$tiny"
expect 2 "$solvent" replay game.svr --from 5
expect 2 "$solvent" replay nowhere.svr --drive 0 -- "$tiny"
expect 3 "$solvent" replay game.svr --drive 0 -- ./nowhere
expect 3 "$solvent" replay game.svr --drive 0 -- "$crook" exit-at-once

# Output of bots carries their names, but for the one that has the terminal, as a debugger may want it.
play game.svr "me=$tiny" "'neigh bour'=$careful" "$trader"
cat >loud <<SH
#!/bin/sh
echo "my first line"
exec "$careful"
SH
chmod +x loud
expect 0 "$solvent" replay game.svr --drive 0 --what-if 1 -o new.svr "--seat-bot=1=./loud" -- "$tiny"
warns '^\[neigh bour\] my first line$'
cmp game.svr new.svr
# Far more than a pipe holds, and no end of line: nothing waits for anybody.
cat >flood <<SH
#!/bin/sh
head -c 3000000 /dev/zero | tr '\\0' x
exec "$careful"
SH
chmod +x flood
expect 0 timeout 100 "$solvent" replay game.svr --drive 0 --what-if 1 -o new.svr "--seat-bot=1=./flood" -- "$tiny"
! grep -v '^\[neigh bour\] xx*$' err | grep -q x || die "a line without a name: $(grep -v '^\[neigh' err | head -c 300)"

# An answer that was not taken is kept, and it is answers that are compared: the same bot gives the same wrong ones, a mended bot
# gives others, though the verdicts of then are gone either way.
blunderer=$SOLVENT_BUILD/tests/support/blunderer
seed=5
play wrong.svr "me=$blunderer bid" "$careful" "$trader"
expect 0 "$solvent" replay wrong.svr --drive 0 -- "$blunderer" bid
grep -Eq '^seat 0, me: [0-9]+ answers as recorded, 0 not; 2 of those as recorded were not taken$' out || die "$(cat out)"
expect 1 "$solvent" replay wrong.svr --drive 0 -- "$blunderer" none
grep -Eq '^    recorded: (bid )?\$?[0-9]+.*: illegal \(the bid of \$[0-9]+ is above the highest, \$[0-9]+ \(rule 4\.2\)\), so the default: ' out || die "$(cat out)"
expect 0 "$solvent" replay wrong.svr --drive 0 --what-if 1 -o new.svr "--seat-bot=1=$careful" "--seat-bot=2=$trader" -- "$blunderer" bid
cmp wrong.svr new.svr || die "what was not taken is another"
expect 0 "$solvent" verify wrong.svr
"$solvent" replay --decisions --seat 0 wrong.svr >text
grep -Eq "me's answer to bid is illegal: the bid of .* is above the highest, .* \(rule 4\.2\); " text || die "$(cat text)"

# A game that was not played so cannot stand in a store as one of its league.
cat >cup.yaml <<YAML
name: cup
seats: 2
deals: 1
seed: 5
rules: {max_rounds: 40}
bots:
  - {name: me, command: ["$tiny"]}
  - {name: careful, command: ["$careful"]}
YAML
expect 0 "$solvent" league run cup.yaml --store cup.db -q
expect 1 "$solvent" replay cup.db#1 --drive 0 --what-if 1 -o new.svr --seat-bot=1="$careful" -- "$trader"
expect 0 "$solvent" league run cup.yaml --store shard.db -q
python3 - <<'PYTHON'
import sqlite3
with sqlite3.connect("shard.db") as db:
    with open("new.svr", "rb") as file:
        db.execute("UPDATE replays SET svr = ? WHERE number = 1", (file.read(),))
PYTHON
expect 1 "$solvent" verify shard.db
says "^shard.db#1: replay: found a game that the bots did not play: from decision [0-9]* on, seat 0 by "
expect 0 "$solvent" league merge whole.db cup.db
sqlite3_delete() { python3 -c 'import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    for table in ("matches", "seats", "replays", "timings"): db.execute(f"DELETE FROM {table} WHERE number = 1")' "$1"; }
sqlite3_delete whole.db
status=0
"$solvent" league merge whole.db shard.db >out 2>err || status=$?
[[ $status != 0 ]] || die "a game that was not played so is merged"
warns "match 1: found a game that its bots did not play: from decision"
