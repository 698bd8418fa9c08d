#!/usr/bin/env bash
# Causes of deaths (docs/LEAGUE_FILE.md, Misconduct and deaths). Deaths that others cause cost no game, and pause the run
# when they go on. A death that the bot causes costs it the match, by whatever way it ends.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs_sandbox

cd "$work"

# league NAME BOT...: two honest bots, and this one
league() {
    local name=$1
    shift
    cat >"$name.yaml" <<YAML
name: cup
seats: 2
deals: 4
seed: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
rules: {max_rounds: 60}
bots:
  - {name: victim, command: [$(printf '%s, ' "$@" | sed 's/, $//')], matches: 4}
  - {name: tiny, command: [$tiny], matches: 4}
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 4}
YAML
}

# play NAME
play() { "$solvent" league run "$1.yaml" --store "$1.db" --no-trial -j 1; }

# struck_run NAME PATTERN TIMES: the status of a run in which processes below it whose command line matches are killed as they come, so
# often. Only its own, and of a sandbox's only the first.
struck_run() {
    rm -f "$1.db"*
    python3 - "$2" "$3" "$solvent" league run "$1.yaml" --store "$1.db" --no-trial -j 1 <<'PY'
import os, re, signal, subprocess, sys
pattern, times = re.compile(sys.argv[1].encode()), int(sys.argv[2])
run = subprocess.Popen(sys.argv[3:], stdout=open("out", "w"), stderr=open("err", "w"))
struck = set()

def read(pid, what):
    try:
        with open(f"/proc/{pid}/{what}", "rb") as file:
            return file.read()
    except OSError:
        return b""

def below():
    parents = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        stat = read(pid, "stat").rpartition(b")")[2].split()
        if len(stat) > 1:
            parents[int(pid)] = int(stat[1])
    for pid in parents:
        at = pid
        while at in parents and at != run.pid:
            at = parents[at]
        if at == run.pid and pid != run.pid:
            yield pid

while run.poll() is None:
    for pid in below() if len(struck) < times else ():
        numbers = re.search(rb"NSpid:\t(.*)", read(pid, "status"))
        if (pid not in struck and len(struck) < times and numbers and re.fullmatch(rb"\d+(\t1)?", numbers[1]) and
                pattern.search(read(pid, "cmdline").replace(b"\0", b" "))):
            struck.add(pid)
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
print(len(struck), file=open("struck", "w"))
print(run.wait())
PY
}
forfeits() { "$solvent" rank "$1" --format csv | column forfeited | awk '{ sum += $1 } END { print sum + 0 }'; }

league quiet "$SOLVENT_BUILD/tests/support/mortal" never
play quiet >out 2>err || die "$(cat err)"
quiet=$(digest quiet.db)

# A supervisor or a sandbox that somebody kills: one is made up for, three in a row pause the run, and the same command goes on.
for pattern in 'solvent-supervisor [0-9].*mortal' '^[^ ]*bwrap .*mortal' '^/run/solvent-supervisor --shut-in .*mortal'; do
    league struck "$SOLVENT_BUILD/tests/support/mortal" never
    for ((i = 0; i < 20; i++)); do # it may meet a process that is no longer needed
        [[ $(struck_run struck "$pattern" 1) == 0 ]] || die "one kill of '$pattern': $(cat err)"
        ! grep -q "bot 'victim' was ended from outside" err || break
    done
    ((i < 20)) || die "one kill of '$pattern' is not told: $(cat err)"
    [[ $(digest struck.db) == "$quiet" ]] || die "one kill of '$pattern': other games"
    status=$(struck_run struck "$pattern" 1000)
    [[ $status == 3 ]] || die "kills of '$pattern' at start: status $status, $(cat err)"
    grep -q "bot 'victim' was ended from outside.*the run pauses, and no seat is forfeited" err || die "$(cat err)"
    [[ $(forfeits struck.db) == 0 ]] || die "kills of '$pattern': $(forfeits struck.db) forfeits"
    expect 0 "$solvent" league status struck.db
    says 'paused, as .* were ended from outside'
    play struck >out 2>err || die "$(cat err)"
    [[ $(digest struck.db) == "$quiet" ]] || die "kills of '$pattern', gone on: other games"
    [[ $(forfeits struck.db) == 0 ]] || die "gone on: $(forfeits struck.db) forfeits"
done

# The trial of the sandbox itself, at the start of a run: killed, it says nothing against the sandbox.
for pattern in 'solvent-supervisor [0-9].*/usr/bin/true' '^[^ ]*bwrap .*/usr/bin/true' '--shut-in .*/usr/bin/true'; do
    for ((i = 0; i < 20; i++)); do
        [[ $(struck_run quiet "$pattern" 2) == 0 ]] || die "kills of '$pattern': $(cat err)"
        ! grep -q WARNING err || die "kills of '$pattern' weaken the run: $(cat err)"
        [[ $(cat struck) != 2 ]] || break
    done
    ((i < 20)) || die "a poor test: the trial of the sandbox is never seen"
    [[ $(digest quiet.db) == "$quiet" ]] || die "kills of '$pattern': other games"
done

# Deaths that the bot causes, while the kernel kills others for want of memory.
tight=
for root in $(findmnt -nt cgroup -O memory -o TARGET) $(findmnt -nt cgroup2 -o TARGET); do
    [[ ! $tight ]] && mkdir "$root/solvent-tight-$$" 2>/dev/null || continue
    tight=$root/solvent-tight-$$
    for limit in memory.limit_in_bytes memory.max; do
        [[ ! -e $tight/$limit ]] || { echo 4194304 >"$tight/$limit"; continue 2; }
    done
    rmdir "$tight"
    tight=
done
if [[ $tight ]]; then
    trap 'touch "$work/end"; wait || true; rmdir "$tight"; rm -rf -- "$work"' EXIT
    until [[ -e end ]]; do
        bash -c 'echo $$ >"$1/cgroup.procs" && exec tail /dev/zero' sh "$tight" || true
    done 2>/dev/null &
fi
for way in kill all parent child timer descriptor limit pdeath abort exit exit-137; do
    league "$way" "$SOLVENT_BUILD/tests/support/quitter" "$way"
    sed -i 's/^deals: 4/deals: 1/; s/, matches: 4/, matches: 1/' "$way.yaml"
    play "$way" >out 2>err || die "$way: $(cat err)"
    ! grep -q 'from outside' err || die "$way: $(cat err)"
    [[ $(forfeits "$way.db") == 4 ]] || die "$way: $(forfeits "$way.db") of 4 seats forfeited: $(cat err)"
done
