# Sourced by system tests: strict mode, the programs, a scratch folder that is gone at the end, a last word.
# shellcheck shell=bash
set -euo pipefail

: "${SOLVENT_BUILD:?}"
# shellcheck disable=SC2034 # for who sources this
solvent=$SOLVENT_BUILD/solvent
# shellcheck disable=SC2034
tiny=$SOLVENT_BUILD/bots/tiny
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

die() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# expect STATUS COMMAND...: runs it, a function too, with its output in out and err; ctest ends what hangs
expect() {
    local wanted=$1 found=0
    shift
    "$@" >out 2>err || found=$?
    [[ $found == "$wanted" ]] || { cat out err; die "status $found instead of $wanted: $*"; }
}
