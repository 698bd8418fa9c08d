#!/usr/bin/env bash
# Includes follow only the arrows of cmake/SolventModules.cmake, no cycle of sources, and the picture of them in the documents. Then
# each way to break that is tried on a copy and must be found.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

"$SOLVENT_SOURCE/tools/modules" --check

# broken FILE COMMAND... : after COMMAND, run in a copy of the tree, the check names FILE.
broken() {
    local file=$1
    rm -rf "$work/copy"
    mkdir "$work/copy"
    (cd "$SOLVENT_SOURCE" && cp -r --parents sdk arbiter bots tools cmake docs/modules.mmd "$work/copy")
    (cd "$work/copy" && "${@:2}")
    if "$work/copy/tools/modules" --check 2>"$work/err" || ! grep -q "^$file" "$work/err"; then
        cat "$work/err"
        die "not found: ${*:2}"
    fi
}

broken arbiter/session/clock.c:1: sed -i '1i #include "bot/session.h"' arbiter/session/clock.c        # an arrow that is forbidden
broken sdk/game/luck.c:1: sed -i '1i #include "wire/wire.h"' sdk/game/luck.c           # against the stream
broken bots/tiny.c:1: sed -i '1i #include "game/op.h"' bots/tiny.c                      # past the public headers
broken arbiter/session/clock.c:1: sed -i '1i #include "clock.h"' arbiter/session/clock.c                # without its module
broken session/bot_session: sed -i '1i #include "session/bot_session.h"' arbiter/session/session_recovery.h  # a cycle
broken cmake/SolventModules.cmake: sed -i '/^solvent_module(wire /s/)/ edition)/' cmake/SolventModules.cmake # allowed, not used
broken docs/modules.mmd: sed -i '/^  wire --> game$/d' docs/modules.mmd # another picture
broken arbiter/job/points.h: sed -i '/^#endif/i void svi_roster_finish(struct svi_roster *roster);' arbiter/job/points.h # another file's function
broken arbiter/job/loss.h: sed -i 's|^sdk/game/op.h$|&\narbiter/job/loss.h|' tools/modules # an exception that is not needed
