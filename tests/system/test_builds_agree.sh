#!/usr/bin/env bash
# The catalogue of golden games is the same bytes with every compiler, optimisation and set of CPU flags.
set -euo pipefail

: "${SOLVENT_BUILD:?}" "${SOLVENT_SOURCE:?}"
if grep -q '^SOLVENT_SANITIZE:.*=.\+' "$SOLVENT_BUILD/CMakeCache.txt"; then
    exit 77 # once is enough: it builds the game anew anyway
fi
# shellcheck source=tests/system/folder.sh
. "${BASH_SOURCE[0]%/*}/folder.sh"
cd -- "$SOLVENT_SOURCE"

sources=(tests/game/test_golden.c tests/game/monkey.c tests/game/rig.c sdk/game/*.c sdk/edition/*.c
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

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for optimisation in -O0 -O3; do
        build_and_print $compiler $optimisation -march=x86-64
        build_and_print $compiler $optimisation -march=native
    done
done
