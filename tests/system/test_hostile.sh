#!/bin/bash
# Every crime of tests/support/crook: it costs its own seat only, the record says what it was, and it can be
# verified.
set -u
solvent=$SOLVENT_BUILD/solvent
tiny=$SOLVENT_BUILD/bots/tiny
crook=$SOLVENT_BUILD/tests/support/crook
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $*" >&2
    cat "$work/out" "$work/err" >&2
    failures=$((failures + 1))
}

# crime NAME VERDICT FORFEITED: 5 good answers, then the crime. VERDICT is what must be counted for it
# (late malformed illegal dead, or none).
crime() {
    local name=$1 verdict=$2 forfeited=$3
    timeout 120 "$solvent" match -s 7 --rule max_rounds=20 --clock 500 --bank 500 --strikes 4 --hello 1500 \
        -o "$work/$name.svr" "$tiny" "$tiny" "crook=$crook $name 5" >"$work/out" 2>"$work/err" ||
        fail "$name: status $?"
    # place seat name worth ok late malformed illegal dead [forfeited]
    awk -v verdict="$verdict" -v forfeited="$forfeited" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        NF < 9 || $1 !~ /^[1-3]$/ { next }
        $3 != "crook" {
            honest++
            if ($6 + $7 + $8 + $9 != 0 || NF > 9) { print "an honest bot pays: " $0; bad = 1 }
            next
        }
        {
            bad_ones = $6 + $7 + $8 + $9
            if (verdict == "none" ? bad_ones != 0 : $column[verdict] == 0) { print "verdicts: " $0; bad = 1 }
            if ((NF > 9) != forfeited) { print "forfeit: " $0; bad = 1 }
            if (forfeited && $1 != 3) { print "place: " $0; bad = 1 }
        }
        END { exit bad || honest != 2 }' "$work/out" >&2 || fail "$name"
    "$solvent" verify "$work/$name.svr" >>"$work/out" 2>>"$work/err" || fail "$name: the record does not verify"
    if [ "$verdict" != none ]; then
        # Not into grep -q: that would end the writer by SIGPIPE.
        "$solvent" replay --format jsonl "$work/$name.svr" >"$work/events"
        grep -q "\"verdict\":\"$verdict\"" "$work/events" || fail "$name: no $verdict in the record"
    fi
}

crime honest none 0
crime unasked none 0
crime twice none 0
crime exit dead 1
crime crash dead 1
crime litter dead 1
crime exit-at-once dead 1
crime no-hello dead 1
crime old-protocol dead 1
grep -q 'crook: refused: .*version' "$work/err" || fail "old-protocol: it is not told why"
crime flood dead 1
crime deluge malformed 1
crime hang late 1
crime slow late 1
crime garbage malformed 1
crime text malformed 1
crime empty malformed 1
crime malformed malformed 1
crime cut malformed 1
crime huge malformed 1
crime parts dead 1
crime hello-again malformed 1
crime illegal illegal 1
crime too-big dead 1

# Eight seats of nothing but crooks end as well.
timeout 120 "$solvent" match -s 7 --rule max_rounds=20 --clock 500 --bank 0 --strikes 3 --hello 1500 \
    -o "$work/all.svr" "$crook exit 3" "$crook hang 3" "$crook garbage" "$crook illegal" "$crook crash 9" \
    "$crook flood" "$crook no-hello" "$crook exit-at-once" >"$work/out" 2>"$work/err" ||
    fail "all crooks: status $?"
grep -q '^ended in round .*: forfeit$' "$work/out" || fail "all crooks: no end by forfeit"
"$solvent" verify "$work/all.svr" >>"$work/out" 2>>"$work/err" || fail "all crooks: the record does not verify"

sleep 0.1
[ -z "$(pgrep -f "$crook [a-z-]* 5\$")" ] || fail "a crook is still there"
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls "$TMPDIR")"
[ $failures = 0 ]
