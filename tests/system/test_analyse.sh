# Costs of decisions: by game and by store, as text, JSON and csv; the same with any number of threads.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

bots=$SOLVENT_BUILD/bots
"$solvent" match -s 1 -o game.svr "$bots/trader" "$bots/careful" "$bots/learner" > /dev/null 2>&1
cat > cup.yaml <<END
name: cup
seed: 7
deals: 3
rules: {max_rounds: 40}
bots:
  - {name: careful, command: [$bots/careful], matches: 16}
  - {name: trader, command: [$bots/trader], matches: 16}
  - {name: random, command: [$bots/random], matches: 16}
  - {name: tiny, command: [$bots/tiny], matches: 16}
END
"$solvent" league run cup.yaml --store cup.db > /dev/null 2>&1

expect 0 "$solvent" analyse game.svr
grep -q '^seat  bot  *points  *luck  *skill$' out
tr -s '\n ' ' ' <out | grep -q ', decision [0-9]*: .*; better: '
for file in game.svr cup.db; do
    (($("$solvent" analyse "$file" 2>log | wc -L) <= 80)) || die "analyse $file: lines of more than 80 columns"
done

cat > judge.py <<'END'
import csv, json, subprocess, sys
def run(*words):
    return subprocess.run([sys.argv[1], "analyse", *words], check=True, capture_output=True, text=True).stdout
for name, games, seats, extra in (("game.svr", 1, 3, []), ("cup.db#5", 1, 4, []), ("cup.db", 12, 4, [])):
    data = json.loads(run("--format", "json", name, *extra))
    assert len(data["games"]) == games and "bots" not in data
    rows = list(csv.DictReader(run("--format", "csv", name, *extra).splitlines()))
    assert len(rows) == sum(len(game["decisions"]) for game in data["games"])
    for game in data["games"]:
        for seat in game["players"]:
            assert abs(0.5 + seat["luck"] + seat["skill"] - seat["points"]) < 2e-6, seat
        for column in ("luck", "skill"):
            assert abs(sum(seat[column] for seat in game["players"])) < 1e-5, column
        assert len(game["players"]) == seats
        assert abs(sum(seat["points"] for seat in game["players"]) - len(game["players"]) / 2) < 1e-5
        for decision in game["decisions"]:
            for key in ("game", "decision", "seat", "bot", "kind", "cost", "missed", "answer", "candidates"):
                assert key in decision, key
            assert any(candidate["answer"] == decision["answer"] for candidate in decision["candidates"])
            assert "class" not in decision  # a model gives none
    for row, decision in zip(rows, (d for game in data["games"] for d in game["decisions"])):
        assert (row["game"], int(row["decision"]), row["kind"]) == (decision["game"], decision["decision"], decision["kind"])
        assert float(row["cost"]) == decision["cost"]
END
python3 judge.py "$solvent"

"$solvent" analyse cup.db -j 1 > one.txt
"$solvent" analyse cup.db -j 5 > five.txt
cmp one.txt five.txt
"$solvent" analyse cup.db --bot random > random.txt
grep -q ': random, ' random.txt
! grep -Eq ': (careful|trader|tiny), ' random.txt || die "other bots than --bot names"
"$solvent" analyse cup.db --games 4 --bot random --format csv > some.csv
[[ $(cut -d, -f1 some.csv | sort -u | wc -l) == 5 && $(cut -d, -f6 some.csv | sort -u | wc -l) == 2 ]]

# The list of a store is that of its games: the greatest costs of all, each with its game. It says how to make sure.
tr '\n' ' ' <one.txt | grep -q 'let them play a decision on (solvent what-if GAME --at D)' || die "$(cat one.txt)"
python3 - "$solvent" <<'END'
import csv, re, subprocess, sys
run = lambda *words: subprocess.run([sys.argv[1], "analyse", *words], check=True, capture_output=True, text=True).stdout
text = re.sub(r"\n {2,}", " ", run("cup.db", "--most", "20"))
listed = [(m[2], int(m[3]), float(m[1])) for m in re.finditer(r"^-([0-9.]+)  (#[0-9]+), round [0-9]+, decision ([0-9]+): ", text, re.M)]
rows = {("#" + r["game"].split("#")[1], int(r["decision"])): r for r in csv.DictReader(run("cup.db", "--format", "csv").splitlines())}
costly = sorted((float(r["cost"]) for r in rows.values() if float(r["cost"]) >= 0.05), reverse=True)
assert len(listed) == 20 and [f"{c:.3f}" for c in costly[:20]] == [f"{c:.3f}" for _, _, c in listed], (costly[:20], listed)
assert all(abs(float(rows[game, decision]["cost"]) - cost) < 6e-4 for game, decision, cost in listed)
assert re.search(rf"^{len(costly)} costly decisions by the model", text, re.M) and f"and {len(costly) - 20} more" in text, (len(costly), text)
END
# Decisions that a bot left to defaults: tiny is never asked about a window, and always about a deed.
"$solvent" analyse cup.db#5 --bot tiny | tr '\n' ' ' > left.txt
python3 - <<'END'
import re
text = open("left.txt").read()
left = re.search(r"tiny was not asked (\d+) decisions, which had the default answer: ([a-z_0-9, ]+)\. What that cost, by kind: solvent analyse cup\.db --depth play --bot tiny", text)
assert left, text
kinds = dict(kind.rsplit(" ", 1) for kind in left[2].split(", "))
assert sum(map(int, kinds.values())) == int(left[1]) and int(kinds["manage"]) > 9 and "buy" not in kinds, text
END
! "$solvent" analyse game.svr | grep -E '^(mistake|blunder|inaccuracy)' || die "a model gives a class"
# Nothing that compares bots has costs.
"$solvent" rank cup.db --wide >compared.txt
for format in html md csv json; do
    "$solvent" report cup.db --format "$format" -o - | sed '/^<script>/,/<\/script>$/d' >>compared.txt # less the code for all pages
done
if grep -Eio 'costs? of decisions|decision_costs|id=decisions' compared.txt; then die "a comparison of bots tells costs"; fi

expect 2 "$solvent" analyse game.svr --bot nobody
[[ $(cat err) == "solvent analyse: --bot: found 'nobody', expected a bot of this game: trader, careful or learner" ]]
expect 2 "$solvent" analyse cup.db --bot nobody
expect 2 "$solvent" analyse missing.svr
expect 2 "$solvent" analyse cup.db#99
head -c 2000 game.svr > cut.svr
expect 1 "$solvent" analyse cut.svr
grep -q '^solvent analyse: cut.svr: ' err
