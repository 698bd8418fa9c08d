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
    rows = {"pairs": document["field"]["pairs"], "kinds": [{**kind, "bot": bot["bot"]} for bot in document["bots"] for kind in bot["kinds"]]}
    for table, columns in document["columns"].items():
        for row in rows.get(table, [one | other for one, other in zip(document["ranking"]["bots"], document["bots"])]):
            for column in columns:
                names = {"chart": (), "interval": ("", "_low", "_high"), "bracket": ("", "_low", "_high")}.get(column["shape"], ("",))
                for end in names:
                    assert column["name"] + end in row, f"{name}: {table}: no {column['name']}{end}"
    # And the schema refuses what is another document.
    for change in (lambda d: d.pop("games"), lambda d: d["status"].update(extra=1), lambda d: d["columns"]["ranking"][0].pop("help"),
                   lambda d: d["games"][0]["seats"][0].update(place="first"), lambda d: d["bots"][0].pop("losses"), lambda d: d.update(more=1)):
        other = copy.deepcopy(document)
        change(other)
        assert not judge.is_valid(other), f"{name}: the schema takes anything"
