#!/usr/bin/env bash
# Stepping through games in a terminal (tmux is one): the screen shows what `solvent replay` says, at any size,
# without colours, in ASCII; and the terminal is given back on every way out.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
export LC_ALL=C.UTF-8
unset TMUX NO_COLOR
solvent=$SOLVENT_BUILD/solvent
bots=$SOLVENT_BUILD/bots
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
finish() {
    terminal kill-server 2>/dev/null || true
    # The shell in it may be writing its last words yet.
    rm -rf -- "$work" 2>/dev/null || { sleep 1 && rm -rf -- "$work"; }
}
trap finish EXIT
cd "$work"
ulimit -c 0

# A server that is ending takes no new session, so each has its own.
servers=0
terminal() { tmux -u -f /dev/null -S "$work/socket$servers" "$@"; }
end_terminal() {
    terminal kill-server 2>/dev/null || true
    servers=$((servers + 1))
}
shown() { terminal capture-pane -p "$@"; }
die() {
    printf 'test_tui: %s\n' "$*" >&2
    shown >&2 2>/dev/null || true
    exit 1
}

needs tmux

sees() { shown | grep -e "$1" >/dev/null; }
await() { wait_for sees "$1" || die "not shown: $1"; }

coloured() { shown -e | grep $'\e\\[[34][0-8]' >/dev/null; } # 39 and 49 are the terminal's own

keys() { terminal send-keys "$@"; }
type_line() { keys -l "$1" && keys Enter; }

# session "COLUMNS LINES" "VARIABLE=VALUE..." ARGUMENT...: solvent replay in a terminal of that size, with a shell
# around it that notes how the terminal was before and after, and the exit status.
session() {
    local columns lines variables=$2
    read -r columns lines <<<"$1"
    shift 2
    end_terminal
    rm -f before after status pid
    cat >around <<END
trap : INT QUIT HUP
stty -g >before
env $variables sh -c 'echo \$\$ >pid; exec "\$@"' sh $(printf '%q ' "$solvent" replay "$@") 2>err
echo \$? >status
stty -g >after
echo given back
sleep 100
END
    terminal new-session -d -x "$columns" -y "$lines" "bash $work/around"
}

# given_back STATUS: the program has ended with it, and the terminal is as it was.
given_back() {
    local last
    wait_for test -s after || die "it does not end"
    cmp before after || die "the terminal's modes are others"
    [[ $1 == any || $(<status) == "$1" ]] || die "status $(<status) instead of $1: $(<err)"
    await 'given back'
    last=$(terminal display-message -p '#{alternate_on}#{cursor_flag}#{keypad_cursor_flag}')
    [[ $last == 010 ]] || die "screen, cursor, keypad: $last"
}

play() {
    "$solvent" match -e "$4" -s "$2" --rule "max_rounds=$3" -o "$1.svr" "ann=$bots/trader" "ben=$bots/careful" \
        "cal=$bots/trader" "dee=$bots/tiny" >log 2>&1 || die "$(<log)"
    "$solvent" replay --format jsonl "$1.svr" >"$1.jsonl"
}

# n_of FILE PATTERN...: the number of the first event that has all patterns
n_of() {
    local file=$1 pattern
    shift
    cp "$file" found
    for pattern in "$@"; do
        grep -e "$pattern" found >fewer || die "no event in $file: $pattern"
        mv fewer found
    done
    head -n 1 found | sed 's/^{"n":\([0-9]*\),.*/\1/'
}

# page: the words of the page that is shown, however its lines are broken.
page() { shown | sed '$d' | tr -s '\n ' ' ' | sed 's/ $//'; }

# at_event GAME N: it is the one shown, and its position is the one that --at prints.
at_event() {
    local players
    await "^ event $2/"
    "$solvent" replay --at "$2" --format jsonl "$1.svr" | grep -o '"cash":[0-9-]*,"worth":[0-9]*' |
        tr -c '0-9\n-' ' ' | tr -s ' ' >figures
    shown >screen
    while read -r cash worth; do
        grep -Eq " $cash +$worth( |$)" screen || die "not at event $2 of $1: cash $cash, worth $worth"
    done <figures
    players=$(wc -l <figures)
    ((players == 4)) || die "$players players at event $2 of $1"
    "$solvent" replay --at "$2" "$1.svr" | tr -s '\n ' ' ' >wanted
    keys p
    await 'any other key goes back'
    [[ $(page | wc -w) -gt 30 && $(<wanted) == "$(page)"* ]] || die "another position than --at $2 of $1"
    keys p
    await "^ event $2/"
}

# ---- no terminal, no game --------------------------------------------------------------------------

for way in '</dev/null' '>out'; do
    cat >around <<END
"$solvent" replay classic.svr --tui $way 2>err
echo \$? >status
sleep 100
END
    terminal new-session -d "bash $work/around"
    wait_for test -s status || die "it waits without a terminal"
    [[ $(<status) == 2 && $(wc -l <err) == 1 ]] || die "without a terminal: $(<status), $(<err)"
    end_terminal
    rm status
done

sed 's/Eel Landing/Ääl Landing/' "$SOLVENT_SOURCE/leagues/editions/harbour.yaml" >harbour.yaml
play classic 7 200 classic
play mega 7 60 mega
play harbour 7 60 harbour.yaml
events=$(($(wc -l <classic.jsonl) - 1))

session '80 24' '' nowhere.svr --tui
given_back 2
session '80 24' TERM=dumb classic.svr --tui
given_back 3
[[ $(wc -l <err) == 1 ]] || die "$(<err)"
session '80 24' '' classic.svr --tui --at $((events + 1))
given_back 2
session '80 24' '' classic.svr --tui --format jsonl
given_back 2

# ---- moving ----------------------------------------------------------------------------------------

session '80 24' '' classic.svr --tui
at_event classic 0
keys Right
at_event classic 1
keys j j Down
at_event classic 4
keys Left k
at_event classic 2
keys v End
at_event classic "$events"
keys Up
at_event classic $((events - 1))
keys Home
for n in 1 $((events / 5)) $((events / 3)) $((events / 2)) $((events - 2)); do
    keys g
    type_line "$n"
    at_event classic "$n"
done
keys Home d
at_event classic "$(n_of classic.jsonl '"type":"answer"')"
keys Home PageDown PageDown
at_event classic "$(n_of classic.jsonl '"type":"turn"' '"turn":2[,}]')"
keys 2 d
await 'C (seat 2)'
first=$(n_of classic.jsonl '"type":"turn"' '"turn":2[,}]')
tail -n +$((first + 1)) classic.jsonl >rest.jsonl
at_event classic "$(n_of rest.jsonl '"type":"answer","seat":2')"
keys Escape Home t
at_event classic "$(n_of classic.jsonl '"type":"offer_end"' '"why":"accepted"')"
costly=$("$solvent" analyse --format csv classic.svr | awk -F, 'NR > 1 && $9 >= 0.05 && !n++ { print $3 }')
[[ $costly ]] || die "no costly decision in this game"
keys Home m
await ': -0\.[0-9]* points; '
keys c
await '^> *0\.[0-9]*  '
# Answers that are longer than a line go on in the next: a wider screen shows the same words.
page >narrow
same_words() { [[ $(shown | wc -L) -gt 80 && $(page) == "$(<narrow)"* ]]; }
terminal resize-window -x 300 -y 24
wait_for same_words || die "other words at 80 columns: $(<narrow)"
back() { [[ $(page) == "$(<narrow)" ]]; }
terminal resize-window -x 80 -y 24
wait_for back || die "another page at 80 columns again"
keys c
at_event classic "$costly"
# Where the game turned: what the page lists, and a number goes there.
"$solvent" replay classic.svr --html page.html
python3 - >turnings <<'END'
import base64, json, re, zlib
packed = re.search(r'id="game"[^>]*>([^<]*)<', open("page.html", encoding="utf-8").read()).group(1)
last = json.loads(zlib.decompress(base64.b64decode(packed)).decode().splitlines()[-1])
changes = [(max(map(abs, change)), n) for n, *change in last["luck"]["events"]]
greatest = sorted(n for _, n in sorted(changes, key=lambda c: (-c[0], c[1]))[:5]) # among equal ones the first
assert [n for n, _, _ in last["analysis"]["turnings"]] == greatest, (last["analysis"]["turnings"], greatest)
for n, seat, points in last["analysis"]["turnings"]:
    print(n, "ABCD"[seat], f"{points / 100000:+.2f}")
END
[[ $(wc -l <turnings) == 5 ]] || die "turning points of the page: $(<turnings)"
keys Home
await ' w where the game turned '
number=0
while read -r n letter points; do
    number=$((number + 1))
    keys w
    await 'Where the game turned'
    await "^ $number  turn *[0-9]*  $letter  $points  "
    keys "$number"
    at_event classic "$n"
done <turnings
keys w
await 'Where the game turned'
keys q
at_event classic "$(tail -n 1 turnings | cut -d ' ' -f 1)"
keys Home 3 b
at_event classic "$(n_of classic.jsonl '"type":"bankrupt","seat":3')"
keys b
await 'no bankruptcy after this of D (seat 3)'
keys Home g
type_line d7
await '  decision 7/'
keys g
type_line nonsense
await "found 'nonsense', expected an event 0-$events"

# ---- finding, playing, help ------------------------------------------------------------------------

keys Home /
type_line 'DRAWS'
first=$(n_of classic.jsonl '"type":"card"')
at_event classic "$first"
tail -n +$((first + 2)) classic.jsonl >rest.jsonl
keys n
at_event classic "$(n_of rest.jsonl '"type":"card"')"
keys N
at_event classic "$first"
keys /
type_line 'no such words'
await 'not in the log: no such words'
keys '?'
await 'Stepping through a recorded game'
keys q
await "^ event $first/"
keys Home v + + + Space
await 'play 50/s'
wait_for sees '^ event [1-9][0-9]/' || die "it does not play"
keys Space

# ---- sizes, colours, locales -----------------------------------------------------------------------

terminal resize-window -x 79 -y 24
await 'terminal too small: at least 80x24'
terminal resize-window -x 120 -y 40
await '^ event '
keys g
type_line 500
await '^ event 500/'
shown >screen
[[ $(wc -l <screen) == 40 ]] || die "not on the whole screen"
terminal resize-window -x 80 -y 24
await '^ Sta [A-D] '
at_event classic 500
coloured || die "no colours"
keys q
given_back 0

# Every seat has the letter and the hue of the page (tools/console/seat_mark.c).
session '80 24' TERM=xterm-256color classic.svr --tui --at 1
at_event classic 1
shown -e >screen
names=(ann ben cal dee)
seat=0
for mark in A:167 B:68 C:28 D:130; do
    grep -E "38;5;${mark#*:}m[ *]${mark%:*}  *${names[seat]} " screen >/dev/null ||
        die "no ${mark%:*} ${names[seat]} in colour ${mark#*:}"
    seat=$((seat + 1))
done
keys q
given_back 0

session '80 24' NO_COLOR=1 mega.svr --tui --at 700 --seat 1
at_event mega 700
sees 'B (seat 1)' || die "no seat chosen"
! coloured || die "colours in spite of NO_COLOR"
keys q
given_back 0

session '80 24' '' harbour.svr --tui --at 600
at_event harbour 600
await ' Ääl'
session '80 24' 'TERM=vt100 LC_ALL=C' harbour.svr --tui --at 600
await '^ event 600/'
await ' ??l'
shown >screen
! LC_ALL=C grep -q '[^ -~]' screen || die "beyond ASCII in an ASCII locale"
keys q
given_back 0

# ---- every way out ---------------------------------------------------------------------------------

for number in 1 2 3 15; do
    session '80 24' '' classic.svr --tui
    await '^ event 0/'
    if [[ $number == 2 ]]; then keys C-c; else kill -"$number" "$(<pid)"; fi
    given_back $((128 + number))
done
session '80 24' '' classic.svr --tui
await '^ event 0/'
kill -SEGV "$(<pid)"
given_back any

# A damaged game is shown up to there, and then told.
size=$(stat -c %s classic.svr)
cp classic.svr bad.svr
printf '\x55\xaa' | dd of=bad.svr bs=1 seek=$((size - 1500)) conv=notrunc status=none
session '80 24' '' bad.svr --tui
await '^ event 0/'
keys End
await 'DAMAGED HERE'
keys q
given_back 1
grep -q '^solvent replay: bad.svr: decision ' err || die "$(<err)"
