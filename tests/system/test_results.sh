#!/usr/bin/env bash
# Every command that prints a result takes --format, "table" and "text" being one word everywhere; json says what the
# text says. Notes carry the command's name and are left out by --quiet, errors are not.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
cd "$work"

cat >cup.yaml <<YAML
deals: 2
seats: 2
seed: 7
rules: {max_rounds: 20}
bots:
  - {name: tiny, command: [$tiny]}
  - {name: '"öne", two', command: [$tiny]}
YAML
sed "s|'\"öne\", two', command: .*|crook, command: [$SOLVENT_BUILD/tests/support/crook, crash, '3']}|" cup.yaml >crash.yaml

# json CODE: what the last expected command has printed, as `it`.
json() { python3 -c "import json; it = json.load(open('$work/out')); $1" || { cat out; die "not so: $1"; }; }

for command in match rank games replay verify check bench manifest "league run" "league merge" "edition list" \
    "edition show" "edition check"; do
    # shellcheck disable=SC2086
    grep -q -- '--format FORMAT' < <("$solvent" help $command) || die "solvent $command takes no --format"
done

expect 0 "$solvent" league run cup.yaml -q --format json
json 'assert it["league"] == "cup" and it["store"] == "cup.db" and it["games"] == it["planned"] == 4'
json 'assert it["this_run"]["games"] == 4 and it["this_run"]["decisions"] == it["decisions"] > 0 and it["incidents"] == []'
expect 0 "$solvent" league run cup.yaml -q --format json
json 'assert it["games"] == 4 and it["this_run"]["games"] == 0'
for format in table text; do
    expect 0 "$solvent" league run cup.yaml --format $format
    says '^cup: 4 of 4 games are in cup.db'
done
expect 0 "$solvent" league run crash.yaml -q --format json --no-trial
json 'bad = it["incidents"]; assert [b["bot"] for b in bad] == ["crook"] and bad[0]["dead"] > 0 and bad[0]["games"] == 4'
json 'c = it["incidents"][0]["crash"]; assert c["game"] >= 1 and "SIGSEGV" in c["report"]'

for i in 1 2; do
    expect 0 "$solvent" league run cup.yaml --shard $i/2 --format json
    json "assert it['games'] == it['planned'] == 2 and it['store'] == 'cup.$i-of-2.db'"
done
expect 0 "$solvent" league merge both.db cup.1-of-2.db cup.2-of-2.db --format json
json 'head = it.pop("head"); assert len(head) == 64 and it == {"league": "cup", "store": "both.db", "games": 4, "planned": 4}'
expect 0 "$solvent" league merge --format table both.db cup.1-of-2.db
says '^cup: 4 of 4 games are in both.db$'

expect 0 "$solvent" verify cup.db --format json
json 'assert it["as_recorded"] and it["games"] == 4 and it["rankings"] == 1 and it["bots"] == 2 and it["missing"] == 0'
json 'assert it["differences"] == [] and it["unreadable"] == []'
expect 0 "$solvent" verify cup.db --format table
says '^4 games, [0-9]* decisions, the ranking of 2 bots: all as recorded$'
python3 -c "import sqlite3; db = sqlite3.connect('both.db'); db.execute('UPDATE matches SET rounds = rounds + 1 WHERE number = 3'); db.commit()"
expect 1 "$solvent" verify both.db --format json
json 'assert not it["as_recorded"] and [d["where"] for d in it["differences"]] == ["both.db#3"] and "rounds" in it["differences"][0]["problem"]'
one_line 0
# A long wait is told: here for results that no program has written yet.
mkfifo late.csv
"$solvent" rank --games late.csv >late.out 2>late.err &
ranking=$!
exec 5>late.csv
wait_for grep -q '^late.csv: at work for [0-9]* s$' late.err || die "it is silent: $(cat late.err)"
printf '%s\n' game,deal,seat,bot,place 1,1,0,a,1 1,1,1,b,2 >&5
exec 5>&-
wait "$ranking" || die "$(cat late.err)"
grep -q '\ba\b' late.out || die "$(cat late.out)"
# An error is one line, whatever it quotes.
printf '%s\n' game,deal,seat,bot,place '1,1,"0' '",a,1' >lines.csv
expect 2 "$solvent" rank --games lines.csv
one_line
cp cup.db gifts.db
python3 -c "import sqlite3; db = sqlite3.connect('gifts.db'); db.execute('UPDATE trades SET pairs = \'[[0,1,1,5]]\' WHERE number = 2'); db.commit()"
expect 1 "$solvent" verify gifts.db --format json
json 'assert [d["where"] for d in it["differences"]] == ["gifts.db#2"] and "trades.pairs" in it["differences"][0]["problem"]'
expect 2 "$solvent" verify nowhere.svr cup.db --format json
json 'assert it["as_recorded"] and it["games"] == 4 and len(it["unreadable"]) == 1 and "nowhere.svr" in it["unreadable"][0]'
warns '^solvent verify: nowhere.svr: '

"$solvent" edition show --yaml classic >mine.yaml
expect 0 "$solvent" edition check mine.yaml --format json
json 'assert it["file"] == "mine.yaml" and it["edition"] == "classic" and it["spaces"] == 40 and it["streets"] == 22'
json 'assert it["sets"] == 8 and it["rails"] == 4 and it["utilities"] == 2 and it["cards"] == {"chance": 16, "chest": 16, "bus": 0}'
expect 0 "$solvent" edition check mine.yaml --format text
says '^mine.yaml: ok, edition classic, 40 spaces; deeds: 22 streets in 8 sets, '

expect 2 "$solvent" verify cup.db --format xml
warns "^solvent verify: --format: found 'xml', expected text or json$"
one_line
echo "all formats"
