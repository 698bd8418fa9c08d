#!/usr/bin/env bash
# The program that runs the examples of documents finds each fault in broken.md, and its line.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
here=$SOLVENT_SOURCE/tests/docs
# shellcheck source=tests/system/folder.sh
. "$SOLVENT_SOURCE/tests/system/folder.sh"

status=0
"$here/run" "$here/broken.md" >"$work/found" 2>&1 || status=$?
[[ $status != 77 ]] || skip "$(cat "$work/found")"
# Only the lines that begin with the document: what commands print besides is the compiler's, or Python's, own.
grep '^tests/docs/broken.md:[0-9]' "$work/found" >"$work/lines" || true
if [[ ${SOLVENT_WRITE-} ]]; then
    cp "$work/lines" "$here/broken.txt"
fi
# The files that git ignores are only known in a checkout.
cp "$here/broken.txt" "$work/expected"
if ! git -c safe.directory="$SOLVENT_SOURCE" -C "$SOLVENT_SOURCE" rev-parse >"$work/git" 2>&1; then
    sed -i '/ \.gitignore /d' "$work/expected" "$work/lines"
fi
diff "$work/expected" "$work/lines" || {
    cat "$work/found"
    exit 1
}
[[ $status == 1 ]] || { echo "status $status instead of 1"; exit 1; }
