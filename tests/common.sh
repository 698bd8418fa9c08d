# Sourced by tests (folder.sh does it): skips a test whose tools are missing, and waits for events.
# ctest counts status 77 as skipped, and tools/test prints the last line as the reason. No test ends with 77 by itself.
# shellcheck shell=bash

# skip REASON
skip() {
    printf '%s\n' "$*"
    exit 77
}

# Programs whose Debian package has another name.
declare -A package_of=([node]=nodejs [ip]=iproute2 [tc]=iproute2 [nft]=nftables [bwrap]=bubblewrap [cpack]=cmake
    [dpkg-deb]=dpkg [dpkg-shlibdeps]=dpkg-dev [script]=bsdutils [munged]=munge [sshd]=openssh-server [ssh]=openssh-client [ssh-keygen]=openssh-client
    [slurmctld]=slurm-wlm [slurmd]=slurm-wlm [sbatch]=slurm-wlm [srun]=slurm-wlm [scontrol]=slurm-wlm)

# needs PROGRAM...: the test needs all of these programs.
needs() {
    local program
    for program in "$@"; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null ||
            skip "no $program: apt-get install ${package_of[$program]:-$program}"
    done
}

# needs_python [MODULE...]: sets $python to the first of python3 and /usr/bin/python3 of version 3.9 or later that has these modules.
needs_python() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        # shellcheck disable=SC2034 # for the test
        if python=$(command -v "$candidate") && "$python" -c "import ${*:+$(printf '%s, ' "${@/%venv/venv, ensurepip}")}sys
sys.exit(sys.version_info < (3, 9))" 2>/dev/null; then
            return
        fi
    done
    skip "no Python 3.9${*:+ with $*}: apt-get install python3${*:+$(printf ' python3-%s' "$@")}"
}

# needs_sandbox: bubblewrap must be able to start a sandbox.
needs_sandbox() {
    needs bwrap
    bwrap --ro-bind / / --unshare-all true 2>/dev/null || skip "bubblewrap cannot start a sandbox here"
}

# needs_plain_build [REASON]: the build must have no sanitizers.
needs_plain_build() {
    ! grep -qE '^SOLVENT_SANITIZE:[^=]*=.' "$SOLVENT_BUILD/CMakeCache.txt" || skip "${1:-the same on a build without sanitizers}"
}

# wait_for COMMAND...: runs it again and again until it succeeds. Fails after two minutes, which a loaded machine needs.
wait_for() {
    local end=$((SECONDS + 120))
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.05
    done
}
