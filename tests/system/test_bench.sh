#!/usr/bin/env bash
# `solvent bench`: every figure is there and is a number that can be; how fast it is is no test's business.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
export TMPDIR=$work/tmp
mkdir "$TMPDIR"

# has PART FIGURE [WHAT_IT_IS_HELD_AGAINST]: such a line of JSON, with a value above zero
has() {
    local line
    line=$(grep -F "{\"part\":\"$1\",\"figure\":\"$2\"," "$work/out" | head -1)
    [ -n "$line" ] || die "no figure $1, $2"
    grep -qE '"value":[0-9.]*[1-9]' <<<"$line" || die "$1, $2 is nothing: $line"
    [ $# = 2 ] || grep -qF "\"against_what\":\"$3\",\"ratio\":" <<<"$line" || die "$1, $2: $line"
}

# --- every part once, as short as can be
expect 0 "$solvent" bench --format json --seconds 0.2 --matches 16 load single game
warns 'cores, load average'
has load decisions 'raw echo'
has load 'decisions per CPU' 'raw echo'
has load 'raw echo, full pipes' 'raw echo'
has load 'arbiter CPU per 1000' 'raw ROUTER'
has load "bots' CPU per 1000" 'raw DEALERs'
for figure in 'questions per frame' 'frames out' 'turns of the loop' 'games stored' question answer \
    "arbiter's memory" 'games per CPU'; do
    has load "$figure"
done
has load 'game in the store' replay
has single decision 'round trip'
has single 'turn of the loop' 'round trip'
for figure in 'turns, default' 'turns, buyer' 'turns, random' games decisions state \
    'copy of the state' 'fork and step' 'fork and step of a node'; do
    has game "$figure"
done
[ "$(grep -c '"figure":"play-outs"' "$work/out")" = 3 ] || die "not three policies play out"
grep -qE 'inf|nan' "$work/out" && die "a figure that is no number"
grep -vqE '^\{.*\}$' "$work/out" && die "a line that is no JSON object"

# --- curves
if command -v python3 >/dev/null; then
    expect 0 python3 "$SOLVENT_SOURCE/tests/bench/curve" "$solvent" 0.05 1
    says '^<svg '
    says 'matches in flight'
    says '^<polyline .*#c0622d'
    warns '^64 bots, 256 matches, -j 1: [1-9]'
    warns '^4 bots, 1024 matches, -j 1: [1-9]'
    warns '^4 bots, 256 matches, -j 4: [1-9]'
    warns '^a further match in flight: .* KiB'
fi

# --- the table, and nothing left behind
expect 0 "$solvent" bench game --seconds 0.05
says '^part .*goal'
says 'turns, default .* at least 15.0M: '
says 'turns, buyer .* at least 7.00M: '
[ -z "$(ls -A "$TMPDIR")" ] || die "left behind: $(ls "$TMPDIR")"

# --- help and mistakes
expect 0 "$solvent" help --full bench
says 'The figures:'
says 'fork and step'
expect 2 "$solvent" bench speed; one_line; warns 'expected load, single or game'
expect 2 "$solvent" bench --bots 1; one_line; warns '2 to 64'
expect 2 "$solvent" bench --seconds never; one_line
expect 3 "$solvent" bench load --bot "$work/none"; one_line; warns 'No such file'
expect 3 timeout 60 "$solvent" bench load -q --seconds 0.2 --bot /bin/false; one_line; warns 'no bot would play'
