#!/usr/bin/env bash
# `solvent check`: the bots of the house pass, every crime of tests/support/crook fails, in bounded time.
set -uo pipefail

: "${SOLVENT_BUILD:?}"
solvent=$SOLVENT_BUILD/solvent
crook=$SOLVENT_BUILD/tests/support/crook
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
trap 'rm -rf -- "$work"' EXIT
failures=0

# Checks mostly wait, so several run at once, each with its output in a folder of its own; judged are they afterwards.
at_once=6

# start NAME ARGUMENT...: `solvent check ARGUMENT...` behind everything else
start() {
    local folder=$work/$1
    shift
    mkdir "$folder"
    while (($(jobs -rp | wc -l) >= at_once)); do wait -n || true; done
    (
        status=0
        timeout 300 "$solvent" check --matches 100 "$@" >"$folder/out" 2>"$folder/err" || status=$?
        echo "$status" >"$folder/status"
    ) &
}

# fail NAME WHAT...
fail() {
    echo "FAILED: $*" >&2
    cat "$work/$1/out" "$work/$1/err" >&2
    failures=$((failures + 1))
}

# finds NAME PATTERN
finds() { grep -Eq "$2" "$work/$1/out"; }

# ended NAME STATUS
ended() { [ "$(cat "$work/$1/status")" = "$2" ] || fail "$1" "status $(cat "$work/$1/status"), expected $2"; }

# Under sanitizers one good bot and a few crimes will do.
bots=(tiny random careful trader)
crimes=.
if grep -q '^SOLVENT_SANITIZE:.*=.\+' "$SOLVENT_BUILD/CMakeCache.txt"; then
    bots=(trader)
    crimes='^(crash|malformed|flood|huge)$'
fi

# One that keeps the rules while it is asked, but never finds out that the arbiter is gone: the longest.
start honest --clock 20000 "$crook honest"
start leak --clock 20000 "$crook leak"
# The clock is generous: it is no test of this machine.
for bot in "${bots[@]}"; do
    start "$bot" --clock 20000 "$SOLVENT_BUILD/bots/$bot"
done
start json --clock 20000 --format json "$SOLVENT_BUILD/bots/tiny"
start json-crime --clock 20000 --format json "$crook illegal 3"

# crime NAME SECTION TEXT [CLOCK_MS]: expects the crime in the first match, with exactly this text. Crimes that are not about time have
# plenty of time.
expected=()
crime() {
    [[ $1 =~ $crimes ]] || return 0
    expected+=("$1" "$2" "$3")
    start "$1" --hello 1500 --clock "${4:-20000}" "$crook $1 3"
}

crime exit 1 'exited with status 7'
crime crash 1 'killed by SIG'
crime hang 7 'no answer.* it does nothing, so it hangs or waits' 500
crime slow 7 'no answer|took' 500
crime garbage 2 'a message that is not of the protocol'
crime text 2 'a message that is not of the protocol'
crime empty 2 'empty frame'
crime malformed '3, reply' 'malformed answer'
crime cut '3, reply|2' 'malformed answer|not of the protocol'
crime huge '3, reply|2' 'malformed answer|not of the protocol'
crime illegal 5 'illegal answer'
crime unasked 7 'not open'
crime twice 7 'not open'
crime flood 7 'not open'
crime deluge 2 'a message that is not of the protocol'
crime parts 2 'more than one part'
crime hello-again 2 'hello'
crime too-big 2 'longer than it may be'
crime litter 1 'exited with status 0'
crime exit-at-once '3, hello' 'exited with status 3 before it said hello'
crime no-hello '3, hello' 'not said hello within 1500 ms'
crime old-protocol '3, hello' 'version'
[[ conditions =~ $crimes ]] && start conditions --clock 20000 "$crook conditions"
wait

for bot in "${bots[@]}"; do
    ended "$bot" 0
    ! finds "$bot" '^FAIL' || fail "$bot" "has faults"
    [ ! -s "$work/$bot/err" ] || fail "$bot" "says what looks like a failure"
    finds "$bot" '^ok +64 matches at once ' || fail "$bot" "not many matches at once"
done
for kind in manage buy bid sealed_bid debt trade interest ride triple ticket; do
    finds trader "^ok +decision $kind " || fail trader "is never asked '$kind'"
done
finds trader '^skip +decision claim .*not announced' || fail trader "no skip"

for ((i = 0; i < ${#expected[@]}; i += 3)); do
    name=${expected[i]}
    ended "$name" 1
    finds "$name" "^FAIL +hello, and a first match +${expected[i + 1]} +.*${expected[i + 2]}" ||
        fail "$name" "not '${expected[i + 2]}' (${expected[i + 1]})"
done

ended leak 1
finds leak '^FAIL +memory +[0-9]+ MiB after [0-9]+ matches, [0-9]+ MiB after [0-9]+: [0-9]+ KiB more with each' || fail leak "no word of it"
for bot in "${bots[@]}"; do
    finds "$bot" '^ok +memory +[0-9]+ MiB after [0-9]+ matches, ' || fail "$bot" "its memory is not looked at"
    finds "$bot" '^ok +time to answer +7 +half within [0-9.]+ ms, 99% within [0-9.]+ ms, all within [0-9.]+ ms; 20000 ms' || fail "$bot" "no times"
done
ended honest 1
[ "$(grep -c '^FAIL' "$work/honest/out")" = 1 ] || fail honest "more than one fault"
finds honest '^FAIL +a lost connection +1 ' || fail honest "another fault"

if [ -d "$work/conditions" ]; then
    ended conditions 1
    finds conditions "^FAIL +conditions of asking +3 +'when' of buy is 0x80, which has conditions" ||
        fail conditions "no word of them"
fi
if [ -d "$work/tiny" ]; then
    finds tiny '^ok +conditions of asking' || fail tiny "names no conditions"
    finds tiny '^ok +decision manage .*; only when can_build$' || fail tiny "not when it is asked"
    finds tiny '^It never trades\.$' || fail tiny "no word that it does not trade"
fi

finds trader '^It bids, builds and trades\.$' || fail trader "no word that it does all"

# A point a line, and nothing else; the same points as in the table.
shape='^\{"name":"[^"]+","verdict":"(ok|fail|skip)","section":"[^"]*","detail":"([^"\\]|\\.)*"\}$'
for name in json json-crime; do
    ! grep -Ev "$shape" "$work/$name/out" >&2 || fail "$name" "not the JSON of a point"
done
ended json 0
finds json '^\{"name":"hello, and a first match","verdict":"ok","section":"3","detail":"1 match' || fail json "no hello"
finds json '^\{"name":"decision jail","verdict":"skip","section":"","detail":"not announced' || fail json "no skip"
! finds json '"verdict":"fail"' || fail json "has faults"
ended json-crime 1
finds json-crime '"verdict":"fail","section":"5","detail":"illegal answer' || fail json-crime "no fault"
if [ -d "$work/tiny" ]; then
    [ "$(grep -Ec '^(ok|FAIL|skip) ' "$work/tiny/out")" = "$(grep -c . "$work/json/out")" ] ||
        fail json "other points than in the table"
fi

# Words that it does not take.
mkdir "$work/words"
check() { "$solvent" check "$@" >"$work/words/out" 2>"$work/words/err"; }
for wrong in "" "nobody@" "--clock 0 x" "--format xml x"; do
    # shellcheck disable=SC2086
    check $wrong && fail words "'$wrong' is accepted"
done
check ./nowhere
[ $? = 3 ] || fail words "a bot that is not there"

[ -z "$(ls -A "$TMPDIR")" ] || { echo "FAILED: left behind: $(ls "$TMPDIR")" >&2 && failures=1; }
# On a terminal a verdict has its colour, unless NO_COLOR is set or it goes elsewhere.
if command -v script >/dev/null; then
    crash="$solvent check --clock 20000 '$crook crash'"
    TERM=xterm script -qec "$crash" /dev/null >"$work/colour" || true
    grep -q $'^\e\\[31;1mFAIL\e\\[0m ' "$work/colour" || { echo "FAILED: no red on a terminal" >&2; failures=$((failures + 1)); }
    NO_COLOR=1 TERM=xterm script -qec "$crash" /dev/null >"$work/colour" || true
    ! grep -q $'\e\\[[0-9;]*m' "$work/colour" || { echo "FAILED: NO_COLOR is not heard" >&2; failures=$((failures + 1)); }
    grep -q '^FAIL ' "$work/colour" || { echo "FAILED: no verdict" >&2; failures=$((failures + 1)); }
fi
# A point that fails leaves, with --keep, a game that verifies, with the answer that was not taken, and the command that asks
# the bot the same again and gets the same.
mkdir "$work/keep" && : >"$work/keep/out" >"$work/keep/err" && cd "$work/keep" || exit 1
"$solvent" check --clock 20000 --keep faults "me=$SOLVENT_BUILD/tests/support/blunderer offer" >kept.out 2>&1 && fail keep "has no faults"
[ -s faults/01-hello-and-a-first-match.svr ] || fail keep "no replay: $(ls faults)"
"$solvent" verify faults >kept.out || fail keep "$(cat kept.out)"
"$solvent" replay --decisions faults/01-*.svr | grep "'s answer to manage is illegal: offer 1: .* (rule 8.3)" >grepped || fail keep "no illegal answer"
again=$(sed -n 's/^solvent \(replay .* --drive .*\)/\1/p' faults/01-*.txt)
read -ra words <<<"$again"
"$solvent" "${words[@]}" >kept.out || fail keep "it answers otherwise: $(cat kept.out)"
grep -q ', 0 not; 1 of those as recorded were not taken' kept.out || fail keep "$(cat kept.out)"
# Files that cannot be written are named, each on its line; the text says that the replay could not be written.
mkdir -p taken/01-hello-and-a-first-match.svr lost/01-hello-and-a-first-match.{svr,txt}
"$solvent" check --clock 20000 --keep taken "me=$SOLVENT_BUILD/tests/support/blunderer offer" >kept.out 2>&1 && fail keep "has no faults"
grep -q "^solvent check: cannot write 'taken/01-hello-and-a-first-match.svr': Is a directory$" kept.out || fail keep "is silent: $(cat kept.out)"
grep -q '^there is no replay of it: it cannot be written$' taken/01-*.txt || fail keep "$(cat taken/01-*.txt)"
"$solvent" check --clock 20000 --keep lost "me=$SOLVENT_BUILD/tests/support/blunderer offer" >kept.out 2>&1 && fail keep "has no faults"
[ "$(grep -c "^solvent check: cannot write 'lost/01-" kept.out)" = 2 ] || fail keep "is silent: $(cat kept.out)"
"$solvent" check --clock 20000 --keep kept.out/none "me=$SOLVENT_BUILD/tests/support/blunderer offer" >lost.out 2>&1 && fail keep "has no faults"
[ "$(grep -c "^solvent check: cannot write 'kept.out/none'" lost.out)" = 1 ] || fail keep "is silent: $(cat lost.out)"
"$solvent" check --clock 20000 --keep none "$SOLVENT_BUILD/bots/tiny" >kept.out 2>&1 || fail keep "tiny has faults"
[ ! -e none ] || fail keep "keeps what did not fail"
[ $failures = 0 ]
