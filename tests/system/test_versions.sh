#!/usr/bin/env bash
# docs/VERSIONS.md has the versions that the programs have, and packages and Python say the same.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
page=$SOLVENT_SOURCE/docs/VERSIONS.md

# now ROW: its number on the page.
now() { sed -n "s/^| $1 | \([0-9.]*\) |.*/\1/p" "$page"; }
manifest() { "$solvent" manifest | grep -o "\"$1\":\"\?[0-9.]*" | head -n 1 | grep -o '[0-9.]*$'; }
header() { sed -n "s/^#define $2 \([0-9]*\)u\?\b.*/\1/p" "$SOLVENT_SOURCE/$1"; }
same() { [[ $2 && $2 == "$3" ]] || die "$1: found '$2' in docs/VERSIONS.md, expected '$3'"; }

same "Solvent" "$(now 'Solvent and its SDK')" "$(manifest solvent)"
[[ $("$solvent" --version) == *"$(manifest solvent)"* ]] || die "--version says otherwise"
grep -q "^VERSION = \"$(manifest solvent)\"$" "$SOLVENT_SOURCE/sdk/python/solvent/tables.py" || die "Python says otherwise"
grep -q "^set(CPACK_PACKAGE_VERSION \"\${PROJECT_VERSION}\")" "$SOLVENT_SOURCE/cmake/SolventPackages.cmake" || die "packages say otherwise"
same protocol "$(now protocol)" "$(manifest protocol)"
same rules "$(now rules)" "$(manifest rules_version)"
same manifest "$(now manifest)" "$(manifest manifest)"
same replay "$(now replay)" "$(header sdk/record/header.h SVI_RECORD_VERSION)"
same store "$(now store)" "$(header arbiter/store/rows.h SVI_STORE_VERSION)"
grep -q "from version $(header arbiter/store/rows.h SVI_STORE_OLDEST) on" "$page" || die "docs/VERSIONS.md has another oldest store"
# SQLite 3.34, of Debian 11 and RHEL 9, refuses a whole store for one strict table.
! grep -n ' STRICT' "$SOLVENT_SOURCE"/arbiter/store/*.c || die "a table of the store is strict"
grep -q "SOLVENT_$(manifest solvent | cut -d. -f1,2) {" "$SOLVENT_SOURCE/cmake/libsolvent.map" || die "cmake/libsolvent.map has another name"
grep -q "\`libsolvent.so.$(manifest solvent | cut -d. -f1,2)\`" "$page" || die "docs/VERSIONS.md has another SONAME"
compgen -G "$SOLVENT_SOURCE/tests/golden/replays/format-$(now replay)-rules-$(now rules)-*.svr" >/dev/null || die "no golden replay of this version"
