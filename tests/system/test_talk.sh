#!/usr/bin/env bash
# Bots talk to each other in a league with `talk: on`: all hear the same in the same order, at any number of workers and from the record.
# Hostile talk hurts nobody, and without `talk: on` nothing is said.
. "${BASH_SOURCE[0]%/*}/scratch.sh"
gossip=$SOLVENT_BUILD/tests/support/gossip
needs_python zmq msgpack
cd -- "$work"

cat >chat.py <<'END'
import sys

import solvent
from solvent.tables import Message


class Chat(solvent.Bot):
    """Says what it hears; with `hostile`, whatever a bot might send."""
    def match_start(self, match):
        match.heard = []

    def said(self, match, seat, text):
        match.heard.append(text)

    def manage(self, match, q):
        for text in match.heard:
            match.log(f"heard {text}")
        if not hostile:
            assert match.say("\u2066" + (match.heard or ["nothing"])[-1] + " \U0001f3b2" * 40) == match._talks
            assert not match.say("once more")
        else:
            for text in ("x" * 1_000_000, "\u202e\x1b[2J", "", "\U000e0041 hidden"):
                match._said.append((Message.SAY, text))
            match._said.append((Message.LOG, "beside it"))
        match.heard.clear()


hostile = "hostile" in sys.argv
del sys.argv[1:]
solvent.main(Chat())
END

# league NAME ON ARGUMENT
league() {
    cat >"$1.yaml" <<END
name: talk
seats: 3
deals: 4
seed: 7
sandbox: none
talk: $2
rules: {max_rounds: 12}
clock: {start_ms: 60000, decision_ms: 60000}
bots:
  - {name: alice, command: ["$gossip"], matches: 8}
  - {name: bob, command: ["$gossip"], matches: 1}
  - {name: deaf, command: ["$gossip", deaf], matches: 8}
  - {name: chat, command: ["$python", chat.py${3:+, $3}], env: {PYTHONPATH: "$SOLVENT_SOURCE/sdk/python"}, matches: 8}
END
    "$solvent" league run "$1.yaml" --store "$1.db" "${@:4}" >out 2>&1 || die "$1: $(cat out)"
    ! grep 'set aside' out || die "$1: a bot does not play: $(cat out)"
    grep -q 'incidents: none' out || die "$1: talk was punished: $(cat out)"
    "$solvent" verify "$1.db" >out 2>&1 || die "verify $1: $(cat out)"
    "$solvent" rank "$1.db" | grep '^digest' >"$1.digest"
}

league on on ""
league many on "" -j 2
cmp on.digest many.digest || die "another digest with two workers"
for game in 1 6 11; do
    "$solvent" replay --format jsonl "on.db#$game" >"$game.jsonl"
done
python3 - 1.jsonl 6.jsonl 11.jsonl <<'END' || die "what is heard is not what was said"
import json, sys
total = 0
for path in sys.argv[1:]:
    said, heard, asked = [], {}, {}
    for event in map(json.loads, open(path, encoding="utf-8")):
        if event["type"] == "game_start":
            names = [player["name"] for player in event["players"]]
        elif event["type"] == "say":
            assert len(event["text"].encode()) <= 240 and "\n" not in event["text"], event
            assert not set(event["text"]) & set("\u2066\u202e\x1b"), event
            said.append((event["seat"], event["text"]))
        elif event["type"] == "question":
            asked[event["seat"]] = len(said)
        elif event["type"] == "log" and event["text"].startswith("heard "):
            text = event["text"][6:]
            heard.setdefault(event["seat"], []).append(text if names[event["seat"]] == "chat" else text.partition(": ")[2])
            by = asked[event["seat"]]
        elif event["type"] == "answer" and event["kind"] == "manage" and names[event["seat"]] != "deaf":
            others = [text for seat, text in said[:asked[event["seat"]]] if seat != event["seat"]]
            assert heard.get(event["seat"], [])[:len(others)] == others, (path, event, others[-3:], heard.get(event["seat"], [])[-3:])
    for seat, name in enumerate(names):
        others = [text for other, text in said if other != seat]
        assert heard.get(seat, []) == ([] if name == "deaf" else others[:len(heard.get(seat, []))]), (path, name)
        assert name != "deaf" or seat not in {other for other, text in said}
    total += len(said)
assert total > 60, total
END
"$solvent" replay 'on.db#1' >text
grep 'says to the table: .* in round [0-9]' text >/dev/null || die "the text does not tell"
! grep 'too early\|in between\|once more' 1.jsonl 6.jsonl 11.jsonl >/dev/null || die "more is said than one text beside an answer"

# Asked again from the record, the bots hear the same and answer alike.
"$solvent" replay 'on.db#1' -o one.svr
seat=$(head -n 1 1.jsonl | grep -o '"seat":[0-9],"name":"alice"' | tr -dc 0-9)
"$solvent" replay one.svr --drive "$seat" -- "$gossip" >out 2>&1 || die "drive: $(cat out)"

league hostile on hostile
"$solvent" replay --format jsonl hostile.db#1 | grep '"type":"say"' >says || die "nobody speaks"
! grep -P '[\x{202e}\x{e0041}]|\\u001b|x{241}' says >/dev/null || die "hostile talk gets through"

league off off ""
"$solvent" replay --format jsonl 'off.db#1' >off.jsonl
! grep '"type":"say"\|heard' off.jsonl >/dev/null || die "talk without leave"
league quiet off hostile
for db in off quiet; do
    "$solvent" replay "$db.db#1" -o "$db.svr"
    [ "$(od -An -tu1 -j5 -N1 "$db.svr")" = '   4' ] || die "$db: not format 4"
done
sed -i 's/^talk: off/talk: on/' off.yaml
! "$solvent" league run off.yaml --store off.db >out 2>&1 || die "talk may begin amid a league"
grep -q 'bots talk in all games of a league, or in none' out || die "$(cat out)"
