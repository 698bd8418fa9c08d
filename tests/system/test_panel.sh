#!/usr/bin/env bash
# `solvent panel`: its tables, bots that are as good as each other, and a bot of a league file, whose process plays the games of the
# policy. And a duel in process plays the games of the league with its bots and seed.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd "$work"

than=(--than trader) # plays each game again
((!sanitized)) || than=()
expect 0 "$solvent" panel -q --no-luck --deals 2 trader "${than[@]}" -f json
cp out policy.json
cat >own.yaml <<'YAML'
name: own
edition: classic
seats: 2
sandbox: none
bots:
  - {name: gnome, command: [trader], matches: 64} # few answers wait for others
  - {name: away, endpoint: "ipc://away"}
YAML
expect 2 "$solvent" panel --league own.yaml away
grep -F "own.yaml: found no bot 'away' that the league file starts" err >/dev/null || die "a bot that connects by itself"
expect 3 "$solvent" panel nobody
grep -F "cannot run 'nobody'" err >/dev/null || die "an unknown bot"
expect 3 "$solvent" panel -q true
grep -F "true: no answer in a whole game" err >/dev/null || die "a bot that ends"

needs_plain_build "no libsolvent.so in a build with sanitizers, and bots at 63 tables take long"
expect 0 "$solvent" panel -q --no-luck --deals 2 --league own.yaml gnome -j 2 -f json
python3 - <<'PYTHON' || die "tables"
import json
twin, said = json.load(open("policy.json")), json.load(open("out"))
tables = said["tables"]
assert len({(t["edition"], t["seats"], t["against"]) for t in tables}) == len(tables) == 63, len(tables)
assert all(t["games"] == 2 * t["seats"] and t["illegal"] == 0 for t in tables) and said["forfeited"] == 0
assert all(abs(t["points"] - 0.5) < 1e-9 and t["points_half"] < 1e-9 for t in tables if t["against"] == "trader")
assert tables[said["worst"]]["p"] == min(t["p"] for t in tables)
assert [(t["points"], t["wins"]) for t in tables] == [(t["points"], t["wins"]) for t in twin["tables"]], "a process plays other games"
assert all(t["difference"] == 0 and t["p"] == 1 for t in twin["tables"]) and twin["below"] == 0
PYTHON
export PYTHONPATH=$SOLVENT_SOURCE/sdk/python SOLVENT_LIBRARY=$SOLVENT_BUILD/sdk/libsolvent.so PYTHONDONTWRITEBYTECODE=1
for others in careful careful,tiny; do
    {
        printf 'name: same\nedition: classic\nseed: same\nrules: {max_rounds: 300}\nseatings: rotations\nsandbox: none\ndeals: 6\n'
        printf 'seats: %s\nbots:\n' $((1 + $(tr ',' '\n' <<<"$others" | wc -l)))
        tr ',' '\n' <<<"trader,$others" | sed 's/.*/  - {name: &, bot: &, matches: 16}/'
    } >same.yaml
    rm -rf same.db*
    expect 0 "$solvent" league run -q same.yaml
    expect 0 "$solvent" rank -f json same.db
    python3 - out "$others" <<'PYTHON' || die "a duel is another league against $others"
import json, sys
from solvent.duel import duel
league = next(bot["points"] for bot in json.load(open(sys.argv[1]))["bots"] if bot["bot"] == "trader")
found = duel("trader", *sys.argv[2].split(","), deals=6, seed="same", rules={"max_rounds": 300}, luck=False)
assert abs(found.points.value - league) < 1e-6, (found, league)
PYTHON
done
