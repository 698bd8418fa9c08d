#!/usr/bin/env bash
# A person at the table (me@tui), in a terminal (tmux is one): questions are answered with keys, the match is recorded like
# any other, and the terminal is given back on every way out.
set -euo pipefail

: "${SOLVENT_BUILD:?}"
export LC_ALL=C.UTF-8
unset TMUX NO_COLOR
solvent=$SOLVENT_BUILD/solvent
bots=$SOLVENT_BUILD/bots
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
servers=0
terminal() { tmux -u -f /dev/null -S "$work/socket$servers" "$@"; }
finish() {
    terminal kill-server 2>/dev/null || true
    rm -rf -- "$work" 2>/dev/null || { sleep 1 && rm -rf -- "$work"; }
}
trap finish EXIT
cd "$work"
ulimit -c 0
shown() { terminal capture-pane -p; }
die() {
    printf 'FAILED: %s\n' "$*" >&2
    shown >&2 2>/dev/null || true
    exit 1
}
command -v tmux >/dev/null || die "no tmux: apt-get install tmux"
until_true() {
    local i
    for ((i = 0; i < 300; i++)); do
        "$@" && return
        sleep 0.1
    done
    return 1
}
sees() { shown | grep -e "$1" >/dev/null; }
await() { until_true sees "$1" || die "not shown: $1"; }
keys() { terminal send-keys "$@"; }

# session "COLUMNS LINES" ARGUMENT...: solvent match in a terminal of that size; a shell around it notes how the terminal
# was before and after, the exit status and what was printed.
session() {
    local columns lines
    read -r columns lines <<<"$1"
    shift
    terminal kill-server 2>/dev/null || true
    servers=$((servers + 1))
    rm -f before after status pid
    cat >around <<END
trap : INT QUIT HUP
stty -g >before
sh -c 'echo \$\$ >pid; exec "\$@"' sh $(printf '%q ' "$solvent" match "$@") 2>err
echo \$? >status
stty -g >after
echo given back
sleep 100
END
    terminal new-session -d -x "$columns" -y "$lines" "bash $work/around"
}
given_back() {
    until_true test -s after || die "it does not end"
    cmp before after || die "the terminal's modes are others"
    [[ $(<status) == "$1" ]] || die "status $(<status) instead of $1: $(<err)"
    await 'given back'
}

# ---- no terminal, too many persons ---------------------------------------------------------------

refused() {
    local status=0
    "$solvent" match "$@" </dev/null >out 2>err || status=$?
    [[ $status == 2 && $(wc -l <err) == 1 ]] || die "match $*: $status, $(<err)"
}
refused me@tui "$bots/tiny"
grep -q 'me@tui: found no terminal as stdin' err || die "$(<err)"
refused me@tui you@tui "$bots/tiny"
grep -q 'expected one person' err || die "$(<err)"
refused @tui "$bots/tiny"
refused me=x@tui "$bots/tiny"

# ---- a whole match -------------------------------------------------------------------------------

session '80 24' -s 7 --rule max_rounds=8 --rule auction_min=1 -o game.svr me@tui "$bots/careful" "chatty=$SOLVENT_BUILD/tests/support/printer"
await 'you are A '
keys Space
await 'Before the roll: build'
await 'Enter done'
shown | grep -q ' >ABC\|>A' || die "no tokens"
! shown | grep -qi 'seed  *[0-9a-f]\{64\}' || die "the seed is shown"
keys PPage
await 'LOOKING BACK'
! shown | grep -q 'Before the roll' || die "the question stands there while one looks back"
shown | grep -q '^seed .*shown when' || keys PPage PPage PPage
keys End
await 'Before the roll'
keys '?'
await 'Playing in the terminal'
keys x
await 'Before the roll'
# An offer of nothing is none.
keys t
await 'An offer: what you give'
keys Enter
await 'this trade is not possible'
keys Escape
await 'Before the roll'
keys m
keys Enter
until_true sees 'Buy .* for \$[0-9]*?' || die "not asked to buy"
keys 1
# Its auction, or whatever comes, to the end.
ends() {
    keys Space Enter
    sees 'the game is over: q ends'
}
until_true ends || die "the match does not end"
sees 'The game is over: max_rounds\|place 1' || die "no end in the log"
terminal resize-window -x 120 -y 40
await 'the game is over: q ends'
terminal resize-window -x 70 -y 24
await 'terminal too small'
terminal resize-window -x 80 -y 24
await 'the game is over: q ends'
keys q
given_back 0
await '^ended by max_rounds in round 8'
await '^ .* me '
[[ ! -s err ]] || die "on stderr: $(<err)"
"$solvent" verify game.svr >out || die "$(<out)"
"$solvent" replay --format jsonl game.svr >events
grep '"type":"answer","seat":0' events >mine
! grep -v '"verdict":"ok"' mine || die "answers that are not the person's"
grep -q '"kind":"buy","answer":{"choice":"decline"' mine || grep -q '"kind":"buy".*decline' mine || die "the purchase was not declined: $(grep buy mine | head -2)"
(($(wc -l <mine) > 8)) || die "few answers"

# ---- leaving -------------------------------------------------------------------------------------

session '80 24' -s 7 me@tui "$bots/careful"
await '^ Buy '
sleep 3 # there is no clock for a person
keys q
await 'leave the table?'
keys n
await '^ Buy '
keys q y
given_back 1
[[ $(<err) == 'solvent match: the match was left before its end' ]] || die "$(<err)"
for number in 2 15 1; do
    session '80 24' -s 7 me@tui "$bots/careful"
    await '^ Buy '
    pgrep -P "$(<pid)" >bots.pid
    if [[ $number == 2 ]]; then keys C-c; else kill -"$number" "$(<pid)"; fi
    given_back $((128 + number))
    while read -r bot; do
        ! kill -0 "$bot" 2>/dev/null || die "a bot is left"
    done <bots.pid
done
# A bot that crashes costs nobody but itself.
session '80 24' -s 5 --rule max_rounds=30 me@tui "$SOLVENT_BUILD/tests/support/crasher 1"
until_true ends || die "the match does not end"
keys q
given_back 0
await '^ended by forfeit'
