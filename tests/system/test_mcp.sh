#!/usr/bin/env bash
# `solvent mcp` by the client of the protocol's SDK: whole games, two at once, a killed server, refusals; and no process is left.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs node
needs setsid
needs pgrep
cd "$work"

mkdir taken
exec {lock}<taken
flock "$lock"
expect 3 "$solvent" mcp --folder taken </dev/null
warns "'taken' is in use by another solvent mcp"
expect 3 "$solvent" mcp --folder none/there </dev/null
warns "cannot make 'none/there'"
expect 3 env PATH=/nowhere "$solvent" mcp </dev/null
warns "cannot run node (Node.js 18 or newer)"

setsid node "$SOLVENT_SOURCE/tests/system/mcp_client.mjs" "$solvent" "$work/games" >client.out 2>&1 &
client=$!
wait "$client" || die "the client: $(<client.out)"
gone() { ! pgrep -g "$client" >/dev/null; }
wait_for gone || die "left running: $(pgrep -a -g "$client")"
compgen -G 'games/.live-*' >/dev/null && die "left in the folder: $(ls -A games)"

expect 0 "$solvent" verify games/1.svr games/2.svr games/3.svr
expect 0 "$solvent" replay games/1.svr
says "the last line of the menu"
says 'hello you'
