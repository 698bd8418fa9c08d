#!/usr/bin/env bash
# `solvent manifest`: C's own enums and layouts, made again from it, are those of the headers; it misses none; its
# page explains every key; and a change of one side only is found.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
. "$SOLVENT_SOURCE/tests/system/scratch.sh"
command -v python3 >/dev/null || { echo "no python3"; exit 77; }

made() { python3 "$SOLVENT_SOURCE/tests/system/manifest.py" "$@"; }
compile() { cc -std=c17 -Wall -Werror -Wno-unused-variable -fsyntax-only -I"$SOLVENT_SOURCE/sdk/include" "$@"; }

"$SOLVENT_BUILD/solvent" manifest --format json >manifest.json
"$SOLVENT_BUILD/solvent" manifest | cmp - manifest.json

made c manifest.json >check.c
compile check.c
printf '#include <solvent/%s.h>\n' bot game fields | cc -std=c17 -E -P -I"$SOLVENT_SOURCE/sdk/include" -xc - >headers.i
made enums manifest.json headers.i
made page manifest.json "$SOLVENT_SOURCE/docs/MANIFEST.md"

# Each of these is a manifest that has drifted away from the headers: it must not pass.
drifted() {
    sed "$1" manifest.json >other.json
    ! cmp -s manifest.json other.json || { echo "'$1' changes nothing"; exit 1; }
    if made c other.json >other.c && compile other.c 2>/dev/null && made enums other.json headers.i 2>/dev/null; then
        echo "not found: $1"
        exit 1
    fi
}
drifted 's/"SV_BANK","value":8/"SV_BANK","value":9/'
drifted 's/"SV_WHY_RENT","value":19/"SV_WHY_RENT","value":20/'
drifted 's/,{"constant":"SV_VERDICT_DEAD","value":5,"name":"dead"}//'
drifted 's/{"constant":"SV_DECK_BUS","value":2,"name":"bus"}/{"constant":"SV_DECK_CHANCE","value":0,"name":"bus"}/'
drifted 's/{"name":"jail","type":"u8"/{"name":"jail","type":"money"/'
drifted 's/{"name":"doubles","type":"u8","offset":282/{"name":"doubles","type":"u8","offset":281/'
drifted 's/"offset":264,"dimensions":\[8\]/"offset":264,"dimensions":[4]/'
drifted '/{"index":0,"name":"start_cash"/d'
