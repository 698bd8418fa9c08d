#!/usr/bin/env bash
# The catalogue of golden games is the same bytes with every compiler, optimisation and set of CPU flags: with gcc by game/golden, here with
# clang, and in the long suite (SOLVENT_TEST_LONG=1) in all eight builds.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
needs_plain_build # it builds the game itself
[[ ${SOLVENT_TEST_LONG-} ]] || needs clang
cd -- "$SOLVENT_SOURCE"

sources=(tests/base/testing.c tests/game/test_golden.c tests/game/monkey.c tests/game/rig.c tests/game/{invariants,oracle}.c sdk/game/*.c sdk/edition/*.c
    sdk/base/*.c sdk/wire/cursor.c sdk/wire/edition_codec.c)
built=("$SOLVENT_BUILD"/sdk/builtin.c "$SOLVENT_BUILD"/sdk/editions.c)
# shellcheck disable=SC2046
libraries=$(pkg-config --cflags --libs yaml-0.1 libsodium cmocka $(pkg-config --exists msgpack-c && echo msgpack-c || echo msgpack))

build_and_print() {
    # shellcheck disable=SC2086
    "$@" -std=c17 -D_POSIX_C_SOURCE=200809L -D_GNU_SOURCE -DSOLVENT_SOURCE_DIR="\"$PWD\"" \
        -Isdk/include -I"$SOLVENT_BUILD/include" -Isdk -I. "${sources[@]}" "${built[@]}" $libraries \
        -o "$work/golden"
    SOLVENT_GOLDEN_PRINT=1 "$work/golden" 2>/dev/null >"$work/games.txt"
    grep -v '^\[' "$work/games.txt" | cmp - tests/golden/games.txt ||
        { echo "FAILED: other games with: $*"; exit 1; }
    echo "same games: $*"
}

for builds in 'clang -O3 native' \
    ${SOLVENT_TEST_LONG:+'gcc -O0 x86-64' 'gcc -O0 native' 'gcc -O3 x86-64' 'gcc -O3 native' 'clang -O0 x86-64' 'clang -O0 native' 'clang -O3 x86-64'}; do
    read -r compiler optimisation cpu <<<"$builds"
    command -v "$compiler" >/dev/null || continue
    build_and_print "$compiler" "$optimisation" "-march=$cpu"
done
