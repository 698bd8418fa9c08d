#!/usr/bin/env bash
# Kills of leagues of every format: of the arbiter at points at which it has just changed a file, and of the arbiter and all processes
# below it at random moments. docs/OPERATING.md says what must be equal after which kill; tests/system/kills.py asserts it.
# One allocation of a league is refused as well: SOLVENT_ALLOCATIONS says how many, each in a league of its own (12, or "all").
# SOLVENT_KILLS says how many kills, at least (30), SOLVENT_FORMATS of which formats (all), SOLVENT_KILLS_SEED which (random, and told).
# In full: SOLVENT_KILLS=1000 SOLVENT_SOURCE=$PWD SOLVENT_BUILD=$PWD/build-ci bash tests/system/test_kills.sh
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
needs_plain_build "sanitizers have their own system calls"
needs python3
chmod 755 "$work" # bots of root are other users
python3 "$SOLVENT_SOURCE/tests/system/kills.py" "$solvent" "$SOLVENT_BUILD" "$work" "${SOLVENT_KILLS:-30}" \
    "${SOLVENT_ALLOCATIONS:-12}" "${SOLVENT_KILLS_SEED:-$RANDOM}"
