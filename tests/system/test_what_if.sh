#!/usr/bin/env bash
# What an answer cost, measured by the bots that played: the same with any number of threads, without a trace in the store.
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
sha256sum cup.db > before

# The five costliest decisions of a bot that answers at random: play confirms at least one.
"$solvent" analyse cup.db#1 --depth play --bot random --most 5 --futures 40 -j 1 --format json > one.json 2> err
grep -q '^solvent analyse: 5 decisions: up to [0-9]* games$' err || die "$(cat err)"
"$solvent" analyse cup.db#1 --depth play --bot random --most 5 --futures 40 -j 3 --format json > three.json 2> err
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
    assert all(abs(a["difference"]) <= 1 and a["se"] <= 1 for a in d["answers"]), d
    if d["class"] != "good":
        assert d["cost"] - 1.644 * d["se"] >= 0.02, d
assert any(d["class"] in ("mistake", "blunder") for d in decisions), decisions
print(decisions[0]["decision"])
END
worst=$(python3 judge.py) || die "$worst"

# One of them alone is the same: its futures depend on nothing but the game and its number.
"$solvent" what-if cup.db#1 --at "$worst" --futures 40 --format json > alone.json 2> /dev/null
python3 - <<'END' || die "alone it is another decision"
import json
assert json.load(open("alone.json"))["decisions"] == json.load(open("one.json"))["decisions"][:1]
END
expect 0 "$solvent" what-if cup.db#1 --at "$worst" --futures 40
grep -q "^round [0-9]*, decision $worst, random: [a-z]*, cost [0-9.]* ±[0-9.]* points in 40 futures$" out || die "$(cat out)"
grep -q ' best$' out
grep -q ' given$' out
sha256sum -c --quiet before || die "the store was written"

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
expect 2 "$solvent" analyse cup.db --depth play
expect 2 "$solvent" analyse cup.db#1 --depth play --format csv
expect 2 "$solvent" analyse cup.db#1 --depth play --bot nobody
expect 2 "$solvent" analyse cup.db#1 --stand-in x
