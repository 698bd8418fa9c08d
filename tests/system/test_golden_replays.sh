#!/usr/bin/env bash
# Replays of every version of the format and of the rules so far: those that are read verify, older ones are refused
# with one clear line. tests/golden/replays/format-N-rules-M-NAME.svr is of format N and rules M. The fuzzer's seeds
# are of this version too, or it would never get past their header.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
format=$(sed -n 's/^#define SVI_RECORD_VERSION \([0-9]*\).*/\1/p' "$SOLVENT_SOURCE"/sdk/record/*.h)
rules=$(sed -n 's/^#define SV_RULES_VERSION \([0-9]*\).*/\1/p' "$SOLVENT_SOURCE"/sdk/include/solvent/*.h)
oldest=$(sed -n 's/^#define SVI_RECORD_OLDEST \([0-9]*\).*/\1/p' "$SOLVENT_SOURCE"/sdk/record/*.h)
current=0

fail() {
    printf 'FAILED: %s: status %d: %s\n' "$1" "$2" "$3"
    exit 1
}

for file in "$SOLVENT_SOURCE"/tests/golden/replays/format-*-rules-*.svr "$SOLVENT_SOURCE"/tests/fuzz/corpus/replay/*.svr; do
    status=0
    said=$("$SOLVENT_BUILD/solvent" verify "$file" 2>&1) || status=$?
    if [[ $file =~ /format-([0-9]+)-rules-([0-9]+)- ]]; then
        f=${BASH_REMATCH[1]} r=${BASH_REMATCH[2]}
    else
        f=$format r=$rules
    fi
    if ((f >= oldest && f <= format && r == rules)); then
        ((status == 0)) || fail "$file" $status "$said"
        current=$((current + 1))
    else
        what=rules version=$r reads=$rules
        ((f >= oldest)) || what=format version=$f reads="$oldest to $format"
        lines=$(grep -c "header: $what: found version $version, this program reads $reads: read it with the Solvent that wrote it\$" <<<"$said") || true
        ((status == 2 && lines == 1)) || fail "$file" $status "$said"
    fi
    echo "${file##*/}: $(head -n 1 <<<"$said")"
done
((current >= 11)) || fail "replays of format $format, rules $rules" 0 "only $current"
