# Sourced by tests: makes the scratch folder $work, which is gone at the end. It is locked while the test or a process
# that it started lives. Folders without a lock were left by killed tests, and go now.
# shellcheck shell=bash
# shellcheck source=tests/common.sh
. "${BASH_SOURCE[0]%/*}/../common.sh"
for left in "${TMPDIR:-/tmp}"/solvent-test.??????; do
    # A new folder may be about to be locked.
    if [[ -d $left && ! -L $left && -O $left && $(find "$left" -maxdepth 0 -mmin +1) ]]; then
        flock --nonblock "$left" rm -rf --one-file-system -- "$left" || true
    fi
done
work=$(mktemp -d "${TMPDIR:-/tmp}/solvent-test.XXXXXX")
exec {scratch_lock}<"$work"
flock --nonblock "$scratch_lock"
trap 'rm -rf -- "$work"' EXIT

