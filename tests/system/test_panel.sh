#!/usr/bin/env bash
# `solvent panel`: its tables, what does not depend on threads, and bots that are as good as each other. And a duel in process plays
# the games of the league with its bots and seed.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd "$work"

expect 0 "$solvent" panel -q --no-luck --deals 2 trader -j 1 -f json
cp out one.json
expect 0 "$solvent" panel -q --no-luck --deals 2 trader --than trader -j 3 -f json
python3 - <<'PYTHON' || die "tables"
import json
said, twin = json.load(open("one.json")), json.load(open("out"))
tables = said["tables"]
assert len({(t["edition"], t["seats"], t["against"]) for t in tables}) == len(tables) == 63, len(tables)
assert all(t["games"] == 2 * t["seats"] and t["illegal"] == 0 for t in tables)
assert all(abs(t["points"] - 0.5) < 1e-9 and t["points_half"] < 1e-9 for t in tables if t["against"] == "trader")
assert tables[said["worst"]]["p"] == min(t["p"] for t in tables)
assert [t["points"] for t in tables] == [t["points"] for t in twin["tables"]], "other games with other threads"
assert all(t["difference"] == 0 and t["p"] == 1 for t in twin["tables"]) and twin["below"] == 0
PYTHON
expect 2 "$solvent" panel nobody
grep -F "found 'nobody', expected a reference bot" err >/dev/null || die "an unknown bot"

needs_plain_build "no libsolvent.so in a build with sanitizers"
export PYTHONPATH=$SOLVENT_SOURCE/sdk/python SOLVENT_LIBRARY=$SOLVENT_BUILD/sdk/libsolvent.so PYTHONDONTWRITEBYTECODE=1
for others in careful careful,tiny; do
    {
        printf 'name: same\nedition: classic\nseed: same\nrules: {max_rounds: 300}\nseatings: rotations\nsandbox: none\ndeals: 20\n'
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
found = duel("trader", *sys.argv[2].split(","), deals=20, seed="same", rules={"max_rounds": 300}, luck=False)
assert abs(found.points.value - league) < 1e-6, (found, league)
PYTHON
done
