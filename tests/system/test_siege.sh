#!/usr/bin/env bash
# Hostile bots beside honest ones, in the sandbox: what they reach for is held, the league ends, and the games of the
# honest are byte for byte those of a league without them. A few of the crimes; all of them with --all, or SOLVENT_SIEGE=all,
# and those that are named as arguments: tests/system/test_siege.sh raider:read wrecker:more.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

# Each line: program:MODE, how the bot is dealt with (a pattern for stderr or stdout, with _ for a blank; -
# for nothing), and * for those that CI tries. A raider's output is judged besides: a line "BROKEN" fails, and a mode that
# promises "held" must have tried something.
crimes() {
    cat <<'TABLE'
raider:read            held                               *
raider:beside          held                                *
raider:write           held                               *
raider:network         held                               *
raider:signal          held                               *
raider:powers          held                               *
raider:descriptors     held                               *
raider:foreign-calls   held                               *
raider:covert          held                               *
raider:heap            held:_a_heap|MiB_of_memory         *
raider:shared          held
raider:tables          MiB_of_memory                      *
raider:memfd           held
raider:family          MiB_of_memory                      *
raider:pinned          held:_pages_in_pipes
raider:halves          held:_huge_pages
raider:cut             held:_pages_of_a_file
raider:filters         held:_filters
raider:areas           MiB_of_memory
raider:lineage         MiB_of_memory
raider:timers          held:_timers
raider:pipes           held:_pipes|MiB_of_memory
raider:fifos           MiB_of_memory
raider:scratch         MiB_of_memory                      *
raider:flight          MiB_of_memory
raider:sockets         MiB_of_memory
raider:watches         MiB_of_memory
raider:own-files       held:_files_of_a_thread
raider:names           MiB_of_memory
raider:odd-memory      held
raider:hoard           held:_a_filter_of_a_socket         *
raider:disk            held:_/tmp:_No_space
raider:long-file       held
raider:bomb            processes_\(limits|held:_processes *
raider:threads         threads_\(limits|held:_threads
raider:files           held
raider:spin            -
raider:rush            -
raider:two-faced       exited_with_status_9               *
raider:flood           16_MiB_were_printed.*the_rest_is_dropped *
raider:escapes         -                                  *
raider:last-words      exited_with_status_9               *
raider:daemon          -
raider:heir            exited_with_status_0
raider:stopped         hangs|late|overtime
raider:stubborn        -                                  *
raider:rabbit          -                                  *
raider:warren          -
raider:chatter         -
raider:slow            -
wrecker:signature      greeting_does_not_begin
wrecker:old-version    older_version
wrecker:mechanism      mechanism_is_not_NULL
wrecker:silent         has_not_said_hello
wrecker:half-greeting  has_not_said_hello
wrecker:drip           .
wrecker:ready-claimed  command_is_longer
wrecker:ready-endless  command_is_longer
wrecker:ready-property longer_than_the_READY
wrecker:router         wrong_type
wrecker:early          before_the_handshake               *
wrecker:crowd          held                               *
wrecker:hello-claim    .
wrecker:hello-deep     .
wrecker:hello-escape   .
wrecker:version-escape .                                  *
wrecker:more           more_than_one_part                 *
wrecker:giant          longer_than_it_may                 *
wrecker:big            longer_than_it_may
wrecker:reserved       reserved_flag
wrecker:command-parts  command_has_more_than_one_part
wrecker:pings          does_not_read                      *
wrecker:long-ping      PING
wrecker:ready-again    other_than_PING
wrecker:subscribe      other_than_PING
wrecker:refuse         .
wrecker:nothings       cannot_be_read|malformed
wrecker:hellos         .
wrecker:noise          cannot_be_read|malformed           *
wrecker:babble         not_been_asked
wrecker:half-frame     late
wrecker:half-closed    closed_its_connection
wrecker:cut            within_a_message|with_status_0
wrecker:descriptors    held|passed_a_file_desc            *
wrecker:deaf           late
crook:exit             .
crook:crash            SIGSEGV
crook:hang             late
crook:garbage          cannot_be_read
crook:huge             malformed|cannot_be_read
crook:illegal          illegal
crook:flood            .
crook:deluge           .
crook:parts            more_than_one_part
crook:too-big          longer_than_it_may
crook:litter           .
TABLE
}

wanted=("$@")
all=$([[ ${SOLVENT_SIEGE-} == all || ${1-} == --all ]] && echo yes || true)
[[ ! $all ]] || wanted=()

cd -- "$work"
needs_sandbox
export TMPDIR=$work/tmp
mkdir "$TMPDIR" bots other logs
cp "$SOLVENT_BUILD"/tests/support/{raider,wrecker,crook} bots
cp "$tiny" other/tiny
echo "the weights of another" >other/model

# A place that listens outside: a port, an abstract socket, a socket with a file.
python3 - "$work" <<'PYTHON' &
import os, select, socket, sys
work = sys.argv[1]
def listen(family, address):
    s = socket.socket(family, socket.SOCK_STREAM)
    s.bind(address)
    s.listen()
    return s
places = [listen(socket.AF_INET, ("127.0.0.1", 0)), listen(socket.AF_UNIX, "\0solvent-siege-%d" % os.getpid()),
          listen(socket.AF_UNIX, "outside")]
with open("places.new", "w") as f:
    f.write("port:%d abstract:solvent-siege-%d socket:%s/outside\n" % (places[0].getsockname()[1], os.getpid(), work))
os.rename("places.new", "places")
for i in range(1200):  # ends by itself
    if os.path.exists("end") or os.getppid() == 1: break
    if select.select(places, [], [], 0.5)[0]:
        open("reached", "w").close()
        break
PYTHON
listener=$!
trap 'touch "$work/end"; wait $listener 2>/dev/null; rm -rf -- "$work"' EXIT
wait_for test -s places
read -ra places <places

all_gone() { ! pgrep -f "^$work/bots/" >left; }

# league NAME BOT...: writes NAME.yaml of the honest bots and these.
league() {
    local name=$1
    shift
    {
        echo "name: siege" # which is written into records
        echo "seats: 2"
        echo "deals: 1"
        echo "seed: 5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed"
        echo "rules: {max_rounds: 15}"
        echo "sandbox: bwrap"
        echo "clock: {decision_ms: 300, bank_ms: 1500, strikes: 2, start_ms: 1500}"
        echo "limits: {memory_mb: $((sanitized ? 0 : 300)), processes: 40, files: 64, output_mb: 16, match_s: 3}"
        echo "bots:"
        echo "  - {name: tiny, command: [other/tiny], matches: 8}"
        echo "  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 8}"
        echo "  - {name: trader, command: [$SOLVENT_BUILD/bots/trader], matches: 8}"
        echo "  - {name: random, command: [$SOLVENT_BUILD/bots/random], matches: 8}"
        (($# == 0)) || printf '  - %s\n' "$@"
    } >"$name.yaml"
}

# honest STORE: each game of which no hostile bot was part, by its bots, deal and seating, with the hash of its record.
honest() {
    python3 - "$1" <<'PYTHON'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
bots = dict(db.execute("SELECT bot, name FROM bots"))
for number, *match in db.execute("SELECT number, deal, seating, hex(replay_hash), why, decisions FROM matches"):
    seats = db.execute("SELECT bot, place, worth, ok, late + malformed + illegal + dead + overtime + forfeited "
                       "FROM seats WHERE number = ? ORDER BY seat", (number,)).fetchall()
    if {bots[seat[0]] for seat in seats} <= {"tiny", "careful", "trader", "random"}:
        print(number, *match, *(f"{bots[seat[0]]}: {seat[1:]}" for seat in seats), "honest" if sum(s[4] for s in seats) == 0 else "WRONG")
PYTHON
}

league alone
timeout 60 "$solvent" league run alone.yaml --store alone.db >alone.out 2>alone.err || die "alone: $(cat alone.err)"
honest alone.db >alone.games
[[ $(wc -l <alone.games) == 12 ]] || die "not twelve games: $(cat alone.games)"
! grep WRONG alone.games || die "the honest are not: $(cat alone.games)"

failures=0
fail() {
    echo "FAILED: $crime: $*"
    tail -n 30 err out 2>/dev/null
    failures=$((failures + 1))
}

# siege PROGRAM:MODE PATTERN
siege() {
    local crime=$1 pattern=$2 program=${1%:*} mode=${1#*:} began=$SECONDS hostile=()
    local words="bots/$program, $mode" trial=--no-trial
    # A bot of these means the trial, in which all bots start together.
    [[ $crime != raider:rush && $crime != raider:two-faced ]] || trial=
    case $crime in
    raider:read | raider:write)
        for path in "$work/siege.db" "$work/siege.db-wal" "$work/siege.yaml" "$work/logs" "$work/other/model" \
            "$work/alone.db" "$TMPDIR"; do
            words+=", \"path:$path\""
        done
        ;;
    raider:beside) # its program lies where the sockets are
        cp "bots/$program" "$TMPDIR/beside"
        words="$TMPDIR/beside, $mode, \"path:$TMPDIR\""
        ;;
    raider:network) for place in "${places[@]}"; do words+=", \"$place\""; done ;;
    raider:covert) hostile=("{name: twin, command: [$words], matches: 2}") ;;
    raider:two-faced) words+=", 'rounds:15'" ;; # of the league
    crook:*) words+=", 3" ;;
    esac
    hostile+=("{name: raider, command: [$words], matches: 2}")
    rm -rf siege.db* logs err out
    mkdir logs
    league siege "${hostile[@]}"
    timeout 120 "$solvent" league run siege.yaml ${trial:+"$trial"} --bot-logs - >out 2>err || { fail "status $?"; return; }
    honest siege.db >games
    cmp -s alone.games games || fail "the honest have played otherwise: $(diff alone.games games)"
    ! grep -q BROKEN err || fail "$(grep -m3 BROKEN err)"
    [[ $pattern == - ]] || grep -qE "${pattern//_/ }" err out || fail "no word of '$pattern'"
    ! grep -q $'[\x01-\x08\x0b-\x1f\x7f\x80-\x9f]' <(LC_ALL=C tr -d '\200-\377' <err; LC_ALL=C tr -d '\200-\377' <out) ||
        fail "a control character gets through"
    ! grep -qP '\xc2[\x80-\x9f]' err out || fail "a control character of two bytes gets through"
    (($(stat -c %s err) < 17 << 20)) || fail "more than limits.output_mb is passed on: $(stat -c %s err) bytes"
    [[ ! -e reached ]] || fail "something outside was reached"
    [[ ! $(find . / /usr /usr/bin /tmp /run /dev -maxdepth 1 -name 'raider-*') ]] || fail "a file was left"
    rm -f "$TMPDIR/beside"
    wait_for all_gone || fail "still there: $(ps -o pid,ppid,args -p "$(paste -sd, left)")"
    [[ ! $(ls -A "$TMPDIR") ]] || fail "left behind: $(ls -A "$TMPDIR")"
    printf '%-24s %2d s  %s\n' "$crime" $((SECONDS - began)) "$(grep -cE 'held' err) attempts held"
}

while read -r crime pattern mark; do
    if ((${#wanted[@]})); then
        [[ " ${wanted[*]} " == *" $crime "* ]] || continue
    elif [[ ! $all && ! $mark ]]; then
        continue
    fi
    # Sanitizers see what the arbiter reads: messages, and what bots print. The kernel stops the other crimes of a raider, and there is
    # no limit of memory then. A crash is a sanitizer's report.
    ((!sanitized)) || [[ $crime == @(wrecker:*|crook:!(crash)|raider:@(flood|escapes|last-words)) ]] || continue
    siege "$crime" "$pattern"
done < <(crimes)
"$solvent" verify siege.db >out || fail "the last store does not verify"
((failures == 0))
