#!/usr/bin/env bash
# `solvent match`: what it prints, what it writes, what it refuses, and that nothing stays behind.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
crook=$SOLVENT_BUILD/tests/support/crook
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
background=
trap '[ -z "$background" ] || kill $background 2>/dev/null; rm -rf "$work"' EXIT

# Processes whose command line names our work folder: bots get it as an argument where it matters.
strays() { pgrep -f "$work/mark" || true; }

# --- a match and its replay: the same bytes for the same seed
expect 0 "$solvent" match -s 42 --rule max_rounds=30 -o "$work/a.svr" "$tiny" "$tiny" "third=$tiny"
says '^place  seat  name .* accepted  late  malformed  illegal  dead$'
says ' third '
says ' tiny-2 '
says 'ended in round 30, turn [0-9]*, after [0-9]* decisions: round limit$'
says 'edition classic, seed [0-9a-f]\{64\}$'
cp "$work/out" "$work/first"
expect 0 "$solvent" match -s 42 --rule max_rounds=30 -o "$work/b.svr" "$tiny" "$tiny" "third=$tiny"
cmp -s "$work/first" "$work/out" || die "stdout differs between two runs"
cmp -s "$work/a.svr" "$work/b.svr" || die "the replay differs between two runs"
expect 0 "$solvent" verify "$work/a.svr"

# Reference bots by their short names: after what PATH has, in a league with the hash of their file.
(
    cd "$work"
    expect 0 "$solvent" match -s 42 --rule max_rounds=30 careful tiny
    says 'careful'
    printf '%s\n' 'seats: 2' 'deals: 1' 'seed: 4' 'rules: {max_rounds: 30}' 'bots:' '  - {name: a, command: [careful]}' '  - {name: b, command: [trader]}' >short.yaml
    expect 0 "$solvent" league run short.yaml
    expect 0 "$solvent" check tiny --matches 10
    mkdir own
    printf '#!/bin/sh\necho mine >&2; exit 5\n' >own/careful
    chmod +x own/careful
    PATH=$work/own:$PATH expect 0 "$solvent" match -s 42 --rule max_rounds=30 careful tiny
    grep -q mine err || die "PATH does not go before: $(cat err)"
    expect 3 "$solvent" match carefull tiny
    one_line
    warns "cannot run 'carefull': did you mean 'careful'? No program in PATH and no reference bot has that name"
    expect 2 "$solvent" match ./a.svr tiny
    one_line
    warns "cannot run './a.svr': it is a recorded game, not a program"
) || exit 1
expect 0 "$solvent" match --rule max_rounds=5 -o "$work/c.svr" "$tiny" "$tiny"
seed=$(sed -n 's/.*seed //p' "$work/out")
expect 0 "$solvent" match -s "$seed" --rule max_rounds=5 -o "$work/d.svr" "$tiny" "$tiny"
cmp -s "$work/c.svr" "$work/d.svr" || die "the secret seed, given back, gives another game"

expect 0 "$solvent" match -s 42 --rule max_rounds=30 --format json "$tiny" "Jürgen=$tiny"
says '^{"edition":"classic","seed":"[0-9a-f]\{64\}","why":"max_rounds","rounds":30,'
says '{"name":"Jürgen","place":[12],"worth":'
(($(wc -l <"$work/out") == 4)) || die "not one object: $(cat "$work/out")"

# --- the page of the game is its replay's
if "$solvent" replay "$work/a.svr" --html "$work/replay.html" 2>/dev/null; then
    expect 0 "$solvent" match -s 42 --rule max_rounds=30 -o "$work/a.svr" --html "$work/match.html" "$tiny" "$tiny" "third=$tiny"
    "$solvent" replay "$work/a.svr" --html - | cmp - "$work/match.html" || die "--html gives another page"
    expect 3 "$solvent" match --rule max_rounds=5 --html "$work/none/x.html" "$tiny" "$tiny"
fi

# --- other editions, eight seats
expect 0 "$solvent" match -e mega -s 1 --rule max_rounds=10 "$tiny" "$tiny" "$tiny" "$tiny" "$tiny" \
    "$tiny" "$tiny" "$tiny"
says 'tiny-8'
says 'edition mega'

# --- a name is the same here and in a league file, and whose a bot's line is can be seen
printer=$SOLVENT_BUILD/tests/support/printer
expect 0 "$solvent" match -s 1 --rule max_rounds=20 "Jürgen=$printer" "'my \"bot\"'=$printer" "猫=$tiny"
says ' Jürgen '
says ' my "bot" '
says ' 猫 '
warns '^\[Jürgen\] '
warns '^\[my "bot"\] '
! grep -v '^\[\(Jürgen\|my "bot"\)\] \|^solvent' "$work/err" || die "a line says not whose it is"

# --- refused uses, in one line
cp -- "$tiny" "$work/mybot"
(cd -- "$work" && expect 3 "$solvent" match mybot "$tiny") || exit 1
warns "cannot run 'mybot': did you mean './mybot'? No program in PATH and no reference bot"
(cd -- "$work" && expect 3 "$solvent" check mybot) || exit 1
warns "did you mean './mybot'?"
expect 2 "$solvent" match "$tiny" "a/b'=$tiny"; one_line
expect 2 "$solvent" match "$tiny" "'a/b'=$tiny"; one_line; warns "as a bot's name"
expect 2 "$solvent" match "$tiny"; one_line; warns 'found 1 bot, expected 2 to 8'
mapfile -t nine < <(yes "$tiny" | head -9)
expect 2 "$solvent" match "${nine[@]}"; one_line; warns 'more than 8 bots'
expect 2 "$solvent" match "$tiny" "'open"; one_line; warns "without its second"
expect 2 "$solvent" match "$tiny" alice@; one_line; warns 'no endpoint to listen on'
expect 2 "$solvent" match -e nowhere "$tiny" "$tiny"; one_line; warns 'nowhere'
expect 2 "$solvent" match --rule max_rounds=none "$tiny" "$tiny"; one_line; warns 'max_rounds'
expect 2 "$solvent" match --rule no_such=1 "$tiny" "$tiny"; one_line; warns 'no_such'
expect 2 "$solvent" match --clock 0 "$tiny" "$tiny"; one_line; warns '--clock'
expect 2 "$solvent" match --sandbox jail "$tiny" "$tiny"; one_line; warns 'none, auto, bwrap or strict'
expect 3 "$solvent" match "$tiny" "$work/none"; one_line; warns 'No such file'
expect 3 "$solvent" match --listen tcp://192.0.2.1:1 "$tiny" x@; one_line; warns 'cannot listen'
expect 3 "$solvent" match -o "$work/no/where.svr" --rule max_rounds=3 "$tiny" "$tiny"; warns 'cannot write'
expect 0 "$solvent" match --help; says 'solvent match -s 42'

# --- what bots print goes to a folder of logs
expect 0 "$solvent" match --rule max_rounds=3 --bot-logs "$work/logs" "$tiny" \
    "nosy=$crook snoop 0 $work"
grep -q 'snoop: secret' "$work/logs/nosy.log" || die "no log of the bot"
grep -q snoop "$work/err" && die "the bot's output on stderr, in spite of --bot-logs"

# --- the sandbox, where there is one
echo 42 >"$work/secret"
if bwrap --ro-bind / / true 2>/dev/null; then
    expect 0 "$solvent" match --rule max_rounds=3 --sandbox none "$tiny" "$crook snoop 0 $work"
    warns 'snoop: secret: it can be read'
    expect 0 "$solvent" match --rule max_rounds=3 --sandbox bwrap "$tiny" "$crook snoop 0 $work"
    warns 'snoop: secret: No such file'
    warns 'snoop: home: /tmp'
    says ' crook .*  0  *0  *0  *0$'
fi

# --- a bot that connects by itself, and a stranger
listen=ipc://$work/door
"$solvent" match --listen "$listen" --rule max_rounds=4 me@ "$tiny" >"$work/out" 2>"$work/err" &
background=$!
for _ in $(seq 100); do [ -S "$work/door" ] && break; sleep 0.05; done
status=0
timeout 20 "$tiny" --connect "$listen" --name stranger 2>"$work/stranger" || status=$?
[ $status = 3 ] || die "the stranger was not refused"
grep -q 'no bot of that name is expected' "$work/stranger" || die "the stranger was not told why"
# Those that say junk, half a greeting or nothing leave the place open, stay or not.
python3 - "$work/door" "$work/hold" <<'PYTHON' &
import os, socket, sys, time
kept = []
for i in range(60):
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    s.send((b"\xff" + bytes(8) + b"\x7f\x03\x00" if i % 3 == 0 else b"junk" if i % 3 == 1 else b"\xff"))
    kept += [s] if i % 2 == 0 else []
open(sys.argv[2], "w").close()
while os.path.exists(sys.argv[1]) and os.getppid() != 1: time.sleep(0.05)
PYTHON
for _ in $(seq 200); do [ -e "$work/hold" ] && break; sleep 0.05; done
[ -e "$work/hold" ] || die "the strangers were not there"
timeout 20 "$tiny" --connect "$listen" --name me || die "the bot that connects by itself ended badly"
wait $background || die "the match with a bot that connects by itself"
background=
says ' me '

# --- one's own bots have what one's shell gives: core dumps, address space (AddressSanitizer takes terabytes)
status=0
(
    ulimit -S -c "$(ulimit -H -c)" -v "$(ulimit -H -v)" -d "$(ulimit -H -d)"
    printf '%s %s %s\n' "$(ulimit -c)" "$(ulimit -v)" "$(ulimit -d)" >"$work/limits"
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}disable_coredump=0" # else a sanitized arbiter has none to hand on
    timeout 60 "$solvent" match --rule max_rounds=4 "own=sh -c 'echo limits \$(ulimit -c) \$(ulimit -v) \$(ulimit -d) >&2; exec $tiny'" \
        "$tiny" >"$work/out" 2>"$work/err"
) || die "a match with the shell's limits: $(cat "$work/err")"
warns "limits $(cat "$work/limits")"

# --- a TMPDIR longer than a socket's path may be
lengthy=$work/$(printf 'x%.0s' {1..120})
mkdir "$lengthy"
for sandbox in none auto; do
    TMPDIR=$lengthy expect 0 "$solvent" match --sandbox $sandbox --rule max_rounds=4 "$tiny" "$tiny"
done
rmdir "$lengthy" || die "left behind: $(ls "$lengthy")"

# --- Ctrl-C, and a sudden death: no process and no folder stays; interrupt SIGNAL leaves the status in $status
interrupt() {
    "$solvent" match --clock 60000 "$tiny" "$crook hang 5 $work/mark" >"$work/out" 2>"$work/err" &
    background=$!
    # its own command line names the mark as well, and until it watches for signals they end it as they end any program
    started() { pgrep -f "^[^ ]*crook hang 5 $work/mark\$" >/dev/null; }
    for _ in $(seq 400); do started && break; sleep 0.05; done
    started || die "the bot has not started"
    kill -"$1" $background
    status=0
    wait $background || status=$?
    background=
    for _ in $(seq 100); do [ -z "$(strays)" ] && break; sleep 0.05; done
    [ -z "$(strays)" ] || die "a bot outlives SIG$1"
}
interrupt INT
[ $status = 3 ] || die "the status after Ctrl-C"
warns 'interrupted'
interrupt TERM
[ $status = 3 ] || die "the status after SIGTERM"
[ -z "$(ls -A "$TMPDIR")" ] || die "left behind: $(ls "$TMPDIR")"
interrupt KILL

# The sanitizers see a mutated file of every kind that commands read; by hand tests/fuzz/mutate makes thousands.
((!sanitized)) || "$SOLVENT_SOURCE/tests/fuzz/mutate" --files $((long ? 3 : 1)) --keep "$work/found" >"$work/out" 2>&1 || die "$(cat "$work/out")"
