#!/usr/bin/env bash
# The documents that pages are drawn from are what docs/documents.schema.json says, for programs as within the page.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs_python jsonschema
needs curl
cd "$work"

bots=$SOLVENT_BUILD/bots
cat >cup.yaml <<END
name: cup
deals: 4
seed: 11
rules: {max_rounds: 40}
bots:
  - {name: careful, command: [$bots/careful]}
  - {name: trader, command: [$bots/trader]}
  - {name: tiny, command: [$bots/tiny]}
  - {name: crook, command: [$SOLVENT_BUILD/tests/support/crook, illegal, "3"]}
  - {name: dies, command: [sh, -c, 'exit 4']}
END
expect 0 "$solvent" league run cup.yaml --no-trial -q --luck
sed -e 's/name: cup/name: two/; /tiny\|crook\|dies/d' cup.yaml >two.yaml
expect 0 "$solvent" league run two.yaml --no-trial -q

cat >hold.py <<'END'
import copy, json, re, sys
from jsonschema import Draft202012Validator
with open(sys.argv[1], encoding="utf-8") as f:
    schema = json.load(f)
Draft202012Validator.check_schema(schema)
judge = Draft202012Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as f:
        text = f.read()
    page = re.search(r'<script type="application/json" id="document">(.*?)</script>', text, re.S)
    document = json.loads(page[1] if page else text)
    for error in judge.iter_errors(document):
        sys.exit(f"{name}: {error.json_path}: {error.message[:300]}")
    # Every column that is described stands in the rows.
    rows = {table: document[table] for table in document.get("columns", {}) if isinstance(document.get(table), list)}
    if document["page"] == "report":
        bots = [one | other for one, other in zip(document["ranking"]["bots"], document["bots"])]
        rows |= {"ranking": bots, "luck": bots, "incidents": bots, "times": bots, "pairs": document["field"]["pairs"],
                 "kinds": [{**kind, "bot": bot["bot"]} for bot in document["bots"] for kind in bot["kinds"]]}
    for table in rows:
        for column in document["columns"][table]:
            names = {"chart": (), "interval": ("", "_low", "_high"), "bracket": ("", "_low", "_high")}.get(column["shape"], ("",))
            for end in names:
                assert all(column["name"] + end in row for row in rows[table]), f"{name}: {table}: no {column['name']}{end}"
    # The schema refuses another document.
    assert not judge.is_valid(document | {"page": "other"}), f"{name}: the schema takes any page"
    for change in () if document["page"] != "report" else (lambda d: d.pop("games"), lambda d: d["status"].update(extra=1), lambda d: d["columns"]["ranking"][0].pop("help"),
                   lambda d: d["games"][0]["seats"][0].update(place="first"), lambda d: d["bots"][0].pop("losses"), lambda d: d.update(more=1)):
        other = copy.deepcopy(document)
        change(other)
        assert not judge.is_valid(other), f"{name}: the schema takes anything"
END
for league in cup two; do
    expect 0 "$solvent" report $league.db -o $league.json
    expect 0 "$solvent" report $league.db -o $league.html
    documents=("$league.json")
    grep -q '^SOLVENT_SITE:[A-Z]*=OFF' "$SOLVENT_BUILD/CMakeCache.txt" || documents+=("$league.html")
    "$python" hold.py "$SOLVENT_SOURCE/docs/documents.schema.json" "${documents[@]}"
done

# Served documents: those below /api, and those within pages.
"$solvent" serve cup.db --listen 127.0.0.1:0 >address &
server=$!
trap 'kill "$server"; rm -rf -- "$work"' EXIT
until [[ -s address ]]; do sleep 0.1; done
at=$(<address)
documents=()
for path in standings bots/1 bots/4 pairs/0-1 deals/1 games schedule playing game report; do
    file=${path/\//_}
    until [[ $(curl -s -o "$file.json" -w '%{http_code}' "${at}api/$path") != 503 ]]; do sleep 0.1; done # while the store is read
    [[ $path != standings ]] || path=
    curl -s -o "$file.html" "$at$path"
    documents+=("$file.json")
    grep -q '^SOLVENT_SITE:[A-Z]*=OFF' "$SOLVENT_BUILD/CMakeCache.txt" || documents+=("$file.html")
done
"$python" hold.py "$SOLVENT_SOURCE/docs/documents.schema.json" "${documents[@]}"
