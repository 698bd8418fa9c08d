#!/usr/bin/env bash
# Bots in control groups, where a folder of them (version 2) is ours: each has one of its own, no group stays behind,
# whichever process is killed, and the limits are the kernel's as far as it has handed its controllers on.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

mount=$(findmnt -nt cgroup2 -o TARGET | head -1)
base=$mount/solvent-test-$$
[[ $mount ]] && mkdir "$base" 2>/dev/null || skip "no control groups (version 2) that we may make here"
trap 'find "$base" -depth -type d -exec rmdir {} + 2>/dev/null || true; rm -rf -- "$work"' EXIT
for controller in memory pids cpu; do echo "+$controller" >"$mount/cgroup.subtree_control" || true; done 2>/dev/null
controllers=$(cat "$base/cgroup.controllers")
cd "$work"
chmod 755 "$work"
export SOLVENT_CGROUP=$base

cat >cup.yaml <<YAML
seats: 2
deals: 400
sandbox: none
limits: {memory_mb: 200, processes: 10}
bots:
  - {name: a, command: [sh, -c, 'setsid sleep 1000 & exec "\$0"', "$tiny"]}
  - {name: b, command: ["$tiny"]}
YAML
has_groups() { (($(cat "$base/solvent-$run"/bot-*/cgroup.procs 2>/dev/null | wc -l) >= 3)); }
begin() {
    # Without the bots' trial, whose processes have groups too, for a moment.
    "$solvent" league run cup.yaml --no-trial --store "$1.db" >out 2>err &
    run=$!
    wait_for has_groups || die "no groups of bots: $(find "$base" -type d) $(cat err)"
}
empty() { [[ ! $(cat "$base"/*/bot-*/cgroup.procs 2>/dev/null) ]]; }
# gone: nothing is left of the run, nor of what its bots have started.
gone() {
    wait_for empty || die "$1: groups still hold $(cat "$base"/*/bot-*/cgroup.procs)"
    for pid in "${pids[@]}"; do
        # It may go between two looks.
        [[ ! -d /proc/$pid || $(cut -d' ' -f3 "/proc/$pid/stat" 2>/dev/null || echo Z) == Z ]] || die "$1: $pid lives: $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    done
}

# Each bot's processes are in a group, we and the supervisors in another; the limits stand there.
begin first
mapfile -t pids < <(cat "$base/solvent-$run"/bot-*/cgroup.procs)
[[ $(find "$base/solvent-$run" -name 'bot-*' | wc -l) == 2 ]] || die "not a group for each bot"
grep -qx $run "$base/solvent-$run/arbiter/cgroup.procs" || die "the arbiter is not in its group"
for group in "$base/solvent-$run"/bot-*; do
    [[ $controllers != *memory* || $(<"$group/memory.max") == $((200 << 20)) ]] || die "memory: $(<"$group/memory.max")"
    [[ $controllers != *memory* || $(<"$group/memory.swap.max") == 0 ]] || die "swap: $(<"$group/memory.swap.max")"
    [[ $controllers != *cpu\ * || $(<"$group/cpu.weight") == 100 ]] || die "cpu: $(<"$group/cpu.weight")"
    [[ $controllers != *pids* || $(<"$group/pids.max") == 168 ]] || die "pids: $(<"$group/pids.max")"
done
# A run in another namespace of processes, which does not see these, leaves them alone.
if unshare --pid --fork --mount-proc true 2>/dev/null; then
    sed 's/deals: 400/deals: 1/' cup.yaml >other.yaml
    unshare --pid --fork --mount-proc "$solvent" league run other.yaml -q >other.out 2>&1 || die "in another namespace: $(cat other.out)"
fi
kill -INT $run
wait $run && die "interrupted, and status 0"
gone "interrupted"
! grep 'lost in this run' out || die "another run has ended its bots"
[[ ! $(find "$base" -mindepth 1 -type d) ]] || die "groups are left: $(find "$base" -type d)"

# Killed, the arbiter leaves groups without processes; the next run removes them.
begin second
mapfile -t pids < <(cat "$base/solvent-$run"/bot-*/cgroup.procs)
kill -KILL $run
wait $run 2>/dev/null && die "killed, and status 0"
gone "killed"
sed -i 's/deals: 400/deals: 2/' cup.yaml
expect 0 "$solvent" league run cup.yaml --store third.db
[[ ! $(find "$base" -mindepth 1 -type d) ]] || die "groups are left: $(find "$base" -type d)"

# More than the kernel lets it have: the bot is ended, and it is said why.
if [[ $controllers == *memory* ]]; then
    cat >hog.yaml <<YAML
seats: 2
deals: 1
sandbox: none
limits: {memory_mb: 40}
bots: [{name: hog, command: [python3, -c, 'import os, time; [os.fork() for i in range(3)]; x = bytearray(b"x") * (20 << 20); time.sleep(9)']}, {name: b, command: ["$tiny"]}]
YAML
    expect 0 "$solvent" league run hog.yaml --no-trial
    says 'used more than 40 MiB of memory'
fi

# Without a word the run finds its group by itself: one that it may write, where no systemd keeps the tree (SOLVENT_VM: a machine that is ours
# alone, tests/vm/cgroup), or a scope that systemd makes for it, which is played here.
sed -i 's/sandbox: none/sandbox: bwrap/; s/setsid sleep 1000 . exec/exec/' cup.yaml
if [[ ${SOLVENT_VM-} && $controllers == *memory* ]]; then
    unset SOLVENT_CGROUP
    mkdir "$base/alone" "$base/session.scope" bin /run/systemd
    inside() {
        local group=$base/$1
        shift
        (echo $BASHPID >"$group/cgroup.procs" && exec "$@")
    }
    export -f inside
    echo "+memory +pids +cpu" >"$base/cgroup.subtree_control"
    expect 0 inside alone "$solvent" league run cup.yaml --store fifth.db
    ! grep -q "no control group" err || die "a group that may be written is not taken: $(cat err)"
    mkdir /run/systemd/system
    cat >bin/busctl <<'BUSCTL'
#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
name = next(word for word in words if word.endswith(".scope"))
group = os.path.join(os.environ["GROUPS_OF_SYSTEMD"], name)
assert words[:2] == ["--system", "--quiet"] and "StartTransientUnit" in words
os.mkdir(group)
os.setxattr(group, "trusted.delegate", b"1")
with open(group + "/cgroup.procs", "w") as procs:
    procs.write(words[words.index("au") + 2])
with open("asked", "a") as asked:
    asked.write(name + "\n")
BUSCTL
    chmod +x bin/busctl
    export GROUPS_OF_SYSTEMD=$base
    expect 0 inside alone "$solvent" league run cup.yaml --store sixth.db
    tells "no control group for memory here" # where systemd keeps the tree, no group is taken unasked, and a service stays one
    PATH=$work/bin:$PATH expect 0 inside session.scope "$solvent" league run cup.yaml --store seventh.db
    ! grep -q "no control group" err || die "no scope of systemd's: $(cat err)"
    grep -qE '^solvent-league-[0-9]+\.scope$' asked || die "systemd was not asked"
    PATH=$work/bin:$PATH expect 0 inside alone "$solvent" league run cup.yaml --store eighth.db
    [[ $(wc -l <asked) == 1 ]] || die "a process that is in no scope was moved"
    rmdir /run/systemd/system
fi

# Strict: only in groups for memory and for processor time, which a group can hand on to a part of its tree alone.
sed -i 's/sandbox: bwrap/sandbox: strict/' cup.yaml
mkdir -p "$base/hands-on-nothing/below"
SOLVENT_CGROUP=$base/hands-on-nothing/below expect 3 "$solvent" league run cup.yaml --store strict.db
one_line
tells "sandbox: found no control group for memory and processor time, which 'strict' needs"
[[ ! -e strict.db ]] || die "a store without a game"
if [[ $controllers == *memory* && " $controllers " == *" cpu "* ]]; then
    SOLVENT_CGROUP=$base expect 0 "$solvent" league check cup.yaml --seconds 0
    says '^sandbox: bubblewrap, .*control groups$'
    ! grep -q 'no control groups' out || die "$(cat out)"
    SOLVENT_CGROUP=$base expect 0 "$solvent" league run cup.yaml --store strict.db
fi

export SOLVENT_CGROUP=$work
expect 3 "$solvent" league run cup.yaml --store fourth.db
tells "SOLVENT_CGROUP: cannot make a control group"
echo "controllers handed on: ${controllers:-none}"
