"""Recorded games in Python are those of `solvent replay`: recorded.py STORE FILE JSONL, with FILE and JSONL of the store's game 2.
JSONL comes of `replay --format jsonl`. The store's last deal is made unfinished: its games are hidden then."""
import json
import sqlite3
import sys

import solvent
from solvent import Decision, Verdict, env, library

store, file, jsonl = sys.argv[1:]


def refused(call, *words):
    try:
        call()
    except ValueError as error:
        assert all(word in str(error) for word in words) and "\n" not in str(error), error
    else:
        raise AssertionError(f"not refused: {words}")


# One game, decision by decision, beside the program's account.
told = [json.loads(line) for line in open(jsonl, encoding="utf-8")]
asides = ("question", "answer", "game_start", "game_end", "log", "note", "refused", "forfeit")
answers = [event for event in told if event["type"] == "answer"]
happened = [event["type"] for event in told[next(n for n, event in enumerate(told) if event["type"] == "answer"):] if event["type"] not in asides]
game = solvent.replay(file)
assert [player["name"] for player in told[0]["players"]] == list(game.names) and game.seats == len(game.names)
assert told[-1]["places"] == list(game.result.places) and told[-1]["worth"] == list(game.result.worth)
assert game.edition.name == told[0]["edition"] and game.meta["match"] == "2"
decisions = list(game)
assert len(decisions) == len(answers) > 100 and len(list(game)) == len(decisions)
for d, answer in zip(decisions, answers):
    assert (d.seat, Decision(library._KINDS[type(d.question)].kind).name.lower(), d.verdict.name.lower()) == \
        (answer["seat"], answer["kind"], answer["verdict"]), (d, answer)
    said = answer["answer"]
    if "bid" in said:
        assert d.answer.bid == said["bid"]
    if "levels" in said:
        assert d.answer.levels == {level["space"]: level["level"] for level in said["levels"]}
    if "offers" in said:
        assert [offer.give_cash for offer in d.answer.offers] == [offer["give_cash"] for offer in said["offers"]]
    assert library.check(d.match, d.question, d.answer) == 0 and d.match.names == game.names
    after = d.state.copy()
    after.apply(d.seat, d.answer)  # it can be played on from there
types = [solvent.EventType(next(kind for kind, row in solvent.tables.EVENTS.items() if row is type(event))).name.lower()
         for d in decisions for event in d.events]
assert [kind for kind in types if kind not in asides] == happened, "other events"
same = solvent.replay(store + "#2")
assert [d.answer for d in same] == [d.answer for d in decisions]

# As arrays: rows of a decision follow each other, in order, and lead to its answer.
columns = [next(iter(solvent.dataset(one, batch=1 << 20))) for one in (file, store)]
own = columns[1].game == 2
for name in ("observation", "mask", "action", "reward", "luck", "points", "decision", "seat"):
    assert (getattr(columns[0], name) == getattr(columns[1], name)[own]).all(), name
batch = columns[0]
assert batch.observation.dtype == columns[1].observation.dtype == env.OBSERVATION_TYPE
numbers = env.floats(batch.observation)
at, history, before = 0, env.History(), []
for d in decisions:
    for event in before:
        history.note(event)
    before = d.events
    if d.verdict != Verdict.OK:
        continue
    asked = env.Answering(d.match, d.question, history)
    while asked.answer is None:
        assert (batch.decision[at], batch.seat[at]) == (d.number, d.seat)
        assert batch.observation[at] == asked.observation() and (batch.mask[at] == asked.mask()).all()
        assert (numbers[at] == asked.floats()).all()
        asked.take(batch.action[at])
        at += 1
    assert asked.answer == d.answer or type(d.answer) is solvent.BidAnswer and asked.answer.bid == d.answer.bid
assert at == len(batch.action) and batch.observation["offers_made"].any() and batch.observation["last_bid"].any()
for seat, place in enumerate(game.result.places):
    alike = game.result.places.count(place)
    due = 1 - (2 * (place - 1) + alike - 1) / (game.seats - 1)
    assert abs(batch.reward[batch.seat == seat] - due).max() < 1e-6 and abs(batch.points[batch.seat == seat] - (1 + due) / 2).max() < 1e-6

# Batches are whole but for the last; threads, batch sizes and filters change no row.
everything = solvent.dataset(store, batch=1 << 20, luck=True)
rows = next(iter(everything))
assert everything.names == ["trader", "careful", "tiny"] and everything.games == len(set(rows.game)) and everything.skipped == everything.missed == 0
for how in (dict(batch=100), dict(batch=777, threads=3)):
    parts = list(solvent.dataset(store, luck=True, **how))
    assert all(len(part.action) == how["batch"] for part in parts[:-1]) and len(parts) > 2
    for name, column in rows._asdict().items():
        assert (env.numpy.concatenate([getattr(part, name) for part in parts]) == column).all(), name
assert abs(rows.luck).max() > 0.05
chosen = next(iter(solvent.dataset([store], bots="tiny", seats=[0, 2], batch=1 << 20)))
which = (rows.bot == 2) & (rows.seat != 1)
assert which.any() and (chosen.observation == rows.observation[which]).all() and (chosen.bot == 2).all()
assert (env.floats(chosen.observation[:5]) == env.floats(rows.observation[which][:5])).all()

# Games whose deal is not over are not shown.
with sqlite3.connect(store) as db:
    last, lanes = db.execute("SELECT max(number), max(lanes) FROM matches, league").fetchone()
    db.execute("DELETE FROM matches WHERE number = ?", (last,))
seen = set(next(iter(solvent.dataset(store, batch=1 << 20))).game)
assert lanes > 1 and seen == set(range(1, last - lanes + 1)), (seen, last, lanes)
refused(lambda: solvent.replay(f"{store}#{last - 1}"), "deal is over")
for wrong, words in (("#0", "deal"), ("#x", "'x'"), ("#9999", "9999")):
    refused(lambda: solvent.replay(store + wrong), *words.split())

# A file that is no game, or not whole, is refused in one line.
data = open(file, "rb").read()
open("damaged.svr", "wb").write(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:])
open("short.svr", "wb").write(data[:-100])
open("text.svr", "w", encoding="utf-8").write("no game")
open("empty.svr", "wb").close()
sqlite3.connect("other.db").execute("CREATE TABLE other (number)").connection.commit()
for name in "damaged.svr", "short.svr":
    refused(lambda: solvent.replay(name), name)
    refused(lambda: list(solvent.dataset([file, name])), name)
for name in "text.svr", "empty.svr", "other.db":
    refused(lambda: solvent.replay(name), name)
    refused(lambda: solvent.dataset(name), name)
refused(lambda: solvent.dataset(store, bots=["nobody"]), "'nobody'", "trader")
refused(lambda: solvent.dataset(store, seats=8), "8")
refused(lambda: solvent.dataset(store, batch=0), "0")
print(f"{len(decisions)} decisions, {len(rows.action)} rows")
