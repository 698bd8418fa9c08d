#!/usr/bin/env bash
# Limits that hold whatever a bot does: its start, its thinking in a match, the run of a league.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

crook=$SOLVENT_BUILD/tests/support/crook
cd "$work"

# A bot that says no hello is given up; `start_ms` is how long that takes.
cat >start.yaml <<YAML
name: start
seats: 2
deals: 1
clock: {start_ms: 300}
bots: [{name: mute, command: [$crook, no-hello]}, {name: tiny, command: [$tiny]}]
YAML
began=$(date +%s%N)
expect 0 "$solvent" league run start.yaml --no-trial
warns "bot 'mute' has not said hello within 300 ms"
(($(date +%s%N) - began < 8000000000)) || die "start_ms: 300 was not kept"

# Never late, and always slow: the seat forfeits when its time for the match is used up.
cat >slow.yaml <<YAML
name: slow
seats: 2
deals: 1
rules: {max_rounds: 200}
limits: {match_s: 1}
bots: [{name: snail, command: [$crook, slow, "0", "90"]}, {name: tiny, command: [$tiny]}]
YAML
expect 0 "$solvent" league run slow.yaml
warns "bot 'snail' has thought for 1 s in a match and forfeits its seat"
says 'snail: .*2 overtime, 2 of 2 games forfeited'
expect 0 "$solvent" verify slow.db
expect 0 "$solvent" replay slow.db#1 --format jsonl
[[ $(grep -c '"verdict":"overtime"' "$work/out") == 1 ]] || die "the record does not say once why"
expect 0 "$solvent" games slow.db --incidents --wide
says 'snail: .*1 overtime, forfeited'

# A league ends when its time is over; the same command plays on until it is done.
cat >long.yaml <<YAML
name: long
seats: 2
deals: 12
rules: {max_rounds: 4}
limits: {league_s: 1}
bots: [{name: snail, command: [$crook, slow, "0", "20"]}, {name: tiny, command: [$tiny]}]
YAML
runs=0
while ! "$solvent" league run long.yaml >out 2>err; do
    grep -q 'stopped after 1 s (limits.league_s), [0-9]* games are left; to go on: .* league run ' err || die "$(cat err)"
    ((++runs < 60)) || die "it does not come to an end"
done
((runs > 0)) || die "24 games of a slow bot fitted into a second"
expect 0 "$solvent" verify long.db
[[ $("$solvent" rank long.db --format csv | column games | head -n 1) == 24 ]] || die "not 24 games"

# Time that the machine takes is not charged: with one processor for arbiter, bots and sixteen that never rest, no bot is late
# that would not be alone. A bot that spins itself is late all the same.
[[ -r /proc/self/schedstat ]] || { echo "this kernel does not tell who waits for a processor: not tested"; exit 0; }
cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
cat >load.yaml <<YAML
name: load
seats: 2
deals: 200
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
rules: {max_rounds: 20}
clock: {decision_ms: 30, bank_ms: 0, strikes: 1000000}
limits: {league_s: 5}
bots: [{name: a, command: [$SOLVENT_BUILD/bots/careful]}, {name: b, command: [$SOLVENT_BUILD/bots/trader]}]
YAML
for ((i = 0; i < 16; i++)); do
    taskset -c "$cpu" timeout 8 sh -c 'while :; do :; done' &
done
taskset -c "$cpu" "$solvent" league run load.yaml >out 2>err || true
grep -q 'incidents: none' out || die "late for what the machine took: $(cat out err)"
sed 's/name: load/name: spin/; s/strikes: 1000000/strikes: 1/; s/deals: 200/deals: 1/; s/league_s: 5/league_s: 60/' load.yaml |
    sed "s|\[$SOLVENT_BUILD/bots/careful\]|[$crook, spin]|" >spin.yaml
expect 0 taskset -c "$cpu" "$solvent" league run spin.yaml
says 'a: 2 late, '
wait

# dodge STRANGERS BANK_MS PROGRAM WORD...: a bot that thinks in a way of its own, beside strangers that never rest. It is charged for what
# it says that it ran, but for a twentieth. No bot is late.
groupless=()
dodge() {
    local strangers=$1 bank=$2 wait=() i run charged
    shift 2
    rm -rf dodge.db dodge.logs
    cat >dodge.yaml <<YAML
name: dodge
seats: 2
deals: 1
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
rules: {max_rounds: 10}
clock: {decision_ms: 100, bank_ms: $bank}
bots:
  - {name: a, command: [$SOLVENT_BUILD/tests/support/$1$(printf ', "%s"' "${@:2}")]}
  - {name: b, command: [$SOLVENT_BUILD/bots/trader]}
YAML
    for ((i = 0; i < strangers; i++)); do
        setsid timeout 60 sh -c 'while :; do :; done' &
        wait+=($!)
    done
    expect 0 "${groupless[@]}" "$solvent" league run dodge.yaml --no-trial
    kill "${wait[@]}" 2>/dev/null || true
    says 'incidents: none'
    run=$(cat dodge.logs/* | awk '$1 == "run" { sum += $2 } END { print sum + 0 }')
    "$solvent" report dodge.db --format csv -o dodge.csv
    charged=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["bot"] == "a" { sum += $at["decisions"] * $at["charged_us"] } END { print sum + 0 }' dodge.csv)
    ((run > 10000 && 20 * charged >= 19 * run)) || die "$*: $charged us were charged for $run"
}
for strangers in ${long:+0} 4; do
    dodge $strangers 60000 dodger fight 10 3
    dodge $strangers 60000 dodger orphans 20 6
    dodge $strangers 60000 dodger idle 200 3
    dodge $strangers 60000 raider unseen
done
dodge 20 100 dodger think 50 3
dodge 20 100 dodger share 50 3
# Also where no control group counts.
groupless=(unshare --mount sh -c 'umount --all --types cgroup2 && exec "$@"' sh)
"${groupless[@]}" true 2>/dev/null || groupless=()
for strangers in ${long:+0} 4; do
    dodge $strangers 60000 raider unseen
    dodge $strangers 60000 raider unseen-vfork
done
dodge 20 100 dodger churn 50 3

# Nor is it while a bot starts: one that has work to do before its hello has the time that it would have alone, and one that
# only spins has an end.
cat >heavy.yaml <<YAML
name: heavy
seats: 2
deals: 1
lanes: off
rules: {max_rounds: 4}
clock: {start_ms: 1000}
bots:
  - {name: heavy, command: [/usr/bin/python3, -c, "import sys, time, os\nwhile time.process_time() < 0.4: pass\nos.execv(sys.argv[1], sys.argv[1:])", $tiny], files: [$tiny]}
  - {name: tiny, command: [$tiny]}
YAML
for ((i = 0; i < 8; i++)); do
    taskset -c "$cpu" timeout 30 sh -c 'while :; do :; done' &
    spinners+=($!)
done
expect 0 taskset -c "$cpu" "$solvent" league run heavy.yaml
says 'incidents: none'
sed "s/name: heavy/name: idle/; s/start_ms: 1000/start_ms: 200/; s/process_time() < 0.4/process_time() < 1000/" heavy.yaml >idle.yaml
began=$SECONDS
expect 0 taskset -c "$cpu" "$solvent" league run idle.yaml --no-trial
warns "bot 'idle' has not said hello within 200 ms, and [0-9]* ms more"
((SECONDS - began < 25)) || die "a start has no end"
warns 'process_time() < 1000: pass?os.execv' # one line
kill "${spinners[@]}"
wait
