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
grep -q '^seat  bot  *points  start  *luck  *own  *others  *drift$' out
tr -s '\n ' ' ' <out | grep -q ', decision [0-9]*: .*; better: '
for file in game.svr cup.db; do
    (($("$solvent" analyse "$file" 2>log | wc -L) <= 80)) || die "analyse $file: lines of more than 80 columns"
done

cat > judge.py <<'END'
import csv, json, subprocess, sys
def run(*words):
    return subprocess.run([sys.argv[1], "analyse", *words], check=True, capture_output=True, text=True).stdout
for name, games, seats, extra in (("game.svr", 1, 3, []), ("cup.db#5", 1, 4, []), ("cup.db", 12, 4, []), ("cup.db#5", 1, 4, ["--depth", "search", "--futures", "8"])):
    data = json.loads(run("--format", "json", name, *extra))
    assert len(data["games"]) == games and len(data["bots"]) == seats
    rows = list(csv.DictReader(run("--format", "csv", name, *extra).splitlines()))
    assert len(rows) == sum(len(game["decisions"]) for game in data["games"])
    lost = {}
    for game in data["games"]:
        for seat in game["account"]:
            whole = [round(1e6 * x) for x in (seat["start"], seat["luck"], seat["own"], seat["drift"], seat["forfeit"], *seat["others"])]
            assert sum(whole) == round(1e6 * seat["points"]), seat
            assert round(1e6 * seat["skill"]) == sum(whole[2:]), seat
        for column in ("luck", "drift", "forfeit", "skill"):
            assert abs(sum(seat[column] for seat in game["account"])) < 1e-5, column
        assert abs(sum(seat["options"] for seat in game["account"])) < 1e-5
        assert abs(sum(seat["own"] + sum(seat["others"]) for seat in game["account"])) < 1e-9
        assert abs(sum(seat["points"] for seat in game["account"]) - len(game["account"]) / 2) < 1e-5
        for decision in game["decisions"]:
            for key in ("game", "decision", "seat", "bot", "kind", "cost", "se", "class", "answer", "candidates"):
                assert key in decision, key
            assert any(candidate["answer"] == decision["answer"] for candidate in decision["candidates"])
            assert decision["class"] in ("good", "inaccuracy", "mistake", "blunder")
            lost.setdefault(decision["bot"], []).append(decision["cost"])
    for bot in data["bots"]:
        assert bot["decisions"] == len(lost[bot["bot"]])
        seats = [seat["options"] for game in data["games"] for seat in game["account"] if seat["bot"] == bot["bot"]]
        assert abs(bot["options"] - sum(seats) / len(seats)) < 1e-5
        assert abs(bot["per_100"] - 100 * sum(lost[bot["bot"]]) / bot["decisions"]) < 1e-3
    for row, decision in zip(rows, (d for game in data["games"] for d in game["decisions"])):
        assert (row["game"], int(row["decision"]), row["kind"]) == (decision["game"], decision["decision"], decision["kind"])
        assert float(row["cost"]) == decision["cost"]
END
python3 judge.py "$solvent"

for depth in quick search; do
    "$solvent" analyse cup.db#2 --depth $depth --futures 8 --format json -j 1 > one.json
    "$solvent" analyse cup.db#2 --depth $depth --futures 8 --format json -j 3 > three.json
    cmp one.json three.json
done
"$solvent" analyse cup.db -j 1 > one.txt
"$solvent" analyse cup.db -j 5 > five.txt
cmp one.txt five.txt
"$solvent" analyse cup.db --bot random > random.txt
grep -q '^random  *all ' random.txt
! grep -q '^careful ' random.txt || die "other bots than --bot names"
"$solvent" analyse cup.db --games 4 --bot random --format csv > some.csv
[[ $(cut -d, -f1 some.csv | sort -u | wc -l) == 5 && $(cut -d, -f6 some.csv | sort -u | wc -l) == 2 ]]

# A search is kept in the store, and hashed nowhere; an interrupted one goes on.
kept() { python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1], timeout=60).execute(sys.argv[2]).fetchone()[0])' "$1" "$2" 2> /dev/null; }
digests() { "$solvent" rank "$1" --format json | grep -o '"digest":"[0-9a-f]*"\|"head":"[0-9a-f]*"'; }
deep=(--depth search --futures 8 --format json)
sed 's/^name: cup/name: mini/; s/^deals: 3/deals: 2/; s/: 40/: 12/' cup.yaml > mini.yaml
"$solvent" league run mini.yaml --store mini.db > /dev/null 2>&1
cp mini.db other.db
digests mini.db > before
"$solvent" analyse other.db "${deep[@]}" -j 1 > broken.json 2> err &
analyse=$!
for ((i = 0; i < 1200; i++)); do
    [[ $(kept other.db "SELECT count(*) >= 1 FROM analyses") != 1 ]] || break
    sleep 0.05
done
kill -INT $analyse 2> /dev/null || true
wait $analyse && whole=1 || whole=0
done=$(kept other.db "SELECT count(*) FROM analyses")
[[ $done -ge 1 && $done -le 8 && ($whole == 1 || $done -lt 12) ]] || die "interrupted after $done games: $(cat err)"
"$solvent" analyse other.db "${deep[@]}" > again.json
"$solvent" analyse mini.db "${deep[@]}" > once.json
sed -i 's/other[.]db/mini.db/' again.json
cmp once.json again.json || die "what was kept is something else than what is found"
[[ $(kept mini.db "SELECT group_concat(hex(found)) FROM analyses") == $(kept other.db "SELECT group_concat(hex(found)) FROM analyses") ]]
digests mini.db > after
[[ -s before ]] && cmp before after || die "analyses changed a digest"
expect 0 "$solvent" verify mini.db

# It is not made again: what stands there is told. Of another version it is. A merged store has it; a store that is being written keeps nothing.
python3 - << 'END'
import sqlite3
db = sqlite3.connect("other.db")
found = bytearray(db.execute("SELECT found FROM analyses WHERE number = 5").fetchone()[0])
assert found[0] > 1 or found[1] == 0
at = next(i for i in range(0, len(found)) if found[i] == 0x3f) - 1  # a figure's exponent
found[at] ^= 0x40
db.execute("UPDATE analyses SET found = ? WHERE number = 5", (bytes(found),))
db.commit()
END
"$solvent" analyse other.db "${deep[@]}" > changed.json
sed -i 's/other[.]db/mini.db/' changed.json
! cmp -s once.json changed.json || die "what is kept is not read"
python3 -c 'import sqlite3
db = sqlite3.connect("other.db")
db.execute("UPDATE analyses SET version = zeroblob(16)")
db.commit()'
"$solvent" league merge merged.db mini.db > out 2>&1 || die "merge: $(cat out)"
[[ $(kept merged.db "SELECT count(*) FROM analyses") == 8 ]] || die "a merged store lacks analyses"
flock other.db "$solvent" analyse other.db "${deep[@]}" > locked.json 2> err
grep -q 'what is found is not kept: ' err || die "no word that nothing is kept: $(cat err)"
[[ $(kept other.db "SELECT count(*) FROM analyses WHERE version = zeroblob(16)") == 8 ]] || die "a locked store was written"
sed -i 's/other[.]db/mini.db/' locked.json
cmp once.json locked.json || die "of another version it was not made again"

# Costs compare decisions of one bot. Nothing that compares bots has them.
tr '\n' ' ' <one.txt | grep -q 'Compare the decisions of one bot by this, not bots: ' || die "$(cat one.txt)"
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
