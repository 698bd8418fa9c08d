# Sourced by system tests: strict mode, the programs, a scratch folder that is gone at the end, and what a command is
# to end with and to say. The first thing that is otherwise ends the test.
# shellcheck shell=bash
set -euo pipefail

: "${SOLVENT_BUILD:?}"
# shellcheck disable=SC2034 # for who sources this
solvent=$SOLVENT_BUILD/solvent
# shellcheck disable=SC2034
tiny=$SOLVENT_BUILD/bots/tiny
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"

# Whether the programs are built with sanitizers: they look for other faults, at a tenth of the speed, so tests that play the same
# games again and again play fewer.
# shellcheck disable=SC2034
sanitized=$(grep -cE '^SOLVENT_SANITIZE:[^=]*=.' "$SOLVENT_BUILD/CMakeCache.txt" || true)

die() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# expect STATUS COMMAND...: runs it, a function too, with its output in $work/out and $work/err; ctest ends what hangs.
expect() {
    local wanted=$1 found=0
    shift
    "$@" >"$work/out" 2>"$work/err" || found=$?
    [[ $found == "$wanted" ]] || { cat "$work/out" "$work/err"; die "status $found instead of $wanted: $*"; }
}

# Look at the output of the last expected command: says and warns take a pattern of grep, tells the very text, on either.
says() { grep -q -- "$1" "$work/out" || { cat "$work/out"; die "no \"$1\" on stdout"; }; }
warns() { grep -q -- "$1" "$work/err" || { cat "$work/err"; die "no \"$1\" on stderr"; }; }
tells() { grep -qF -- "$1" "$work/out" "$work/err" || { cat "$work/out" "$work/err"; die "no \"$1\""; }; }
# one_line [NUMBER]: the last expected command has printed NUMBER (1) lines on stderr, not counting its progress.
one_line() {
    [[ $(grep -cvE ': ([0-9]+ of [0-9]+ games \(|at work for )' "$work/err") == "${1:-1}" ]] || { cat "$work/err"; die "not ${1:-1} line on stderr"; }
}

# column NAME <CSV: the values of a column, by its title; of names without commas.
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR > 1 { print $at }'; }

# Whether tests play the whole of what they have (tools/test --long), and not the part that CI has time for.
# shellcheck disable=SC2034
long=${SOLVENT_TEST_LONG:+1}

# digest STORE: of all its games; two that are alike have the same.
digest() { "$solvent" rank "$1" --format json | grep -o '"digest":"[0-9a-f]*"'; }
