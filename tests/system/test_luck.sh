# Luck in a store: found at the end of a run, or later by a command; the same figures either way, which no hash covers, and
# rankings that use it.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

cat > cup.yaml <<END
name: cup
seed: 7
deals: 3
rules: {max_rounds: 40}
bots:
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 16}
  - {name: trader, command: [$SOLVENT_BUILD/bots/trader], matches: 16}
  - {name: random, command: [$SOLVENT_BUILD/bots/random], matches: 16}
  - {name: tiny, command: [$SOLVENT_BUILD/bots/tiny], matches: 16}
END

"$solvent" league run cup.yaml --store with.db > /dev/null 2>&1
"$solvent" league run cup.yaml --store without.db --no-luck > /dev/null 2>&1
{ cat cup.yaml; echo 'luck: off'; } > off.yaml
"$solvent" league run off.yaml --store off.db > /dev/null 2>&1

figures() { "$solvent" rank "$1" --format json | grep -o '"digest":"[0-9a-f]*"\|"adjusted":[^,]*\|"without_luck":[0-9]*' | tr '\n' ' '; }
[[ $(figures with.db) != *null* && $(figures with.db) == *'"without_luck":0'* ]]
[[ $(figures without.db) == *'"adjusted":null'*'"adjusted":null'* && $(figures without.db) == *'"without_luck":12'* ]]
[[ $(figures off.db) == *'"without_luck":12'* ]]
expect 0 "$solvent" rank without.db
! grep -q adjusted out || die "points less luck that is not known: $(cat out)"
"$solvent" rank without.db | grep 'luck of 12 games is not known: `solvent luck --fill STORE` finds it' > /dev/null

# By the command, with any number of threads: the same.
"$solvent" luck --fill without.db -j 1 | grep -x 'luck of 12 games found; 0 lack it' > /dev/null
"$solvent" league run cup.yaml --store off.db > /dev/null 2>&1 # games played without luck stay so
[[ $(figures off.db) == *'"without_luck":12'* ]]
cp off.db asked.db
"$solvent" league run off.yaml --store asked.db --luck > /dev/null 2>&1 # but not where it is asked for
[[ $(figures asked.db) == "$(figures with.db)" ]]
"$solvent" luck --fill off.db -j 3 | grep -x 'luck of 12 games found; 0 lack it' > /dev/null
"$solvent" luck --fill off.db | grep -x 'luck of 0 games found; 0 lack it' > /dev/null
[[ $(figures with.db) == "$(figures without.db)" && $(figures with.db) == "$(figures off.db)" ]]

# The table for a screen has points less luck as long as names leave it room, and says where they are else. To make room it leaves out
# means, and incidents that no bot has. How wide names and figures are is all that counts, so both are changed in the store.
sed 's/^deals: 3/deals: 12/' cup.yaml > wide.yaml # enough for intervals
"$solvent" league run wide.yaml --store wide.db > /dev/null 2>&1
cat > sheet.py <<'END'
import subprocess, sqlite3, sys, unicodedata
def table(names, incidents, *options):
    open("sheet.db", "wb").write(open("wide.db", "rb").read())
    store = sqlite3.connect("sheet.db")
    for bot, name in enumerate(names):
        store.execute("UPDATE bots SET name = ? WHERE bot = ?", (name, bot))
    store.execute("UPDATE seats SET late = ?, ok = ok - ?", (incidents, incidents))
    store.commit()
    store.close()
    text = subprocess.run([sys.argv[1], "rank", "sheet.db", *options], check=True, capture_output=True, text=True).stdout
    if not options:
        for line in text.split("\ndigest")[0].splitlines():
            assert sum(2 if unicodedata.east_asian_width(c) == "W" else 1 for c in line) <= 80, line
    return text.split("\n", 1)[0].split(), text
usual = ["careful", "trader", "random", "tiny"]
SHORT = ["rank", "bot", "rating", "±", "points", "±", "adjusted", "±", "games"]
for names, incidents, titles in (
        (["a", "b", "c", "d"], 0, SHORT + ["wins", "incidents"]), (["a", "b", "c", "d"], 1, SHORT + ["wins", "incidents"]),
        (usual, 0, SHORT + ["incidents"]), ([n + "-at-nine" for n in usual], 0, SHORT), (["a" * 39, "猫" * 12, "c", "d"], 0, SHORT),
        (["a" * 11, "b", "c", "d"], 1, SHORT + ["incidents"]),
        (["a" * 39, "b", "c", "d"], 1, ["rank", "bot", "rating", "±", "points", "±", "games", "incidents"])):
    found, text = table(names, incidents)
    assert found == titles, (names, incidents, text)
    assert "; sorted by ratings\n" in text, text
    has = "adjusted" in titles
    assert ("\nadjusted: points minus luck\n" in text) == has, text
    assert ("\npoints adjusted for luck have no room here: --wide has them\n" in text) != has, text
    found, text = table(names, incidents, "--wide")
    assert "adjusted" in found and "luck" in found and "late" in found and names[0] in text, text
    assert "\nadjusted: points minus luck\n" in text, text
END
python3 sheet.py "$solvent"
# It is held against the games, as long as it is of this program's version. A worker follows games as they are played, so
# that its figures are those of the replays also where bots die, forfeit or are taken up by another process.
"$solvent" verify with.db > /dev/null
cat > dying.yaml <<END
name: dying
seed: 8
deals: 2
luck: on
clock: {decision_ms: 300, bank_ms: 300, strikes: 3}
rules: {max_rounds: 40}
bots:
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 16}
  - {name: exit, command: [$SOLVENT_BUILD/tests/support/crook, exit], matches: 16}
  - {name: illegal, command: [$SOLVENT_BUILD/tests/support/crook, illegal], matches: 16}
  - {name: random, command: [$SOLVENT_BUILD/bots/random], matches: 16}
END
"$solvent" league run dying.yaml --no-trial --store dying.db > /dev/null 2>&1
"$solvent" games dying.db --incidents --format csv | grep dead > /dev/null
"$solvent" verify dying.db > /dev/null
cp with.db bent.db
python3 - <<'END'
import sqlite3
store = sqlite3.connect("bent.db")
row = bytearray(store.execute("SELECT figures FROM luck WHERE number = 7").fetchone()[0])
row[4 + 2 * 9 * 4 + 4] ^= 1  # the luck of seat 2, by a millionth
store.execute("UPDATE luck SET figures = ? WHERE number = 7", (bytes(row),))
store.commit()
END
expect 1 "$solvent" verify bent.db
says "^bent.db#7: luck: seat 2: found "
python3 -c 'import sqlite3; s = sqlite3.connect("bent.db"); s.execute("UPDATE luck SET version = zeroblob(16)"); s.commit()'
"$solvent" verify bent.db > /dev/null
# Luck that an older program kept in another form is not known, and the ranking says so.
python3 -c 'import sqlite3; s = sqlite3.connect("bent.db"); s.execute("UPDATE luck SET figures = zeroblob(8)"); s.commit()'
"$solvent" rank bent.db | grep 'luck of 12 games is not known: `solvent luck --fill STORE` finds it' > /dev/null

# Merged shards bring theirs along.
"$solvent" league run cup.yaml --shard 1/2 --store one.db > /dev/null 2>&1
"$solvent" league run cup.yaml --shard 2/2 --store two.db > /dev/null 2>&1
"$solvent" league merge all.db one.db two.db > /dev/null
[[ $(figures all.db) == "$(figures with.db)" ]]

# It goes in with each game: a run that is killed leaves none without.
sed 's/^deals: 3/deals: 3000/' cup.yaml > long.yaml
"$solvent" league run long.yaml --store long.db > /dev/null 2>&1 &
pid=$!
until [[ $("$solvent" games long.db --format csv 2> /dev/null | wc -l) -gt 20 ]]; do kill -0 "$pid"; sleep 0.1; done
kill -9 "$pid"
wait "$pid" || true
[[ $(figures long.db) == *'"without_luck":0'* ]]

# A board of one's own has it too, and nothing is said of that.
printf 'name: mine\nextends: harbour\nrules: {start_cash: 900}\n' > mine.yaml
{ sed 's/^deals: 3/deals: 1/' cup.yaml; echo 'edition: mine.yaml'; } > mine-cup.yaml
expect 0 "$solvent" league run mine-cup.yaml --store mine.db -q
[[ ! -s err ]] || die "an edition of one's own: $(cat err)"
[[ $(figures mine.db) == *'"without_luck":0'* ]]

# A game by itself: luck of all seats is 0 together, and moments have places to look at.
"$solvent" luck with.db#5 --format json > game.json
"$solvent" replay with.db#5 -o game.svr > /dev/null
"$solvent" luck game.svr --format json | cmp - game.json
python3 - <<'END'
import json
game = json.load(open("game.json"))
assert abs(sum(seat["luck"] for seat in game["seats"])) < 1e-4, game
assert abs(sum(seat["skill"] for seat in game["seats"])) < 1e-4, game
for seat in game["seats"]:
    lucky = [moment["luck"] for moment in seat["lucky"]]
    assert lucky == sorted(lucky, reverse=True) and all(luck > 0 for luck in lucky), seat
END
at=$(python3 -c 'import json; print(json.load(open("game.json"))["seats"][0]["lucky"][0]["at"])')
"$solvent" replay with.db#5 --format jsonl | sed -n "$((at + 1))p" | grep '"type":"roll"\|"type":"card"' > /dev/null

# Beside the results: where every game's luck is known, csv has it in columns that a ranking of results from elsewhere takes.
"$solvent" games with.db --format csv > with.csv
[[ $(head -1 with.csv) == *,forfeited,luck,skill ]]
python3 - <<'END'
import csv, json
rows = list(csv.DictReader(open("with.csv")))
game = [row for row in rows if row["game"] == "5"]
told = json.load(open("game.json"))["seats"]
assert [row["luck"] for row in game] == ["%.6f" % seat["luck"] for seat in told], (game, told)
for row, seat in zip(game, told):
    assert abs(float(row["points"]) - 0.5 - float(row["luck"]) - float(row["skill"])) < 2e-6, row
    assert abs(float(row["skill"]) - seat["skill"]) < 2e-6, (row, seat)
END
"$solvent" rank --games with.csv --format json | grep '"adjusted":[0-9]' > /dev/null
"$solvent" games with.db --luck | sed -n 2p | grep -Eq '([ >=]+[a-z]+ [+-]?0\.[0-9]{3}){4}$'

# Behind a game as text stands its luck; a page carries it.
"$solvent" replay with.db#5 | grep '^skill: points minus 1/2 minus luck' > /dev/null
"$solvent" replay with.db#5 --seat 0 | { ! grep -q '^skill:'; }

# A mistake is one line.
expect 2 "$solvent" luck cup.yaml
one_line
expect 2 "$solvent" luck nothing.db --fill
one_line
expect 2 "$solvent" luck --fill game.svr
one_line; tells "--fill: found 'game.svr', expected a store"
# The form of 0.1 still writes, and says so.
"$solvent" luck off.db 2> old | grep -x 'luck of 0 games found; 0 lack it' > /dev/null
grep -q 'expected: solvent luck --fill off.db' old
echo 'luck: maybe' >> cup.yaml
expect 2 "$solvent" league run cup.yaml --store x.db
warns "luck: found 'maybe', expected on or off"
