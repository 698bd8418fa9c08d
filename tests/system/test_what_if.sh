#!/usr/bin/env bash
# The cost of an answer, measured by the bots that played: the same with any number of threads, and kept in the store outside of its digest.
# shellcheck source=tests/system/scratch.sh
. "${BASH_SOURCE[0]%/*}/scratch.sh"
cd "$work"

bots=$SOLVENT_BUILD/bots
cat > cup.yaml <<END
name: cup
seed: 7
deals: 1
seats: 3
rules: {max_rounds: 25}
sandbox: none
bots:
  - {name: careful, command: [$bots/careful], matches: 16}
  - {name: trader, command: [$bots/trader], matches: 16}
  - {name: random, command: [$bots/random], matches: 16}
END
"$solvent" league run cup.yaml --store cup.db > /dev/null 2>&1
mkdir three alone
cp cup.yaml cup.db three
cp cup.yaml cup.db alone
figures() { "$solvent" rank "$1" --format json | grep -o '"digest":"[0-9a-f]*"\|"head":"[0-9a-f]*"'; }
figures cup.db > before

# The five costliest decisions of a bot that answers at random: play confirms at least one.
"$solvent" analyse cup.db#1 --depth play --bot random --most 5 --futures 40 -j 1 --format json > one.json 2> err
grep -q '^solvent analyse: 5 decisions: up to [0-9]* games$' err || die "$(cat err)"
grep -q '^solvent analyse: at most [0-9:]* *s*, at the pace of the first [0-9]* games$' err || die "$(cat err)"
(cd three && "$solvent" analyse cup.db#1 --depth play --bot random --most 5 --futures 40 -j 3 --format json) > three.json 2> err
cmp one.json three.json || die "threads change figures"
cat > judge.py <<'END'
import json, sys
decisions = json.load(open("one.json"))["decisions"]
assert len(decisions) == 5
assert [d["cost"] for d in decisions] == sorted((d["cost"] for d in decisions), reverse=True)
for d in decisions:
    given, best = ([a for a in d["answers"] if a[key]] for key in ("given", "best"))
    assert d["bot"] == "random" and len(given) == len(best) == 1 and d["left_out"] == 0, d
    if given != best:
        assert best[0]["futures"] == 40 and best[0]["difference"] == d["cost"], d
    assert all(abs(a["difference"]) <= 2 and a["se"] <= 1 for a in d["answers"]), d
    if d["class"] != "good":
        assert d["cost"] - 1.644 * d["se"] >= 0.02, d
assert any(d["class"] != "good" for d in decisions), decisions
print(decisions[0]["decision"])
END
worst=$(python3 judge.py) || die "$worst"

# One of them alone is the same: its futures depend on nothing but the game and its number.
(cd alone && "$solvent" what-if cup.db#1 --at "$worst" --futures 40 --format json) > alone.json 2> /dev/null
python3 - <<'END' || die "alone it is another decision"
import json
assert json.load(open("alone.json"))["decisions"] == json.load(open("one.json"))["decisions"][:1]
END
expect 0 "$solvent" what-if cup.db#1 --at "$worst" --futures 40
grep -q "^round [0-9]*, decision $worst, random: [a-z]*, cost [0-9.]* ±[0-9.]* points in 40 futures$" out || die "$(cat out)"
grep -q ' best$' out
grep -q ' given$' out

# Futures stay in the store. They are played again only with another number of futures or other bots.
"$solvent" analyse cup.db#1 --depth play --bot random --most 6 --futures 40 --format json > six.json 2> err
grep -q '^solvent analyse: 1 decision: ' err || die "$(cat err)"
python3 - <<'END' || die "what was kept is something else than what was played"
import json
five, six = (json.load(open(name))["decisions"] for name in ("one.json", "six.json"))
assert len(six) == 6 and all(d in six for d in five)
END
"$solvent" analyse cup.db#1 --depth play --bot random --most 6 --futures 40 --format json > again.json 2> err
cmp six.json again.json || die "kept decisions differ"
[[ ! -s err ]] || die "$(cat err)"
"$solvent" analyse cup.db --depth play --bot random --games 1 --most 1 --format json > costly.json 2> err || die "$(cat err)"
python3 - <<'END' || die "other decisions are the costliest: $(cat costly.json)"
import json
found = {d["decision"]: d for d in json.load(open("six.json"))["decisions"]}
rows = json.load(open("costly.json"))["bots"][0]["costly"]
assert {row["decision"] for row in rows} == {n for n, d in found.items() if d["class"] != "good"} != set()
assert all(row["game"] == 1 and row["cost"] == found[row["decision"]]["cost"] and row["better"] for row in rows), rows
assert [row["cost"] for row in rows] == sorted((row["cost"] for row in rows), reverse=True)
END
(cd three && "$solvent" what-if cup.db#1 --at "$worst" --futures 20) > out 2> err
grep -q '^solvent what-if: 1 decision: ' err || die "other futures are taken from the store: $(cat err)"
figures cup.db | cmp - before || die "kept decisions changed a digest"
expect 0 "$solvent" verify cup.db

# Bots that cannot be started need a stand-in, and the result says so.
"$solvent" replay cup.db#1 -o game.svr > /dev/null 2>&1
sed "s/name: trader/name: other/" cup.yaml > other.yaml
expect 2 "$solvent" what-if game.svr --at "$worst" --league other.yaml
grep -q "found 'trader', which the league file does not have; expected a bot that the league file starts, or --stand-in BOT$" err || die "$(cat err)"
expect 0 "$solvent" what-if game.svr --at "$worst" --league other.yaml --stand-in "$bots/trader" --futures 40 --format json
python3 - <<'END' || die "the same bot as a stand-in plays other futures"
import json
now, then = (json.load(open(name)) for name in ("out", "alone.json"))
assert now["decisions"][0]["answers"] == then["decisions"][0]["answers"]
assert [row["stand_in"] for row in now["stand_ins"]] == ["trader"] and then["stand_ins"] == []
END

expect 2 "$solvent" what-if cup.db#1 --at 100000
grep -q -- '--at: found 100000, expected a decision from 1 to [0-9]*$' err
expect 2 "$solvent" what-if cup.db#1
expect 2 "$solvent" what-if game.svr --at 1
expect 2 "$solvent" what-if missing.db#1 --at 1
# Of a store it compares decisions with learner's. The figures are kept, and depend on no threads; they leave nothing in what is hashed.
rows() { python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1], timeout=60).execute("SELECT count(*) FROM sqlite_master JOIN played_on WHERE sqlite_master.name = ?", ("played_on",)).fetchone()[0])' "$1" 2> /dev/null || echo 0; }
sed "s/name: cup/name: duo/; s/deals: 1/deals: 6/; s/seats: 3/seats: 2/; s/: 25/: 12/; /trader/d; s#/random#/learner@1#; s/random/learner/g" cup.yaml > duo.yaml
"$solvent" league run duo.yaml --store duo.db > /dev/null 2>&1
figures duo.db > before
cp duo.db other.db
own=(--depth play --most 4 --format json)
"$solvent" analyse duo.db "${own[@]}" -j 1 > once.json 2> err
grep -q '^solvent analyse: 24 of 24 games of bots to measure: some 192 games$' err || die "$(cat err)"
"$solvent" analyse other.db --league duo.yaml "${own[@]}" -j 3 > broken.json 2> err &
analyse=$!
for ((i = 0; i < 1200; i++)); do
    [[ $(rows other.db) == 0 ]] || break
    sleep 0.05
done
kill -INT $analyse 2> /dev/null || true
wait $analyse && whole=1 || whole=0
done=$(rows other.db)
[[ $done -ge 8 && ($whole == 1 || $done -lt 24) ]] || die "interrupted after $done games: $(cat err)"
"$solvent" analyse other.db --league duo.yaml "${own[@]}" > again.json 2> err
grep -q "^solvent analyse: $((24 - done)) of 24 games of bots to measure: " err || die "$(cat err)"
cmp once.json again.json || die "what was kept is something else than what is found"
figures duo.db | cmp - before || die "figures changed a digest"
expect 0 "$solvent" verify duo.db
python3 - <<'END' || die "$(cat once.json)"
import json
bots = {row["bot"]: row for row in json.load(open("once.json"))["bots"]}
learner, careful = bots["learner"], bots["careful"]
assert learner["games"] == careful["games"] == 12
assert learner["differing"] == learner["measured"] == learner["points"] == 0, learner
# Equal games do not show how far others may differ.
assert learner["half"] is None and all(kind["points"] != 0 or kind["half"] != 0 for kind in careful["kinds"]), careful
assert careful["left_out"] == 0 < careful["measured"] <= careful["differing"], careful
assert careful["measured"] == sum(kind["measured"] for kind in careful["kinds"])
habits = careful["habits"]
assert learner["habits"] == [] != habits and [h["points"] for h in habits] == sorted(h["points"] for h in habits), habits
assert sum(h["measured"] for h in habits) <= careful["measured"], habits
for habit in habits:
    assert habit["half"] is None or habit["games"] >= 10, habit
    assert 1 <= len({place["game"] for place in habit["where"]}) == min(3, habit["games"]) == len(habit["where"]), habit
    assert all(place["decision"] >= 1 for place in habit["where"]), habit
assert abs(careful["points"] - sum(kind["points"] for kind in careful["kinds"])) < 1e-5 and careful["half"] > 0
END
"$solvent" rank duo.db --format json > rank.json
python3 - <<'END' || die "rank tells other figures: $(cat rank.json)"
import json
rank, once = ({row["bot"]: row for row in json.load(open(name))["bots"]} for name in ("rank.json", "once.json"))
for bot, row in once.items():
    high = rank[bot]["own_high"]
    assert abs(rank[bot]["own"] - row["points"]) < 2e-6, (rank[bot], row)
    assert high is row["half"] is None or abs(high - rank[bot]["own"] - row["half"]) < 2e-6, (rank[bot], row)
END
"$solvent" league merge merged.db duo.db > out 2>&1 || die "merge: $(cat out)"
[[ $(rows merged.db) == 24 ]] || die "a merged store lacks figures"

# Other bots have other figures: learner in careful's place has no rival that plays otherwise.
sed "s/name: careful/name: other/" duo.yaml > other.yaml
expect 0 "$solvent" analyse duo.db --league other.yaml --stand-in "$bots/learner@1" --depth play --bot learner --games 3
says '^learner  all  *3  *0  *0.000  *-$'
says '^habits: what a bot does otherwise than learner'
says '^in place of careful: learner@1$'
grep -q '^solvent analyse: 3 of 3 games of bots to measure$' err || die "$(cat err)"

expect 2 "$solvent" analyse cup.db --depth play --futures 40
expect 2 "$solvent" analyse cup.db --depth play --bot nobody
expect 2 "$solvent" analyse cup.db#1 --depth play --games 3
expect 2 "$solvent" analyse cup.db#1 --depth play --format csv
expect 2 "$solvent" analyse cup.db#1 --depth play --bot nobody
expect 2 "$solvent" analyse cup.db#1 --stand-in x
