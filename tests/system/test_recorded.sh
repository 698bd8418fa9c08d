#!/usr/bin/env bash
# Python reads recorded games as `solvent replay` tells them, one by one and as arrays.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

export SOLVENT_LIBRARY=$SOLVENT_BUILD/sdk/libsolvent.so PYTHONPATH=$SOLVENT_SOURCE/sdk/python PYTHONDONTWRITEBYTECODE=1
needs_plain_build "no libsolvent.so in a build with sanitizers"
needs_python numpy
cd "$work"
cat >cup.yaml <<END
name: cup
deals: 3
seats: 3
seed: 7
rules: {max_rounds: 40}
bots:
  - {name: trader, command: [$SOLVENT_BUILD/bots/trader], matches: 64}
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 64}
  - {name: tiny, command: [$tiny], matches: 64}
END
expect 0 "$solvent" league run cup.yaml --store cup.db
expect 0 "$solvent" replay cup.db#2 -o game.svr
"$solvent" replay game.svr --format jsonl >game.jsonl
"$python" "$SOLVENT_SOURCE/tests/python/recorded.py" cup.db game.svr game.jsonl || die "Python reads other games"
