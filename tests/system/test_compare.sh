# Where two bots part on the same deals: as their games say, read beside it.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

bots=$SOLVENT_BUILD/bots
cat > sprt.yaml <<END
name: sprt
format: sprt
seed: 5
seats: 2
sandbox: none
rules: {max_rounds: 40}
sprt: {candidate: learner, baseline: trader, elo0: 0, elo1: 20}
deals: 6
bots:
  - {name: learner, command: [$bots/learner], matches: 16}
  - {name: trader, command: [$bots/trader], matches: 16}
END
expect 0 "$solvent" league run sprt.yaml --no-trial --luck -q
expect 0 "$solvent" compare sprt.db learner trader --format json
cp out one.json

cat > judge.py <<'END'
import json, subprocess, sys
def run(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout
found = json.load(open("one.json"))
games = json.loads(run("games", "--format", "json", "sprt.db"))
def course(number):
    """Its answers, but those that change nothing: a bot that is not asked does nothing either."""
    events = [json.loads(line) for line in run("replay", "--format", "jsonl", "--decisions", f"sprt.db#{number}").splitlines()]
    return [{k: v for k, v in e.items() if k != "n"} for e in events
            if e["type"] == "answer" and not (e["kind"] == "manage" and not any(e["answer"].values()))]
kinds, differences = {}, []
for i in range(0, len(games), 2):
    pair = games[i:i + 2]
    assert pair[0]["deal"] == pair[1]["deal"]
    one, other = (course(g["game"]) for g in pair)
    part = next(k for k in range(len(one)) if one[k] != other[k])
    first = one[part]
    if other[part]["kind"] == "manage" and first["kind"] != "manage":
        first = other[part]  # where the bot of `one` did nothing
    seat = first["seat"]
    a, b = sorted((g["seats"][seat] for g in pair), key=lambda s: s["bot"])
    assert (a["bot"], b["bot"]) == ("learner", "trader")
    kinds[first["kind"]] = kinds.get(first["kind"], 0) + 1
    differences.append((a["points"] - a["luck"]) - (b["points"] - b["luck"]))
assert found["games"] == len(games) and found["parted"] == len(differences) and found["same"] == 0
told = {}
for parting in found["partings"]:
    told[parting["kind"]] = told.get(parting["kind"], 0) + parting["pairs"]
assert told == kinds, (told, kinds)
assert abs(found["points"] - sum(differences) / len(differences)) < 1e-4
sums = [abs(p["pairs"] * p["points"]) for p in found["partings"]]
assert all(x >= y - 1e-4 for x, y in zip(sums, sums[1:])), sums
assert all(p["a"] != p["b"] for p in found["partings"]), found["partings"]
for parting in found["partings"]:  # the games and decisions of links
    for side, bot in (("a", "learner"), ("b", "trader")):
        game = json.loads(run("analyse", "--format", "json", f"sprt.db#{parting['game_' + side]}"))["games"][0]
        row = next((d for d in game["decisions"] if d["decision"] == parting["decision_" + side]), None)
        if row is None:
            assert parting["decision_" + side] == 0 and parting[side] == "nothing"
            continue
        assert (row["kind"], row["bot"]) == (parting["kind"], bot)
        if "choice" in row["answer"]:
            assert parting[side].split(", ")[0] == row["answer"]["choice"]
END
python3 judge.py "$solvent"

# The other way round: the same partings.
expect 0 "$solvent" compare sprt.db trader learner --format json
cat > turned.py <<'END'
import json
one, other = json.load(open("one.json")), json.load(open("out"))
assert abs(one["points"] + other["points"]) < 1e-6 and one["parted"] == other["parted"]
assert sorted((p["kind"], p["a"], p["b"], p["pairs"]) for p in one["partings"]) == sorted((p["kind"], p["b"], p["a"], p["pairs"]) for p in other["partings"])
END
python3 turned.py
expect 0 "$solvent" compare sprt.db learner trader
says '^pairs of games on the same deals and seats: 6 (parted: 6, alike to the end: 0)$'
says '^learner got .* points a game more than trader there, luck taken away$'

# The bots play both answers on: the same with any number of workers, and turned round. A row says where games and answers
# differ beyond chance.
expect 0 "$solvent" compare sprt.db learner trader --futures 40 --most 2 -j 3 --format json
cp out played.json
expect 0 "$solvent" compare sprt.db learner trader --futures 40 --most 2 -j 1 --format json
cmp out played.json || die "workers change figures"
expect 0 "$solvent" compare sprt.db trader learner --futures 40 --most 2 --format json
cat > played.py <<'END'
import json, math
one, played, turned = (json.load(open(name))["partings"] for name in ("one.json", "played.json", "out"))
assert [{k: v for k, v in p.items() if k not in ("futures", "answer", "answer_half", "disagree")} for p in played] == one
assert all("futures" not in p for p in played[2:]) and played[0]["futures"] == 40
for p in played[:2]:
    assert p["futures"] == 40 and 0 <= p["answer_half"] < 1 and abs(p["answer"]) < 1, p  # 0: an offer that nobody takes
    apart = p["points_half"] is not None and abs(p["points"] - p["answer"]) > math.hypot(p["points_half"], p["answer_half"])
    assert p["disagree"] == apart, p
assert any(p["answer_half"] > 0 for p in played[:2]), played[:2]
for p, q in zip(played[:2], turned[:2]):  # another bot plays on, so figures need not be opposite
    assert p["kind"] == q["kind"] and abs(p["points"] + q["points"]) < 1e-6 and q["futures"] == 40, (p, q)
END
python3 played.py
expect 0 "$solvent" compare sprt.db learner trader --futures 20 --most 1
says '^decision .* points  *±  answer  *±  where'
mv sprt.yaml gone.yaml
expect 2 "$solvent" compare sprt.db learner trader --futures 20; one_line
mv gone.yaml sprt.yaml
expect 2 "$solvent" compare sprt.db learner trader --stand-in "$bots/tiny"; one_line

# At a table of four other seats play differently too: only what the seat itself answers otherwise is told.
cat > four.yaml <<END
name: four
seed: 1
seats: 4
deals: 2
sandbox: none
rules: {max_rounds: 60}
bots:
  - {name: tiny, command: [$bots/tiny], matches: 16}
  - {name: random, command: [$bots/random], matches: 16}
  - {name: careful, command: [$bots/careful], matches: 16}
  - {name: trader, command: [$bots/trader], matches: 16}
END
expect 0 "$solvent" league run four.yaml --no-trial -q
expect 0 "$solvent" compare four.db careful trader
says '^pairs of games on the same deals and seats: 1 (parted: 1, alike to the end: 0)$'
says '^left out, as another seat plays differently first: 7$'
says '^jail .* pay .* roll '
! grep '^buy' out || die "the same answer in both"

expect 2 "$solvent" compare sprt.db learner nobody; one_line; tells "found 'nobody', expected a bot of sprt.db"
expect 2 "$solvent" compare sprt.db learner learner; one_line
expect 2 "$solvent" compare sprt.db learner; one_line
expect 2 "$solvent" compare missing.db a b; one_line
