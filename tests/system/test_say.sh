#!/usr/bin/env bash
# Logs and notes of bots stand in the record beside their answers, is the same in every run, and changes nothing.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
talker=$SOLVENT_BUILD/tests/support/talker
cd -- "$work"

# game FILE TALKER-ARGUMENT...: the same match with a bot that says other things
game() {
    local file=$1
    shift
    "$solvent" match -s 5 --rule max_rounds=40 -o "$file" "talker=$talker $*" "$tiny" >out 2>err ||
        die "match: $(cat err)"
    "$solvent" verify "$file" >out 2>&1 || die "verify $file: $(cat out)"
    ! grep -q 'strike\|flood' err || die "talking was punished: $(cat err)"
}

game a.svr 1
game b.svr 1
cmp a.svr b.svr || die "two runs differ"
"$solvent" replay --format jsonl a.svr >a.jsonl
[ "$(grep -c '"type":"log"' a.jsonl)" -gt 20 ] || die "no logs: $(head -50 a.jsonl)"
# Before each answer of the bot one log and one note; before the first, those of match_start too.
awk '/"type":"log"/ { logs++; next }
    /"type":"note"/ { notes++; next }
    /"type":"answer","seat":0/ { want = ++answers == 1 ? 2 : 1; if (logs != want || notes != want) exit 1 }
    logs + notes > 0 && !/"type":"answer","seat":0/ { exit 1 }
    { logs = notes = 0 }
    END { if (answers < 20) exit 1 }' a.jsonl || die "what was said does not go with the answers"
grep -q '"text":"seat 0 of 2 at a table of \\"classic\\""' a.jsonl || die "match_start is not heard"
grep -q '"text":"manage in round [0-9]*,\\nwith [0-9]* in cash?"' a.jsonl || die "no manage"
! grep -q 'too late' a.jsonl || die "match_end is heard"
"$solvent" replay a.svr >a.txt
grep -q 'talker says: manage in round' a.txt || die "nothing in the text"
grep -q 'talker notes: worth = [0-9]' a.txt || die "no figure in the text"
"$solvent" replay --seat 1 --decisions a.svr >other.txt
! grep -q ' says: \| notes: ' other.txt || die "the other seat hears it"

# Three times as much, and far too much: the same game.
game c.svr 3
game d.svr 60 400
"$solvent" replay a.svr --diff c.svr >out || die "another game: $(cat out)"
"$solvent" replay a.svr --diff d.svr >out || die "another game: $(cat out)"
grep -q 'the same game' out || die "$(cat out)"
"$solvent" replay --format jsonl d.svr >d.jsonl
[ "$(grep -c '\[solvent\] more than 65536 bytes' d.jsonl)" = 1 ] || die "not one line about the budget"
[ "$(stat -c %s d.svr)" -lt 90000 ] || die "more is kept than the budget"

# Answers that stand in for others: the same game, and a class of their own.
game e.svr 1 0 3
"$solvent" match -s 5 --rule max_rounds=40 "talker=$talker 1 0 3" "$tiny" >out
grep -q '^place.* fallback' out || die "match does not count fallbacks: $(cat out)"
"$solvent" replay --format jsonl e.svr >e.jsonl
[ "$(grep -c '"verdict":"fallback"' e.jsonl)" -gt 5 ] || die "no fallbacks"
awk '/"key":"fallback"/ { marked = 1; next }
    /"type":"answer"/ { if (marked != /"verdict":"fallback"/) exit 1; marked = 0 }' e.jsonl || die "other answers are marked"
diff <(grep -v '"key":"fallback"' e.jsonl | sed 's/"n":[0-9]*//; s/"verdict":"fallback"/"verdict":"ok"/') \
    <(sed 's/"n":[0-9]*//' a.jsonl) || die "fallbacks change the game"
"$solvent" replay e.svr | grep 'talker answers manage; fallback; nothing' >/dev/null || die "the text does not tell"
"$solvent" replay --seat 0 --decisions --format jsonl e.svr | grep '"verdict":"fallback"' >/dev/null || die "--decisions do not tell"
[ "$(od -An -tu1 -j5 -N1 a.svr)$(od -An -tu1 -j5 -N1 e.svr)" = '   4   5' ] || die "another format than is due"

# Reference bots say their reasons when they are asked, and play the same game with them.
bots=$SOLVENT_BUILD/bots
"$solvent" match -s 5 -o quiet.svr "$bots/careful" "$bots/trader" "$bots/learner" "$bots/planner --futures 8" >out 2>err ||
    die "quiet: $(cat err)"
"$solvent" match -s 5 -o loud.svr "$bots/careful --explain" "$bots/trader --explain" "$bots/learner --explain" \
    "$bots/planner --explain --futures 8" >out 2>err || die "explained: $(cat err)"
"$solvent" verify quiet.svr loud.svr >out 2>&1 || die "verify: $(cat out)"
"$solvent" replay quiet.svr --diff loud.svr >out || die "reasons change the game: $(cat out)"
"$solvent" replay loud.svr >loud.txt
! "$solvent" replay quiet.svr | grep -q ' says: ' || die "reasons that nobody has asked for"
for reason in 'careful says: .*worth .* times its price to me' 'careful notes: worth in cash = [0-9]' \
    'trader says: .*gains me -\?[0-9]* in cash' 'learner says: .*: 0[.][0-9]* points to me by the value function; ' \
    'planner says: .*: 0[.][0-9]* points to me after [0-9]* futures; '; do
    grep -q "$reason" loud.txt || die "no reason like '$reason': $(grep ' says: ' loud.txt | head -20)"
done

# Many matches at once: the same records on any number of workers, frames of any length.
cat >talk.yaml <<EOF
name: talk
seats: 2
deals: 20
seed: 11
sandbox: none
rules: {max_rounds: 30}
bots:
  - {name: loud, command: ["$talker", "40", "450"], matches: 256}
  - {name: soft, command: ["$talker", "1", "0", "4"], matches: 256}
  - {name: tiny, command: ["$tiny"], matches: 256}
EOF
"$solvent" league run talk.yaml --store one.db >out 2>&1 || die "league: $(cat out)"
grep -q 'incidents: none' out || die "an honest talker was punished: $(cat out)"
"$solvent" league run talk.yaml --store two.db -j 2 >out 2>&1 || die "league: $(cat out)"
"$solvent" rank one.db >one.txt
"$solvent" rank two.db >two.txt
grep -q '^digest' one.txt || die "no digest: $(cat one.txt)"
cmp one.txt two.txt || die "another digest with two workers"
"$solvent" verify one.db >out 2>&1 || die "verify: $(cat out)"
"$solvent" rank one.db --format json >one.json
python3 - one.json one.db <<'END' || die "fallbacks are not counted"
import json, sqlite3, sys
rows = {row["bot"]: row for row in json.load(open(sys.argv[1]))["bots"]}
db = sqlite3.connect(sys.argv[2])
counted = db.execute("SELECT sum(answers), count(*) FROM fallbacks").fetchone()
assert rows["soft"]["fallback"] == counted[0] > 50 and rows["loud"]["fallback"] == rows["soft"]["incidents"] == 0, rows
games = db.execute("SELECT count(*) FROM seats WHERE bot = 1").fetchone()[0]
assert counted[1] <= games, counted
END
"$solvent" games one.db --format csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { sum[$at["bot"]] += $at["fallback"] } END { exit !(sum["soft"] > 50 && sum["loud"] + sum["tiny"] == 0) }' ||
    die "games do not tell of fallbacks"
for shard in 1 2; do
    "$solvent" league run talk.yaml --store "shard$shard.db" --shard "$shard/2" >out 2>&1 || die "shard: $(cat out)"
done
"$solvent" league merge whole.db shard1.db shard2.db >out 2>&1 || die "merge: $(cat out)"
"$solvent" rank whole.db >whole.txt
cmp one.txt whole.txt || die "another digest of shards"
"$solvent" verify whole.db >out 2>&1 || die "verify of shards: $(cat out)"
python3 -c 'import sqlite3; d = sqlite3.connect("whole.db"); d.execute("UPDATE fallbacks SET answers = answers + 1"); d.commit()'
! "$solvent" verify whole.db >out 2>&1 || die "a changed count is not found"
grep -q 'fallbacks: found [0-9]* of seat [01], which its game does not give' out || die "verify says: $(cat out)"
"$solvent" replay 'one.db#3' >game.txt
grep -q ' says: ' game.txt || die "nobody talks in a league"
