# Sourced by tests: makes the scratch folder $work, which is gone at the end. It is locked as long as the test or a process
# of its lives; folders that nobody locks were left by tests that were killed, and go now.
# shellcheck shell=bash
# shellcheck source=tests/common.sh
. "${BASH_SOURCE[0]%/*}/../common.sh"
for left in "${TMPDIR:-/tmp}"/solvent-test.??????; do
    # What is new may be about to be locked.
    if [[ -d $left && ! -L $left && -O $left && $(find "$left" -maxdepth 0 -mmin +1) ]]; then
        flock --nonblock "$left" rm -rf --one-file-system -- "$left" || true
    fi
done
work=$(mktemp -d "${TMPDIR:-/tmp}/solvent-test.XXXXXX")
exec {scratch_lock}<"$work"
flock --nonblock "$scratch_lock"
trap 'rm -rf -- "$work"' EXIT

