#!/usr/bin/env bash
# `solvent check`: the bots of the house pass, every crime of tests/support/crook fails, in bounded time.
set -uo pipefail

: "${SOLVENT_BUILD:?}"
solvent=$SOLVENT_BUILD/solvent
crook=$SOLVENT_BUILD/tests/support/crook
work=$(mktemp -d)
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
trap 'rm -rf -- "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*" >&2
    cat "$work/out" "$work/err" >&2
    failures=$((failures + 1))
}

check() { timeout 120 "$solvent" check "$@" >"$work/out" 2>"$work/err"; }

# Under sanitizers one good bot and a few crimes will do: the full run takes minutes even without.
bots=(tiny random careful trader)
crimes=.
if grep -q '^SOLVENT_SANITIZE:.*=.\+' "$SOLVENT_BUILD/CMakeCache.txt"; then
    bots=(trader)
    crimes='^(crash|malformed|flood|huge)$'
fi

# The clock is generous: it is no test of this machine.
for bot in "${bots[@]}"; do
    check --clock 20000 "$SOLVENT_BUILD/bots/$bot" || fail "$bot: status $?"
    ! grep -q '^FAIL' "$work/out" || fail "$bot"
    grep -Eq '^ok +64 matches at once ' "$work/out" || fail "$bot: not many matches at once"
done
for kind in manage buy bid sealed_bid debt trade interest ride triple ticket; do
    grep -Eq "^ok +decision $kind " "$work/out" || fail "trader is never asked '$kind'"
done
grep -Eq '^skip +decision claim .*not announced' "$work/out" || fail "no skip"

# crime NAME SECTION TEXT: found in the first match, in so many words.
crime() {
    local status=0
    [[ $1 =~ $crimes ]] || return 0
    check --hello 1500 --clock 500 "$crook $1 3" || status=$?
    [ "$status" = 1 ] || fail "$1: status $status"
    grep -Eq "^FAIL +hello, and a first match +$2 +.*$3" "$work/out" || fail "$1: not '$3' ($2)"
}

crime exit 1 'exited with status 7'
crime crash 1 'killed by SIG'
crime hang 7 'no answer'
crime slow 7 'no answer|took'
crime garbage 2 'no message of the protocol'
crime text 2 'no message of the protocol'
crime empty 2 'empty frame'
crime malformed '3, reply' 'malformed answer'
crime cut '3, reply|2' 'malformed answer|no message'
crime huge '3, reply|2' 'malformed answer|no message'
crime illegal 5 'illegal answer'
crime unasked 7 'not open'
crime twice 7 'not open'
crime flood 7 'not open'
crime deluge 2 'no message of the protocol'
crime parts 2 'several parts'
crime hello-again 2 'hello'
crime too-big 1 'closed its connection'
crime litter 1 'exited with status 0'
crime exit-at-once '3, hello' 'exited with status 3 before it said hello'
crime no-hello '3, hello' 'not said hello within 1500 ms'
crime wrong-token '3, hello' 'token'
crime old-protocol '3, hello' 'version'

# One that keeps the rules while it is asked, but never finds out that nobody is there any more.
check --clock 2000 "$crook honest" && fail "honest: it does not end when the connection is lost"
[ "$(grep -c '^FAIL' "$work/out")" = 1 ] || fail "honest: more than one fault"
grep -Eq '^FAIL +a lost connection +1 ' "$work/out" || fail "honest: another fault"

for wrong in "" "nobody@" "--clock 0 x"; do
    # shellcheck disable=SC2086
    check $wrong && fail "'$wrong' is accepted"
done
check ./nowhere
[ $? = 3 ] || fail "a bot that is not there"

[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls "$TMPDIR")"
[ $failures = 0 ]
