#!/usr/bin/env bash
# An operator's work before, during and after a league: init, check, status; how it goes on; where logs are.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
pid=
trap 'if [[ $pid ]]; then kill -KILL $pid 2>/dev/null || true; fi; rm -rf -- "$work"' EXIT
cd "$work"
umask 022
bots=$SOLVENT_BUILD/bots
support=$SOLVENT_BUILD/tests/support

# json CODE: what the last expected command has printed, as `it`.
json() { python3 -c "import json; it = json.load(open('$work/out')); $1" || { cat out; die "not so: $1"; }; }

# ---- init --------------------------------------------------------------------------------------

expect 0 "$solvent" league init cup.yaml "$bots/tiny" "'x, y'=$bots/careful" "$bots/tiny --strange"
says '^cup.yaml: a league of 3 bots. Next: solvent league check cup.yaml$'
before=$(<cup.yaml)
expect 2 "$solvent" league init cup.yaml "$bots/tiny" "$bots/careful"
one_line
warns "^solvent league init: found 'cup.yaml', which exists"
[[ $(<cup.yaml) == "$before" ]] || die "it was overwritten"
expect 0 "$solvent" league init "$bots/tiny" "$bots/careful" --format json
json 'assert it == {"file": "league.yaml", "bots": 2}'
for wrong in "" "$bots/tiny" "$bots/tiny ./nothing" "$bots/tiny me@" "$bots/tiny me@tcp://nonsense"; do
    # shellcheck disable=SC2086
    expect 2 "$solvent" league init wrong.yaml $wrong
    one_line
    [[ ! -e wrong.yaml ]] || die "a file for: $wrong"
done
expect 3 "$solvent" league init nowhere/cup.yaml "$bots/tiny" "$bots/careful"
one_line
# In another folder paths mean the same.
mkdir elsewhere
cp "$bots/tiny" ./mine
expect 0 "$solvent" league init elsewhere/cup.yaml ./mine "$bots/careful"
expect 0 "$solvent" league check elsewhere/cup.yaml --seed 1 --seconds 0 -q

mkdir s01 s02
cp "$bots/tiny" s01/bot
cp "$bots/careful" s02/bot
expect 0 "$solvent" league init folders.yaml s*/bot
grep -q '{name: s01, command: .*s01/bot' folders.yaml && grep -q '{name: s02, ' folders.yaml || die "not named by folder: $(cat folders.yaml)"

# ---- check -------------------------------------------------------------------------------------

sed -i 's/, "--strange"//; s/^#rules: {}/rules: {max_rounds: 30}/' cup.yaml
sed -i 's/matches: 1}/matches: 16}/; s/^#deals: 25 /deals: 7 /' cup.yaml
expect 0 "$solvent" league check cup.yaml --seed 1 --seconds 1
says '^cup: round_robin, edition classic, 3 bots, 3 at a table$'
says '^would be played: 21 games; 1 table, 7 deals, each with 3 games'
says '^how long: about .* games/s'
says '^disk: about .*B a game$'
[[ $(grep -c ' fine$' out) == 3 ]] || { cat out; die "not all fine"; }
[[ ! -e cup.db && ! -e cup.logs ]] || die "a trial leaves something"
expect 0 "$solvent" league check cup.yaml --seed 1 --seconds 1 --format json -q
json 'assert it["games"] == 21 and it["games_per_deal"] == 3 and it["games_per_s"] > 0 and it["bytes"] > 21000'
json 'assert all(b["fine"] and b["start_ms"] > 0 and b["says_matches"] >= 16 for b in it["bots"])'

# The estimate contains the starts of bots, for all batches of a night: each stage in every lane.
cat >night.yaml <<YAML
format: ladder
seats: 2
budget: {games: 40}
sandbox: none
rules: {max_rounds: 20}
bots:
  - {name: a, command: [sh, -c, "sleep 0.1; exec $tiny"], matches: 8}
  - {name: b, command: [sh, -c, "sleep 0.1; exec $tiny"], matches: 8}
YAML
expect 0 "$solvent" league check night.yaml --seed 1 --seconds 1 --format json -q
json 'assert it["games"] == 40 and it["batches"] >= 4 and it["seconds"] > 0.1 * it["batches"] + 40 / it["games_per_s"], it'

cat >bad.yaml <<YAML
seats: 2
rules: {max_rounds: 30}
clock: {start_ms: 2000}
bots:
  - {name: tiny, command: ["$tiny"], matches: 8}
  - {name: crasher, command: ["$support/crasher", "2"]}
  - {name: typo, command: [sh, -c, "echo cannot load the model; exit 7"]}
  - {name: crook, command: ["$support/crook", illegal]}
YAML
expect 1 "$solvent" league check bad.yaml --seed 1 --seconds 1
says '^cannot play: crasher, typo, crook; what follows is for the others$'
says '^would be played: nothing; too few bots can play for format: round_robin with seats: 2$'
# Bots that cannot even be started are named too, and the estimate is for a league of the others.
cat bad.yaml - >worse.yaml <<YAML
  - {name: gone, command: [./gone]}
  - {name: keyless, command: ["$tiny"], secrets: {KEY: "file:nokey"}}
  - {name: careful, command: ["$bots/careful"], matches: 8}
YAML
expect 2 "$solvent" league check worse.yaml --seed 1 --seconds 1
warns "worse.yaml:9: bots\[4\].command: found './gone', expected the program of bot 'gone'"
warns "worse.yaml:10: bots\[5\].secrets.KEY: found no file"
warns 'worse.yaml: 5 of 7 bots are not fine$'
says '^cannot play: crasher, typo, crook, gone, keyless; what follows is for the others$'
says '^would be played: 50 games; 1 table, 25 deals, each with 2 games'
says '^how long: about .* games/s'
says '^gone .* not tried, see above$'
says '^typo .* does not start$'
says '^careful .* fine$'
expect 2 "$solvent" league check worse.yaml --seed 1 --seconds 1 --format json -q
json 'assert it["games"] == 50 and it["cannot_play"] == 5 and it["games_per_s"] > 0'
json 'assert [b["bot"] for b in it["bots"] if not b["cannot_play"]] == ["tiny", "careful"]'
# Every mistake in the file is one line, and none follows from another.
cat >wrong.yaml <<YAML
name: wr/ong
edition: clasic
rules: {max_rounds: many, maxrounds: 3, salary: 100}
seats: 12
deels: 3
budget: {games: x, hours: 3}
clock: {decision_ms: -1, bank: 3}
limits: {memory_mb: lots}
sandbox: yes
bots:
  - {name: a, comand: [tiny]}
  - {name: a, command: tiny --fast, matches: 0}
  - {name: b, command: [./none], env: {PATH: x, TWO: [1], GOOD: 1}, secrets: {K: file:nokey, L: abc}}
  - {name: c, command: [tiny], tags: {Email: x, email: y}, status: gone}
  - {command: [tiny]}
  - 7
format: lader
YAML
expect 2 "$solvent" league check wrong.yaml
sed -E 's/^solvent league check: wrong.yaml:([0-9]+: [^:]*):.*/\1/' err | sort -n >lines
sort -n <<'END' | diff - lines || die "other mistakes than there are: $(cat err)"
1: name
2: edition
3: rules.max_rounds
3: rules
4: seats
5: key
6: budget
6: budget.games
7: clock
7: clock.decision_ms
8: limits.memory_mb
9: sandbox
11: bots[0]
12: bots[1].name
12: bots[1].command
12: bots[1].matches
13: bots[2].env
13: bots[2].env.TWO
13: bots[2].secrets.L
13: bots[2].command
13: bots[2].secrets.K
14: bots[3].tags
14: bots[3].status
15: bots[4].name
16: bots[5]
17: format
END
expect 2 "$solvent" league run wrong.yaml
one_line
expect 1 "$solvent" league check bad.yaml --seed 1 --seconds 0
says '^tiny .* fine$'
says '^crasher .*dead'
says '^typo .* does not start$'
says '^crook .*illegal'
says '^    | cannot load the model$'
says "^  crasher .*asked 'buy'"
warns 'bad.yaml: 3 of 4 bots are not fine$'
# Under one seed the short matches are the same again.
[[ $("$solvent" league check bad.yaml --seed x --seconds 0 -q 2>/dev/null | grep -c ' fine') == 1 ]] || die "not one is fine under seed x"
expect 1 "$solvent" league check bad.yaml --seed 1 --seconds 0 -q --format json
json 'assert [b["fine"] for b in it["bots"]] == [True, False, False, False]'
json 'assert "cannot load the model" in it["bots"][2]["printed"]'

cat >remote.yaml <<YAML
seats: 2
bots:
  - {name: tiny, command: ["$tiny"]}
  - {name: far, endpoint: "ipc://$work/far"}
YAML
expect 1 timeout 60 "$solvent" league check remote.yaml --wait 1 --seconds 1
says '^far .* has not come$'
for wrong in "" nowhere.yaml "cup.yaml bad.yaml" "cup.yaml --jobs 0"; do
    # shellcheck disable=SC2086
    expect 2 "$solvent" league check $wrong
    one_line
done
# Planning that goes by results is counted as if results were by lot.
{ sed 's/^deals: 7.*/deals: 2/' cup.yaml && printf '  - {name: %s, command: ["%s"]}\n' d "$tiny" e "$tiny" f "$tiny"; } >swiss.yaml
sed -i 's/^#format: round_robin/format: swiss/; s/^#seats: 3/seats: 3/' swiss.yaml
expect 0 "$solvent" league check swiss.yaml --seed 1 --seconds 0
says '^would be played: about 60 games, as results decide; at first 2 tables'

# ---- status, and going on ----------------------------------------------------------------------

cat >long.yaml <<YAML
name: long
seats: 2
deals: 100000
seed: 5
rules: {max_rounds: 40}
sandbox: none
bots:
  - {name: one, command: ["$tiny"], matches: 4}
  - {name: two, command: ["$support/printer"], matches: 4}
YAML
"$solvent" league run long.yaml -j 1 --store "a store.db" >run.out 2>run.err &
pid=$!
until "$solvent" league status "a store.db" 2>/dev/null | grep -q 'running, [1-9]'; do
    kill -0 $pid || { cat run.err; die "it has ended"; }
    sleep 0.1
done
for _ in 1 2 3 4 5; do # looking on disturbs no game
    expect 0 "$solvent" league status "a store.db"
    says '^long: running, [0-9]* of 200000 games (0%), .* games/s'
    says '^   1  '
done
expect 0 "$solvent" league status "a store.db" --format json
json 'assert it["state"] == "running" and it["seconds_left"] is None and it["last_run"]["ended"] == "running"'
json 'assert it["planned"] == 200000 and sum(b["games"] for b in it["ranking"]) == 2 * it["games"] > 0'
expect 3 "$solvent" league run long.yaml --store "a store.db"
warns 'another process is writing this store'
kill -INT $pid
status=0
wait $pid || status=$?
pid=
[[ $status == 1 ]] || die "status $status after an interrupt"
resume=$(sed -n 's/^solvent league run: stopped, [0-9]* games are left; to go on: //p' run.err)
[[ $resume == *"league run long.yaml -j 1 --store 'a store.db'" ]] || { cat run.err; die "no command to go on"; }
expect 0 "$solvent" league status "a store.db"
says '^long: stopped, '
says '^the last run was stopped '
tells "to go on: $resume"
games=$("$solvent" league status "a store.db" --format json | python3 -c 'import json, sys; print(json.load(sys.stdin)["games"])')

# The command goes on, as it stands. ETA and pace are the run's; the games left are the league's.
eval "exec $resume" >run.out 2>run.err &
pid=$!
goes_on() {
    "$solvent" league status "a store.db" --format json 2>/dev/null >out &&
        python3 -c 'import json; it = json.load(open("out")); exit(it["state"] != "running" or it["last_run"]["games"] < 50)'
}
until goes_on; do
    kill -0 $pid || { cat run.err; die "it has ended"; }
    sleep 0.1
done
json "r = it['last_run']; assert it['games'] == $games + r['games']"
json 'assert it["seconds_left"] is None # 5% are not finished'
kill -KILL $pid
wait $pid 2>/dev/null || true
pid=
expect 0 "$solvent" league status "a store.db"
says '^the last run was killed '
tells "to go on: "

# A run that is over, a store without a run, no store.
sed 's/deals: 100000/deals: 2/; s/^name: long/name: short/' long.yaml >short.yaml
expect 0 "$solvent" league run short.yaml -q
[[ ! -s err && ! -s out ]] || { cat out err; die "not quiet"; }
# With -q the command tells news all the same, and nothing else.
cat >noisy.yaml <<YAML
seats: 2
deals: 2
seed: 3
sandbox: none
rules: {max_rounds: 20}
bots:
  - {name: tiny, command: ["$tiny"]}
  - {name: crook, command: ["$support/crook", illegal, "3"]}
YAML
expect 0 "$solvent" league run noisy.yaml -q --no-trial
says '^noisy: incidents of this run (more: solvent league status noisy.db)$'
says '^  crook: [0-9]* illegal'
[[ $(wc -l <out) == 2 ]] || { cat out; die "more than what is new"; }
expect 0 "$solvent" league run noisy.yaml -q --no-trial
[[ ! -s out ]] || { cat out; die "what was new before is told again"; }
expect 0 "$solvent" league status short.db
says '^short: done, 4 of 4 games (100%)$'
python3 -c "import sqlite3; sqlite3.connect('short.db', isolation_level=None).execute('DROP TABLE runs')"
expect 0 "$solvent" league status short.db
says '^short: done, 4 of 4 games (100%)$'
expect 0 "$solvent" verify short.db
expect 2 "$solvent" league status nowhere.db
one_line
expect 2 "$solvent" league status
one_line

# ---- logs --------------------------------------------------------------------------------------
modes() { stat -c '%a' "$@" | paste -sd ' '; }
[[ $(modes short.logs short.logs/two.log) == '700 600' ]] || die "logs that others can read: $(modes short.logs short.logs/two.log)"
grep -q 'begins in seat' short.logs/two.log || die "no log of what was printed: $(ls short.logs)"
[[ ! -e short.logs/one.log ]] || die "a log of a bot that printed nothing"
rm -rf short.db short.logs
expect 0 "$solvent" league run short.yaml --bot-logs -
warns '^\[two\] .*begins in seat'
[[ ! -e short.logs ]] || die "a folder for nothing"
rm short.db
expect 0 "$solvent" league run short.yaml
warns '^solvent league run: what bots print goes to short.logs$'
! grep -q '^\[two\]' err || die "on stderr as well"
# Those of an older version are closed, too; not a folder with other files.
chmod 755 short.logs
chmod 644 short.logs/two.log
mkdir -m 755 shared && touch shared/notes
rm short.db
expect 0 "$solvent" league run short.yaml
[[ $(modes short.logs short.logs/two.log) == '700 600' ]] || die "older logs stay open: $(modes short.logs short.logs/two.log)"
rm short.db
expect 0 "$solvent" league run short.yaml --bot-logs shared
[[ $(modes shared shared/notes shared/two.log) == '755 644 600' ]] || die "not the logs alone are closed: $(modes shared/*)"
# Run after run they do not grow without end.
sed -i 's/^sandbox: none/&\nlimits: {output_mb: 1}/; s/printer"/printer", flood/' short.yaml
for i in 1 2 3; do
    rm -f short.db
    expect 0 "$solvent" league run short.yaml
done
(($(du -sk short.logs | cut -f1) <= 3 * 1100)) || { ls -l short.logs; die "logs grow without end"; }

# A season: what one run plays; and a bot that does not.
cat >season.yaml <<YAML
format: ladder
seats: 2
rules: {max_rounds: 30}
budget: {games: 40}
bots:
  - {name: one, command: ["$tiny"], matches: 8}
  - {name: two, command: ["$tiny"], matches: 8}
  - {name: gone, command: [sh, -c, "exit 7"], status: withdrawn, reason: left}
YAML
expect 0 "$solvent" league check season.yaml --seed 1 --seconds 1
says '^would be played: 40 games in each run (budget), 2 games to a deal'
says '^gone .* does not play$'
expect 0 "$solvent" league run season.yaml -q --store season.db
expect 0 "$solvent" league status season.db
says '^[a-z]*: done, 40 of 40 games'
