#!/usr/bin/env bash
# Nothing stays behind in the arbiter, whatever its bots do: no byte of memory and no descriptor, under valgrind.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
needs valgrind
needs_plain_build "valgrind does not go with sanitizers"
cd "$work"
support=$SOLVENT_BUILD/tests/support

# Without the sandbox, as valgrind does not know seccomp().
cat >cup.yaml <<YAML
seats: 2
deals: 1
rules: {max_rounds: 5}
sandbox: none
format: gauntlet
candidates: [garbage, flood, exit, more, babble, descriptors, silent]
clock: {decision_ms: 60000, bank_ms: 60000, start_ms: 5000, strikes: 2}
bots:
  - {name: honest, command: ["$tiny"]}
  - {name: garbage, command: ["$support/crook", garbage]}
  - {name: flood, command: ["$support/crook", flood]}
  - {name: exit, command: ["$support/crook", exit]}
  - {name: more, command: ["$support/wrecker", more]}
  - {name: babble, command: ["$support/wrecker", babble]}
  - {name: descriptors, command: ["$support/wrecker", descriptors]}
  - {name: silent, command: ["$support/wrecker", silent]}
YAML
# Runs a command without the descriptors that ctest and bash have open: valgrind 3.24 counts them as leaks.
alone() (
    for descriptor in /proc/self/fd/*; do
        ((${descriptor##*/} <= 2)) || eval "exec ${descriptor##*/}>&-"
    done
    exec "$@"
)
grind() { alone valgrind --track-fds=yes --leak-check=full --error-exitcode=9 "$solvent" league run cup.yaml "$@"; }
expect 2 grind --store none.db
warns "bot 'exit' is set aside"
tells 'All heap blocks were freed'
grep -q 'FILE DESCRIPTORS: 3 open (3 std) at exit' "$work/err" || die "a trial leaves descriptors open"
for jobs in 1 2; do
    expect 0 grind --no-trial --store $jobs.db -j $jobs
    says 'garbage: .*malformed'
    tells 'All heap blocks were freed'
    grep -q 'FILE DESCRIPTORS: 3 open (3 std) at exit' "$work/err" ||
        die "descriptors are left open: $(grep -A8 'FILE DESCRIPTORS' "$work/err")"
done
