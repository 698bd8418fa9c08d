#!/usr/bin/env bash
# docs/conversation.jsonl is what the program sends, to the byte, and takes. With SOLVENT_UPDATE_DOCS=1 it is recorded anew.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"

export PYTHONPATH=$SOLVENT_SOURCE/sdk/python PYTHONDONTWRITEBYTECODE=1
needs_python
recorded=$SOLVENT_SOURCE/docs/conversation.jsonl
talk="$python $SOLVENT_SOURCE/tests/bindings/conversation.py"
cd "$work"
[[ $work != *' '* && $SOLVENT_SOURCE != *' '* ]] || skip "a path with a blank, which the words of a command cannot hold"

# play WORD FILE: the match of the conversation
play() { "$solvent" match -s 26 --clock 60000 --rule max_rounds=4 -o game.svr "recorded=$talk $1 $2" "other=$talk other"; }

[[ ! ${SOLVENT_UPDATE_DOCS-} ]] || play record "$recorded" >out 2>err || die "$(cat err)"
$talk check "$recorded" || die "its lines do not hold together"
expect 0 play replay "$recorded"
warns '^\[recorded\] as recorded$'
# Its replies are taken: all that a bot decides here, and one that cannot be read.
"$solvent" replay game.svr --format jsonl | python3 -c '
import json, sys
events = [json.loads(line) for line in sys.stdin]
answers = [event for event in events if event["type"] == "answer" and event["seat"] == 0]
assert {answer["kind"] for answer in answers} == {"manage", "jail", "buy", "bid", "trade"}
assert [answer["kind"] for answer in answers if answer["verdict"] not in ("ok", "default")] == ["buy"]
assert {"log", "note"} <= {event["type"] for event in events if event.get("seat") == 0}' || die "other answers"

# A changed byte is found: in the arbiter's bytes, and in a line's messages.
python3 - "$recorded" <<'END_OF_PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
last = next(line for line in reversed(lines) if line["from"] == "arbiter" and "block" in line)
at = last["hex"].index(last["messages"][-1][4]["bin"]) + 4  # a byte of its patch
last["hex"] = f'{last["hex"][:at]}{"0" if last["hex"][at] != "0" else "1"}{last["hex"][at + 1:]}'
open("changed.jsonl", "w").writelines(json.dumps(line) + "\n" for line in lines)
END_OF_PYTHON
! $talk check changed.jsonl 2>err || die "a line may say what it likes"
grep -q 'its messages or its block are not those of its bytes' err || die "$(cat err)"
play replay changed.jsonl >out 2>err || true
grep -q 'the arbiter sends .*, expected ' err || die "a changed byte is not found: $(cat err)"
