# Sourced by system tests that go on after a failure: what a command is expected to print, in $work/out and $work/err.
# At the end `failures` tells how many there were.
# shellcheck shell=bash disable=SC2154 # $work is the test's own
failures=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# expect STATUS command...: output in $work/out and $work/err
expect() {
    local wanted=$1 got=0
    shift
    timeout 300 "$@" >"$work/out" 2>"$work/err" || got=$?
    [ "$got" = "$wanted" ] || {
        fail "status $got instead of $wanted: $*"
        cat "$work/out" "$work/err" >&2
    }
}

says() { grep -q -- "$1" "$work/out" || { fail "no \"$1\" on stdout"; cat "$work/out" >&2; }; }
warns() { grep -q -- "$1" "$work/err" || { fail "no \"$1\" on stderr"; cat "$work/err" >&2; }; }
one_line() { [ "$(wc -l <"$work/err")" = 1 ] || { fail "not one line on stderr"; cat "$work/err" >&2; }; }
