#!/usr/bin/env bash
# The door for CodeClash (tools/codeclash): a round with two bots that are right, one that dies and an empty folder.
# CODECLASH=CHECKOUT: with CodeClash's own code, else with what it calls.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
# shellcheck disable=SC2119 # no module is needed
needs_python
cd "$work"
export SOLVENT=$solvent PYTHONDONTWRITEBYTECODE=1

mkdir careful random dies empty
cp "$SOLVENT_BUILD/bots/careful" careful/bot
cp "$SOLVENT_BUILD/bots/random" random/bot
echo 'raise SystemExit("no bot yet")' >dies/bot.py
expect 0 "$python" "$SOLVENT_SOURCE/tests/system/codeclash_round.py" "$work" 24 careful=careful random=random dies=dies empty=empty
says '^winner: careful$'
says '^careful: True, \([1-9][0-9.]*\) of \1, fine$'
says '^random: True, \([0-9.]*\) of \1, fine$'
says '^dies: False, 0.0 of 0.0, no bot yet$'
says '^empty: False, 0.0 of 0.0, found neither bot.py nor a program bot in the folder, expected one of them$'
says '^FAIL  *hello, and a first match .*exited with status 1'
says '^details: 2$'
expect 0 "$solvent" rank rounds/1/round.db
tells 'round: 24 of 24 games'
