# A bot is tried: its verdict is the ranking's, its worst decision the analysis's, and both are the same again.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

# A bot that fails the check does not play.
expect 1 "$solvent" try "$SOLVENT_BUILD/tests/support/crook crash 3"
one_line
warns '^solvent try: crook: [0-9]* of [0-9]* points of the check failed: .*; solvent check shows all of them'
[[ ! -e try-crook.db ]] || die "a bot that fails its check was played"

expect 0 "$solvent" try --no-check --games 10 --format json "mine=$SOLVENT_BUILD/bots/tiny"
cp out one.json
cat > judge.py <<'END'
import csv, json, subprocess, sys
def run(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout
found = json.load(open("one.json"))
assert (found["bot"], found["games"], found["store"], found["page"]) == ("mine", int(sys.argv[2]), "try-mine.db", "try-mine.html")
rank = json.loads(run("rank", "--format", "json", "try-mine.db"))
mine = next(bot for bot in rank["bots"] if bot["bot"] == "mine")
assert abs(mine["adjusted"] - found["points"]) < 1e-4, (mine, found)
if found["games"] < 30: # three a deal
    assert found["low"] is found["high"] is None
    assert all(other["verdict"] == "unknown" and other["low"] is other["high"] is None for other in found["against"])
else:
    assert 0 <= found["low"] < found["points"] < found["high"] <= 1
    for other in found["against"]:
        assert other["verdict"] == ("stronger" if other["low"] > 0 else "weaker" if other["high"] < 0 else "level")
costs = [row for row in csv.DictReader(run("analyse", "--format", "csv", "try-mine.db").splitlines()) if row["bot"] == "mine" and float(row["cost"]) >= 0.05]
never = found["never"]
assert [row["habit"] for row in sorted(never, key=lambda row: row["points"])] == [row["habit"] for row in never]
assert {row["habit"] for row in never}.isdisjoint({"never bids", "never builds"}), never # tiny and careful do both
for row in never:
    assert len(row["games"]) <= 3 and all(1 <= place["game"] <= found["games"] for place in row["games"]), row
    assert row["points"] >= 0 or row["games"], row
worst = max(costs, key=lambda row: float(row["cost"]))
assert worst["game"] == f"try-mine.db#{found['worst_game']}" and int(worst["decision"]) == found["worst_decision"]
assert float(worst["cost"]) == found["worst_cost"]
END
python3 judge.py "$solvent" 12
grep -q '<title>.*mine' try-mine.html || die "no page of the game"
page=$(grep -o '"worst_decision":[0-9]*' one.json | cut -d: -f2)

expect 0 "$solvent" try --no-check --games 12 -j 2 "mine=$SOLVENT_BUILD/bots/tiny"
says '^mine: too few games to compare with careful and trader: 0\.[0-9]* points a game without luck, in 12 games\.$'
says "^its page: try-mine.html#d=$page (try-mine.db#"
expect 0 "$solvent" try --no-check --games 12 --format json "mine=$SOLVENT_BUILD/bots/tiny"
cmp out one.json || die "another result with the same deals"

# After ten deals there are intervals. Equals are not called level: they are not told apart.
expect 0 "$solvent" try --no-check --games 30 "mine=$SOLVENT_BUILD/bots/careful"
says '^mine: .*not yet told apart from .*careful.*: 0\.[0-9]* [±+].* points a game without luck, in 30 games\.$'
expect 0 "$solvent" try --no-check --games 30 --format json "mine=$SOLVENT_BUILD/bots/careful"
cp out one.json
python3 judge.py "$solvent" 30

# README's bot hears first that it never trades, builds or bids, each with games.
sed -n '/^<!-- run: save as mybot.c -->/,/^```$/p' "$SOLVENT_SOURCE/README.md" | sed '1,2d; $d' >mybot.c
# shellcheck disable=SC2046 # words
cc -std=c17 -O1 mybot.c $(pkg-config --cflags --libs "$SOLVENT_BUILD/solvent.pc") -o mybot
expect 0 "$solvent" try --no-check ./mybot
[[ $(sed -n '2,5s/: -0\.[0-9]* ±0\.[0-9]* points a game (#[0-9]*, #[0-9]*, #[0-9]*)$//p' out | sort | tr '\n' ,) == *'never bids,never builds,'*'never trades,' ]] || die "$(cat out)"
says '^So much does learner lose without it, on the same deals\.'

# A bot that is called like one of the others gets another name.
expect 0 "$solvent" try --no-check --games 3 careful
says '^careful-2: too few games to compare with careful and trader'
expect 2 "$solvent" try; one_line
expect 2 "$solvent" try a b; one_line
expect 3 "$solvent" try ./missing; one_line
