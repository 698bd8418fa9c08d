#!/usr/bin/env bash
# The pages of a league over HTTP: those there, those not there yet, and the answers to hostile clients.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

needs python3
cd "$work"
bots=$SOLVENT_BUILD/bots
cat >cup.yaml <<END
name: cup
seats: 3
deals: 5
seed: 11
rules: {max_rounds: 60}
bots:
  - {name: careful, command: [$bots/careful], matches: 16}
  - {name: trader, command: [$bots/trader], matches: 16}
  - {name: tiny, command: [$bots/tiny], matches: 16}
  - {name: random, command: [$bots/random], matches: 16}
END
expect 0 "$solvent" league run cup.yaml --store cup.db --luck
python3 "$SOLVENT_SOURCE/tests/system/serve.py" "$solvent" cup.db . "$SOLVENT_BUILD"
