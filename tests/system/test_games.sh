#!/usr/bin/env bash
# The list of a store's games: every way to choose among them and to print them tells the same, and one can be taken out.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

cd "$work"
cat >cup.yaml <<YAML
deals: 2
seats: 2
seed: 7
rules: {max_rounds: 20}
bots:
  - {name: "one, two", command: [$tiny], matches: 8}
  - {name: careful, command: [$SOLVENT_BUILD/bots/careful], matches: 8}
  - {name: crook, command: [$SOLVENT_BUILD/tests/support/crook, illegal, "3"]}
YAML
expect 0 "$solvent" league run cup.yaml -q --no-trial

expect 0 "$solvent" games cup.db
[[ $(wc -l <out) == 13 ]] || die "not a title and 12 games: $(cat out)"
expect 0 "$solvent" games cup.db --format csv
cp out all.csv
[[ $(wc -l <all.csv) == 25 ]] || die "not a title and 24 seats"
expect 0 "$solvent" games cup.db --format json
python3 - out all.csv <<'PY' || die "json and csv differ"
import csv, json, sys
games = json.load(open(sys.argv[1]))
rows = list(csv.DictReader(open(sys.argv[2])))
assert len(games) == 12 and {s["bot"] for g in games for s in g["seats"]} == {"one, two", "careful", "crook"}
assert sum(1 for g in games for s in g["seats"] if s["place"] == 1) >= 12
for g in games:
    mine = [r for r in rows if int(r["game"]) == g["game"]]
    for seat, r in zip(g["seats"], mine, strict=True):
        assert r["bot"] == seat["bot"] and int(r["place"]) == seat["place"] and r["ended"] == g["ended"]
        assert float(r["points"]) == seat["points"] and int(r["illegal"]) == seat["illegal"]
        assert (r["bot"] == "crook") == (int(r["illegal"]) > 0)
PY

# Won and lost are all the games of a bot; incidents are the crook's.
count() { expect 0 "$solvent" games cup.db "$@" && sed '1d; /^$/,$d' out | grep -cv '^      ' || true; }
[[ $(count --bot careful) == 8 ]] || die "not 8 games of careful"
[[ $(($(count --bot careful --won) + $(count --bot careful --lost))) == 8 ]] || die "won and lost are not all"
[[ $(count --incidents) == 8 && $(count --bot crook --incidents) == 8 ]] || die "not the crook's 8 games"
[[ $(count --bot careful --incidents) == 0 ]] || die "an incident of careful's"
grep -q 'crook: [0-9]* illegal' <("$solvent" games cup.db --incidents) || die "no word of what was illegal"
"$solvent" games cup.db --incidents --wide >all
grep -Eq "^      #d=[0-9]+ +crook's answer to [a-z_]+ is illegal: .*; " all || die "not what was illegal: $(cat all)"
# Each has a line, with the number of the decision, as on the page. Without --wide a mistake that is made again has one, with a count;
# and the most frequent of all games stand below them.
python3 - "$solvent" <<'PY' || die "the numbers of incidents are not those of their decisions"
import json, re, subprocess, sys
def run(*words): return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=True).stdout
wrong = {g["game"]: sum(s["illegal"] for s in g["seats"])
         for g in json.loads(run("games", "cup.db", "--format", "json"))}
def games(*options):
    """The lines below each game, and those below all games."""
    table, _, below = run("games", "cup.db", "--incidents", *options).partition("\n\n")
    told, game = {}, 0
    for line in table.splitlines()[1:]:
        if line.startswith("      "):
            told[game].append(line)
        else:
            game = int(line.split()[0])
            told[game] = []
    return told, below.splitlines()[1:]
wide, below = games("--wide")
lines = {game: [(int(found[1]), found[2]) for found in (re.match(r" +#d=(\d+) +crook's answer to (\w+) is illegal", line) for line in told) if found]
         for game, told in wide.items()}
grouped, _ = games()
for game, told in grouped.items():
    counts = [1 + int((re.search(r" \(and (\d+) more\)$", line) or [0, 0])[1]) for line in told if "#d=" in line]
    more = sum(int(found[1]) for found in (re.match(r"      (\d+) more: --wide shows all$", line) for line in told) if found)
    assert sum(counts) + more == len(wide[game]) and len(counts) <= 3, (game, told)
    assert told[0].split()[0] == wide[game][0].split()[0], game
assert any(" more)" in line for told in grouped.values() for line in told), "a poor test: no mistake is made again"
times = [int(line.split()[0]) for line in below]
assert times == sorted(times, reverse=True) and sum(times) <= sum(map(len, wide.values())) and times[0] > 4, below
for line in below:
    found = re.match(r" +(\d+) +(\d+)  game (\d+)#d=(\d+) +(.*)$", line)
    assert any(re.match(f" +#d={found[4]} +" + re.escape(found[5]) + "$", line) for line in wide[int(found[3])]), line
    assert 1 < int(found[2]) <= len(wide), line
assert lines and all(wrong[g] == len(lines[g]) for g in lines), (wrong, lines)
for game in list(lines)[:2]:
    answers = [e for e in map(json.loads, run("replay", f"cup.db#{game}", "--format", "jsonl").splitlines()) if e["type"] == "answer"]
    for number, kind in lines[game]:
        assert answers[number - 1]["verdict"] == "illegal" and answers[number - 1]["kind"] == kind, (game, number, answers[number - 1])
PY

# A bot that hangs is late with all that it is asked after that: that is one mistake.
cat >hang.yaml <<YAML
deals: 1
seats: 2
seed: 7
clock: {decision_ms: 300, bank_ms: 0, strikes: 3}
bots:
  - {name: tiny, command: [$tiny], matches: 8}
  - {name: crook, command: [$SOLVENT_BUILD/tests/support/crook, hang, "3"]}
YAML
expect 0 "$solvent" league run hang.yaml -q --no-trial
expect 0 "$solvent" games hang.db --incidents --bot crook
[[ $(grep -c '#d=.*crook answers [a-z]*; late, .* (and [23] more)$' out) == 2 && $(grep -c '#d=.*crook' out) == 2 ]] || die "not one mistake a game: $(cat out)"
expect 0 "$solvent" games hang.db --incidents --wide
[[ $(grep -c '#d=.*crook .* (it had not answered [a-z]*, decision [0-9]*, yet)$' out) -ge 4 ]] || die "not what it owed: $(cat out)"

# Long names and wide ones: no line of the table is wider than a screen, unless one asks.
long=longlonglonglonglonglonglonglong
wide=猫猫猫猫猫猫猫猫猫猫猫猫
sed -e "s/careful, command/$wide, command/" -e "s/crook, command/$long, command/" cup.yaml >long.yaml
expect 0 "$solvent" league run long.yaml --store long.db -q --no-trial
columns() { python3 -c 'import sys, unicodedata
print(max(sum(2 if unicodedata.east_asian_width(c) == "W" else 1 for c in line.rstrip("\n")) for line in sys.stdin))'; }
for options in '' --incidents; do
    # shellcheck disable=SC2086
    (($("$solvent" games long.db $options | columns) <= 80)) || die "games $options: more than 80 columns"
    # shellcheck disable=SC2086
    "$solvent" games long.db $options --wide >all
    grep -q "$wide" all && grep -q "$long" all || die "games $options --wide: names are cut"
done
# The first and the last of each game stand there, however many names have no room between.
sed 's/^seats: 2/seats: 3/' long.yaml >three.yaml
expect 0 "$solvent" league run three.yaml -q --no-trial
"$solvent" games three.db | sed '1d; s/^\( *[0-9]*\).*  [0-9]*  /\1 /' >narrow
"$solvent" games three.db --wide | sed '1d; s/^\( *[0-9]*\).*  [0-9]*  /\1 /' >all
python3 - <<'PY'
import re
for cut, full in zip(open("narrow"), open("all"), strict=True):
    cut, full = (re.split(" [>=] ", line.split(None, 1)[1].rstrip("\n")) for line in (cut, full))
    assert cut[1] == "…" and len(cut) == len(full) == 3, cut
    assert full[0].startswith(cut[0].rstrip("…")) and full[-1].startswith(cut[-1].rstrip("…")), (cut, full)
PY
expect 0 "$solvent" match "$wide=$tiny" "$long=$tiny" --rule max_rounds=5
[[ $(head -n 3 out | columns) == 78 ]] || die "match: not 78 columns: $(cat out)"
expect 0 "$solvent" match "$wide=$tiny" "$long=$tiny" --rule max_rounds=5 --wide
says "$wide"

expect 0 "$solvent" replay cup.db#3 -o three.svr
expect 0 "$solvent" verify three.svr
expect 2 "$solvent" replay cup.db -o x.svr
grep -q 'expected cup.db#N' err || die "no hint: $(cat err)"
[[ ! -e x.svr ]] || die "a file for no game"
expect 2 "$solvent" games cup.db --bot nobody
grep -q 'a bot of cup.db: one, two, careful or crook' err || die "no names: $(cat err)"
expect 2 "$solvent" games cup.db --won
expect 2 "$solvent" games none.db
