#!/usr/bin/env bash
# All presets can be configured; without optimisation, built-in functions and AVX2, and with clang, all links (tools/builds),
# and plays the same games.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs_plain_build
needs clang
folder=$SOLVENT_BUILD/tests/builds
"$SOLVENT_SOURCE/tools/builds" --link "$folder"

# wide PROGRAM: whether it has an instruction of AVX; the names of all begin with a v. (-c reads to the end: no SIGPIPE.)
wide() { objdump -d --no-show-raw-insn "$1" | grep -cE $'^ *[0-9a-f]+:\tv[a-z0-9]+ ' >/dev/null; }
if [[ $(uname -m) == x86_64 ]]; then
    wide "$SOLVENT_BUILD/sdk/libsolvent.so" || die "a poor test: AVX2 is not found in libsolvent.so"
    ! wide "$folder/least/sdk/libsolvent.so" || die "libsolvent.so has AVX2 where that was left out"
fi

for build in "$SOLVENT_BUILD" "$folder/least"; do
    "$build/solvent" match -q -s 5 -o "$work/game.svr" "$build/bots/learner" "$build/bots/trader" "$build/bots/careful" --clock 60000 >"$work/out"
    "$build/solvent" replay --format jsonl "$work/game.svr" | sha256sum
done | uniq >"$work/digests"
[[ $(wc -l <"$work/digests") == 1 ]] || die "other games without AVX2"
