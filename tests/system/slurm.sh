# Sourced by tests that want a real Slurm, after scratch.sh: begins one on this host, several slurmd on loopback, without systemd or accounting,
# in a folder of its own that is gone at the end. Where there cannot be one, the test is skipped with a line.
# shellcheck shell=bash disable=SC2154

# A free port, far from those that connections take.
slurm_port() {
    local port
    for ((port = 17000 + RANDOM % 8000; ; port += 7)); do
        if ! (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            printf '%d\n' "$port"
            return
        fi
    done
}

# slurm_begin NODES CPUS: nodes n1, n2, ...
slurm_begin() {
    local node host address first
    ((EUID == 0)) || skip "Slurm's daemons run as root"
    needs munged slurmctld slurmd sbatch srun scontrol
    PATH=$PATH:/usr/sbin
    host=$(hostname -s)
    address=$(getent ahostsv4 "$host" | awk '{ print $1; exit }') # where the daemons listen, often 127.0.1.1
    slurm=$work/slurm
    slurm_nodes=$1
    first=$(slurm_port)
    mkdir -p "$slurm"/{run,log}
    mkdir -m 700 "$slurm/state"
    chmod 755 "$work" "$slurm" "$slurm"/{run,log}
    cat >"$slurm/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(${address:-127.0.0.1})
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm/run/munge.socket,cred_expire=10
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort=$first
SlurmdPort=$((first + 1))
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool.%n
SlurmctldPidFile=$slurm/run/slurmctld.pid
SlurmdPidFile=$slurm/run/slurmd.%n.pid
SlurmctldLogFile=$slurm/log/slurmctld.log
SlurmdLogFile=$slurm/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,bf_interval=1,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=30
InactiveLimit=0
KillWait=3
MinJobAge=300
Waittime=0
NodeName=n[1-$1] NodeHostname=$host NodeAddr=${address:-127.0.0.1} Port=[$((first + 2))-$((first + 1 + $1))] CPUs=$2 RealMemory=2000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
END
    export SLURM_CONF=$slurm/slurm.conf
    trap 'slurm_end; rm -rf -- "$work"' EXIT
    dd if=/dev/urandom of="$slurm/munge.key" bs=128 count=1 status=none
    chmod 600 "$slurm/munge.key"
    munged --key-file="$slurm/munge.key" --socket="$slurm/run/munge.socket" --pid-file="$slurm/run/munged.pid" \
        --log-file="$slurm/log/munged.log" --seed-file="$slurm/run/munged.seed" >"$slurm/log/begin" 2>&1 || skip "munged does not start: $(tail -n 1 "$slurm/log/begin")"
    slurmctld -f "$slurm/slurm.conf" >>"$slurm/log/begin" 2>&1 || skip "slurmctld does not start: $(tail -n 1 "$slurm/log/begin")"
    for ((node = 1; node <= $1; node++)); do
        slurmd -f "$slurm/slurm.conf" -N "n$node" >>"$slurm/log/begin" 2>&1 || skip "slurmd does not start: $(tail -n 1 "$slurm/log/begin")"
    done
    slurm_wait 30 nodes_idle || skip "Slurm's nodes do not come up: $(sinfo --noheader 2>&1 | head -n 1)"
}

nodes_idle() { [[ $(sinfo --noheader --Node --format=%T 2>/dev/null | grep -c '^idle$') == "$slurm_nodes" ]]; }

# slurm_wait SECONDS COMMAND...: until it succeeds
slurm_wait() {
    local end=$((SECONDS + $1))
    while ! "${@:2}"; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

# Ends all that we have begun, by their pid files.
slurm_end() {
    local file pid
    scancel --user="$(id -un)" >/dev/null 2>&1 || true
    for file in "$slurm"/run/slurmd.*.pid "$slurm"/run/slurmctld.pid "$slurm"/run/munged.pid; do
        [[ -s $file ]] || continue
        pid=$(cat "$file")
        kill "$pid" 2>/dev/null || true
        for ((; ; )); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.1
        done
    done
}
