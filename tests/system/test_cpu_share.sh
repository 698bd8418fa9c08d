#!/usr/bin/env bash
# A bot whose processes have more threads at work than limits.cpu_share goes behind all others, with all that it starts and its
# session; one of four threads never does.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs_sandbox

cd "$work"
raider=$SOLVENT_BUILD/tests/support/raider
cat >share.yaml <<YAML
seats: 2
deals: 1000
seed: 7
lanes: off
sandbox: bwrap
luck: off
clock: {decision_ms: 60000}
limits: {wall_share: 0, memory_mb: 0}
bots:
  - {name: spinners, command: [$raider, spinners]}
  - {name: busy, command: [$raider, busy]}
  - {name: tiny, command: [$tiny], matches: 4}
YAML
"$solvent" league run share.yaml --store share.db --no-trial -j 1 >out 2>err &
runner=$!
# Until all of the 61 processes are behind, and for five seconds at least; prints how the threads of the other stand then.
python3 - "$runner" <<'PY' || { kill "$runner"; cat err; die "who is behind whom"; }
import os, sys, time
SCHED_IDLE = "5"

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

def is_behind(pid):
    """Whether the session of a process is behind, where sessions have priorities."""
    session = read(f"/proc/{pid}/autogroup")
    return not session or session.endswith(b" nice 19\n")

def policies(mode):
    """Of each thread of the processes of a raider; only our run has one with this folder in its environment or above it."""
    parents, found = {}, []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        stat = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        if len(stat) > 1:
            parents[pid] = stat[1].decode()
    for pid in parents:
        at = pid
        while at in parents and at != sys.argv[1]:
            at = parents[at]
        words = read(f"/proc/{pid}/cmdline").split(b"\0")
        if at == sys.argv[1] and words[0].endswith(b"/raider") and words[1] == mode:
            for thread in os.listdir(f"/proc/{pid}/task") if os.path.isdir(f"/proc/{pid}/task") else ():
                stat = read(f"/proc/{pid}/task/{thread}/stat").rpartition(b")")[2].split()
                if len(stat) > 38:
                    found.append(stat[38].decode() if mode == b"busy" or is_behind(pid) else "session")
    return found

began, busy = time.monotonic(), []
while time.monotonic() < began + 500:
    spinners = policies(b"spinners")
    busy = policies(b"busy")
    assert SCHED_IDLE not in busy, busy
    if len(spinners) >= 61 and set(spinners) == {SCHED_IDLE} and len(busy) >= 4 and time.monotonic() > began + 5:
        break
    time.sleep(0.2)
else:
    sys.exit(f"spinners {spinners}, busy {busy}")
PY
kill -INT "$runner"
wait "$runner" || true
expect 2 "$solvent" league check <(sed 's|memory_mb: 0|cpu_share: -1|' share.yaml)
warns "limits.cpu_share"
