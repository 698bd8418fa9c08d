#!/usr/bin/env bash
# Output of bots is kept with the match that it was printed in, however many they hold at once, and shown.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
printer=$SOLVENT_BUILD/tests/support/printer
cd -- "$work"

# league NAME BOT...: plays NAME.yaml of these bots into NAME.db, with options from $options
options=
league() {
    local name=$1
    shift
    {
        printf 'name: %s\nseats: 2\ndeals: %s\nseed: 11\nsandbox: none\n' "$name" "${deals:-10}"
        printf 'clock: {decision_ms: 60000}\nrules: {max_rounds: %s}\nbots:\n' "${rounds:-20}"
        printf '  - %s\n' "$@"
    } >"$name.yaml"
    # shellcheck disable=SC2086
    timeout 300 "$solvent" league run "$name.yaml" --bot-logs - $options >out 2>err || die "league $name: $(cat out; tail -5 err)"
    ! grep -q $'\x1e' err || die "marks on stderr"
}

# all_its_own STORE LAST [STEP]: every seat's output is what its bot logged, line by line: a printer logs what it prints.
all_its_own() {
    local store=$1 n
    for ((n = 1; n <= $2; n += ${3:-1})); do
        "$solvent" replay "$store#$n" --format jsonl | grep '"type":"log"' |
            sed 's/.*"seat":\([0-9]\).*"text":"\(.*\)"}$/\1 \2/' | sort -s -k1,1 >logged || true
        "$solvent" replay "$store#$n" --printed |
            awk '/^seat / { seat = substr($2, 1, 1); next } { print seat, substr($0, 5) }' >printed
        diff logged printed >difference || die "match $n of $store: $(head -20 difference)"
        cat printed >>everything
    done
}

loud="{name: loud, command: [\"$printer\", late], matches: 256}"
soft="{name: soft, command: [\"$printer\"], matches: 256}"
quiet="{name: quiet, command: [\"$tiny\"], matches: 256}"
league many "$loud" "$soft" "$quiet"
all_its_own many.db 60
[ "$(wc -l <everything)" -gt 1000 ] || die "little was printed: $(wc -l <everything)"
[ "$(grep -c 'begins in seat' everything)" = 80 ] || die "not every match was begun"
! grep -q 'is over' everything || die "what is printed in match_end is too late"
[ "$(grep -c 'is over' err)" -gt 20 ] || die "what is printed in match_end is not passed on"
"$solvent" verify many.db >out 2>&1 || die "verify: $(cat out)"
options='-j 2 --store two.db' league many "$loud" "$soft" "$quiet"
all_its_own two.db 60 7

# A bot that prints no marks and holds one match at a time.
options='' league plain "{name: a, command: [/usr/bin/env, SOLVENT_OUTPUT=, \"$printer\"], matches: 1}" \
    "{name: b, command: [/usr/bin/env, SOLVENT_OUTPUT=, \"$printer\"], matches: 1}"
all_its_own plain.db 20 3
# With many matches the output belongs to none for sure: it is passed on, and kept only once one match is left.
league unknown "{name: a, command: [/usr/bin/env, SOLVENT_OUTPUT=, \"$printer\"], matches: 64}" \
    "{name: b, command: [\"$printer\"], matches: 64}"
for ((n = 1; n <= 20; n++)); do
    "$solvent" replay "unknown.db#$n" --printed | grep ', a: nothing was printed' || true
done >out
[ "$(grep -c . out)" -gt 10 ] || die "kept without a mark: $(cat out)"
grep -q 'begins in seat' err || die "not passed on"

# Two shards, merged.
options='--shard 1/2 --store 1.db' league many "$loud" "$soft" "$quiet"
options='--shard 2/2 --store 2.db' league many "$loud" "$soft" "$quiet"
"$solvent" league merge merged.db 1.db 2.db >out 2>&1 || die "merge: $(cat out)"
all_its_own merged.db 60 7

# Silent bots leave nothing in the store.
league silent "$quiet" "{name: still, command: [\"$tiny\"]}"
! grep -q outputs silent.db || die "a table for nothing"
"$solvent" replay 'silent.db#1' --printed >out || die "status $?"
[ "$(cat out)" = $'seat 0, quiet: nothing was printed\nseat 1, still: nothing was printed' ] || die "$(cat out)"

# Very much: the ends are kept, the match goes on.
deals=2 rounds=5 league much "{name: much, command: [\"$printer\", much], matches: 64}" "$quiet"
grep -q 'incidents: none' out || die "printing was punished: $(cat out)"
"$solvent" replay 'much.db#1' --printed --seat 0 >text
[ "$(stat -c %s text)" -lt 20000 ] || die "more is kept than the ends"
[ "$(sed -n 2p text)" = "$(grep -m1 'begins in seat' text)" ] || die "the beginning is missing: $(head -5 text)"
grep -q '^    \[solvent\] [0-9]* bytes left out here$' text || die "no word of what was left out"
tail -1 text | grep -q 'line       1023$' || die "the end is missing: $(tail -3 text)"
[ "$(grep -o '^    match  *[0-9]*: l' text | sort -u | wc -l)" = 1 ] || die "another match's lines"
# Endless output costs only the bot itself.
deals=2 rounds=5 league flood "{name: flood, command: [\"$printer\", flood], matches: 64}" "$soft" "$quiet"
grep -q 'incidents: none' out || die "the flood harmed somebody: $(cat out)"
[ "$(stat -c %s flood.db)" -lt 1000000 ] || die "the store is flooded"
"$solvent" replay 'flood.db#1' --printed >text
grep -q 'begins in seat' text || die "the other bot's lines are lost: $(head text)"

# Output passed on ends with limits.output_mb, once said, in the log of all processes of a bot together and on stderr;
# output kept with the matches doesn't.
sed -i 's/^sandbox: none/&\nlimits: {output_mb: 1}/' flood.yaml
for jobs in 1 2; do
    expect 0 "$solvent" league run flood.yaml -j $jobs --store capped$jobs.db --bot-logs logs$jobs
    cat logs$jobs/flood*.log >log
    (($(stat -c %s log) <= (1 << 20) + 100)) || die "-j $jobs: $(stat -c %s log) bytes in the log"
    [[ $(grep -cxF '[solvent] 1 MiB were printed (limits.output_mb): the rest is dropped' log) == 1 ]] ||
        die "-j $jobs: not one line of the cap: $(grep -a solvent log)"
    grep -q 'begins in seat' logs$jobs/soft.log || die "-j $jobs: the other's log: $(ls logs$jobs)"
done
"$solvent" replay 'capped1.db#1' --printed >text
grep -q 'begins in seat' text || die "nothing is kept with the match"
expect 0 "$solvent" league run flood.yaml --store capped.db --bot-logs -
(($(grep -c '^\[flood\]' "$work/err") * 8 <= 1 << 20)) || die "more on stderr: $(grep -c . "$work/err") lines"
[[ $(grep -c '^\[flood\] \[solvent\] 1 MiB were printed' "$work/err") == 1 ]] || die "stderr says nothing of it"
# Neither way is a control character passed on.
cat >escapes.yaml <<YAML
name: escapes
seats: 2
deals: 2
rules: {max_rounds: 3}
sandbox: none
bots:
  - {name: esc, command: [sh, -c, 'printf "\\033]0;x\\007\\033[2J\\r\\010\\302\\233\\377 seen\\n"; exec "\$0"', "$tiny"]}
  - {name: quiet, command: ["$tiny"]}
YAML
expect 0 "$solvent" league run escapes.yaml --bot-logs logs --store escapes1.db
expect 0 "$solvent" league run escapes.yaml --store escapes2.db --bot-logs -
grep -qx '?\]0;x??\[2J????? seen' logs/esc.log || die "the log: $(cat -v logs/esc.log)"
grep -qx '\[esc\] ?\]0;x??\[2J????? seen' err || die "stderr: $(cat -v err)"

# A crash among many matches: the report names the match that it was printed for, and its output ends with it.
league crash "{name: me, command: [\"$printer\", crash], matches: 64}" "$quiet"
report=$(grep -m1 ", asked '" out) || die "no report: $(cat out)"
command=$(sed -n 's/^    solvent replay \(.* --printed\)$/\1/p' out)
[ -n "$command" ] || die "no command: $(cat out)"
match=${command#*#} match=${match%% *}
[[ $report == *" of match $match" ]] || die "another match: $report, $command"
# shellcheck disable=SC2086
"$solvent" replay $command >text || die "the command does not work"
grep -v '^    it was killed' text | tail -1 | grep -q '^    match [0-9]*: I die$' || die "not its last words: $(tail -3 text)"
# Which match ends a process that holds many depends on the load of the machine. That one is taken up by a process of its
# own and dies there again; another that was held dies once. Output of matches led through again is not kept twice.
dead_twice=0
for ((n = 1; n <= 20; n++)); do
    "$solvent" replay "crash.db#$n" --printed >text
    deaths=$(grep -c '^    match [0-9]*: I die$' text) || continue
    [ "$(grep -c '^    it was killed by SIGABRT, asked ' text)" = "$deaths" ] || die "match $n: it is not told how it was lost: $(cat text)"
    [ "$(sed -n '/^seat .*, me:/,/^seat .*, quiet:/p' text | grep -o '^    match [0-9]*' | sort -u | wc -l)" = 1 ] || die "match $n: another match's lines: $(cat text)"
    # Only the question at which it was lost is answered, and printed for, twice.
    awk '/I die|killed/ { next } /another process resumes/ { last = before; lost = 1; next }
        seen[$0]++ && !(lost && $0 == last) { print } { lost = 0; before = $0 }' text >twice
    [ ! -s twice ] || die "match $n: lines twice: $(cat twice text)"
    ((deaths == 2)) || continue
    dead_twice=$((dead_twice + 1))
    grep -qx '    \[solvent\] the process is lost; another process resumes the match' text || die "match $n: a loss is not told: $(cat text)"
done
((dead_twice > 0)) || die "no match died twice: $(cat out)"
grep -q '      | match [0-9]*: I die' out || die "no last words in the summary: $(cat out)"

# Without a store all output is passed on, without marks.
"$solvent" match -s 5 --rule max_rounds=20 -o game.svr "$printer" "$tiny" >out 2>err || die "match: $(cat err)"
grep -q 'begins in seat 0' err || die "nothing passed on"
! grep -q $'\x1e' err || die "marks on stderr"

# refused WORDS...: one line, status 2
refused() {
    local status=0
    "$solvent" replay "$@" >out 2>err || status=$?
    ((status == 2)) || die "replay $*: status $status"
    [ "$(grep -c . err)" = 1 ] || die "replay $*: $(cat err)"
}
refused game.svr --printed
grep -q "found 'game.svr', expected STORE.db#N" err || die "$(cat err)"
refused 'many.db#61' --printed
grep -q 'found no game 61' err || die "$(cat err)"
refused 'many.db#1' --printed --seat 2
refused 'nothing.db#1' --printed
refused 'many.db#1' --printed --decisions
refused 'many.db#1' --printed --drive 0 -- "$tiny"
