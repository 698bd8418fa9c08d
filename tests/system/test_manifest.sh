#!/usr/bin/env bash
# `solvent manifest`: C's own enums and layouts, made again from it, are those of the headers; it misses none; its
# page explains every key; and a change of one side only is found, by it or by the compiler.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
. "$SOLVENT_SOURCE/tests/system/scratch.sh"
cd "$work"
needs python3

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
drifted 's/"constant":"SV_ACTION_BID","first":4/"constant":"SV_ACTION_BID","first":5/'
drifted 's/"constant":"SV_ACTION_GIVE","first":\([0-9]*\)/"constant":"SV_ACTION_GIVE","first":1\1/'
drifted 's/{"name":"owner","storage":"u8","offset":\([0-9]*\)/{"name":"owner","storage":"u8","offset":1\1/'
drifted '/{"name":"stock","storage":"u8"/d'
drifted '/{"index":0,"name":"start_cash"/d'

# And these are headers in which only the struct, or only its row, has changed: they must not compile.
one_sided() {
    rm -rf include
    cp -r "$SOLVENT_SOURCE/sdk/include" .
    cc -std=c17 -fsyntax-only -Iinclude -I"$SOLVENT_SOURCE/sdk" "$SOLVENT_SOURCE/sdk/game/fields.c"
    sed -i "$2" "include/solvent/$1.h"
    ! cmp -s "include/solvent/$1.h" "$SOLVENT_SOURCE/sdk/include/solvent/$1.h" || { echo "'$2' changes nothing"; exit 1; }
    if cc -std=c17 -fsyntax-only -Iinclude -I"$SOLVENT_SOURCE/sdk" "$SOLVENT_SOURCE/sdk/game/fields.c" 2>/dev/null; then
        echo "compiles with $1.h after $2"
        exit 1
    fi
}
one_sided position 's/uint8_t doubles;/uint16_t doubles;/'
one_sided position 's/uint8_t stock\[SV_UNIT_COUNT\];/uint8_t stock[5];/'
one_sided position 's/uint32_t turn;/uint32_t turn, trial;/'
one_sided position 's/int32_t give_cash, get_cash;/int32_t get_cash, give_cash;/'
one_sided question 's/int32_t limit;/int32_t trial, limit;/'
one_sided question 's/struct sv_plan plan;/struct sv_plan plan; uint64_t trial;/'
one_sided edition 's/int32_t price;/int64_t price;/'
one_sided edition 's/int32_t depot_cost;/int32_t depot_cost, trial;/'
one_sided edition 's/int32_t per_house, /int32_t trial, per_house, /'
one_sided fields 's/X(U16, round, ,/X(U32, round, ,/'
one_sided fields 's/X(SEATS, alive, , [^)]*)//'
one_sided fields 's/X(SPACES, give_deeds)/X(CARDS, give_deeds)/'
one_sided fields 's/X(10, MONEY, tower_cost/X(10, FLAG, tower_cost/'
one_sided manifest 's/X(3, LIMIT, MONEY, limit/X(3, LIMIT, SPACES, limit/'
