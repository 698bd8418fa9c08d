#!/usr/bin/env bash
# Replays of every version of the format so far: those of this version verify, older ones are refused with
# one clear line. tests/golden/replays/format-N-NAME.svr is of version N.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
current=2

for file in "$SOLVENT_SOURCE"/tests/golden/replays/format-*.svr; do
    version=${file##*/format-}
    version=${version%%-*}
    status=0
    said=$("$SOLVENT_BUILD/solvent" verify "$file" 2>&1) || status=$?
    if ((version == current)); then
        ((status == 0)) || { printf 'FAILED: %s: status %d: %s\n' "$file" $status "$said"; exit 1; }
    else
        ((status == 2)) && grep -q "version $version" <<<"$said" ||
            { printf 'FAILED: %s: status %d: %s\n' "$file" $status "$said"; exit 1; }
    fi
    echo "${file##*/}: $(head -n 1 <<<"$said")"
done
