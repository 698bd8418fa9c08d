#!/usr/bin/env python3
"""careful by text alone. As a bot it passes its questions to solvent.answerer as texts, and reads the answers from its JSON. With
--count N it plays games in process until N questions are answered so, in all editions: at each, the answer must be careful's.

    SOLVENT_BUILD=build PYTHONPATH=sdk/python tests/text/worded.py --count 100000"""
import ctypes
import json
import os
import subprocess
import sys
from ctypes import byref

import solvent
from solvent import DECISIONS, When, text
from solvent.library import CAnswer, CEdition, State, c, to_c_answer, to_c_question


class Peer:
    """The program that sees nothing but text."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-m", "solvent.answerer"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def reply(self, *texts):
        self.process.stdin.write(json.dumps(texts) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()


def ask(peer, rules, match, q, names):
    """The answer to a question, by text alone."""
    reply = peer.reply(rules, text.table(match, names), text.question(match, q, names=names))
    return text.read(match, q, reply, names=names)


class Worded(solvent.Bot):
    name = "careful"
    version = "1"
    when = {"manage": When.CAN_BUILD | When.CAN_LIFT}

    def __init__(self):
        self.peer = Peer()

    def match_start(self, match):
        match.rules = text.rules(match.edition)

    def decide(self, match, q):
        return ask(self.peer, match.rules, match, q, True)


for row in DECISIONS:
    if row.name not in ("card", "claim", "gift"):  # careful takes the default
        setattr(Worded, row.name, Worded.decide)


# ---- in process ----------------------------------------------------------------------------------

POLICIES = ("trader", "random", "builder", "careful", "learner")


class Policy:
    """A reference bot at a seat, asked directly."""

    def __init__(self, name, seat, edition):
        from solvent.answerer import Bot, Match
        self.bot, self.match = c.sv_policy_named(name.encode()), Match(edition=ctypes.addressof(edition.bytes), seat=seat)
        self.match.key[:] = bytes(range(seat, seat + 16))
        Bot.from_address(self.bot).match_start(byref(self.match)) if Bot.from_address(self.bot).match_start else None

    def decide(self, state, q):
        a = CAnswer()
        self.match.position, self.match.seats = ctypes.addressof(state._c), state.position.seats
        c.sv_answer_default(state.edition.bytes, state._c, byref(q), byref(a))
        c.sv_bot_decide(self.bot, byref(self.match), byref(q), byref(a))
        return a


def count(most):
    """Plays until `most` questions are answered by text."""
    from solvent import answerer as told
    peer, asked, games, kinds = Peer(), 0, 0, {}
    built = subprocess.run([os.environ["SOLVENT_BUILD"] + "/solvent", "edition", "list"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    names = [line.split()[0] for line in built.splitlines()]
    switches = [{}, {"auction": 1}, {"auction": 2}, {"income_tax": 1, "rent": 1}, {"houses": 6, "hotels": 2}, {"bid_limit": 1}]
    while asked < most:
        edition = CEdition(names[games % len(names)], {**switches[games // len(names) % len(switches)], "max_rounds": 60})
        seats = 2 + games % 5
        state, other = (State.start(seats, games, edition) for _ in range(2))
        policies = [Policy("careful" if s == games % seats else POLICIES[(s + games) % len(POLICIES)], s, edition)
                    for s in range(seats)]
        careful = games % seats
        rules = None
        while state.pending:
            seat = state.pending[0]
            q = state._ask(seat)
            a = policies[seat].decide(state, q)
            if seat == careful:
                match, asked_q = state.match(seat), state.ask(seat)
                rules = rules or text.rules(match.edition)
                shown = text.table(match, games % 2 == 0)
                if asked % 7 == 0:
                    check_table(told, peer, rules, shown, state)
                mine = to_c_answer(state._c, to_c_question(seat, asked_q), ask(peer, rules, match, asked_q, games % 2 == 0))
                asked += 1
                kinds[q.kind] = kinds.get(q.kind, 0) + 1
            else:
                mine = a
            for game, answer in ((state, a), (other, mine)):
                assert c.sv_apply(edition.bytes, game._c, seat, byref(answer), None) == 0
            if state.bytes != other.bytes:
                sys.exit(f"game {games}, question {asked} ({DECISIONS[q.kind].name}): another answer than careful's\n"
                         f"{rules}\n{text.table(match)}\n{text.question(match, asked_q)}")
        games += 1
    print(f"{asked} questions in {games} games of {len(names)} editions:",
          ", ".join(f"{DECISIONS[kind].name} {n}" for kind, n in sorted(kinds.items())))


_known = {}


def check_table(told, peer, rules, shown, state):
    """The position that is rebuilt from the text has every public value of the real one."""
    if rules not in _known:
        _known[rules] = told.Answerer()
        _known[rules].edition(rules)
    known = _known[rules]
    kind = known.position
    rebuilt, real = told.Table(known.rules[rules][0], shown, kind).position, kind.from_buffer_copy(state._c)
    real.deeds_new = 0  # the seats already asked: decides nothing
    for deck in range(3):
        ring = [real.seen[deck][(real.deck_head[deck] + i) % 32] for i in range(real.deck_size[deck])]
        real.seen[deck][:] = bytes(ring + [255] * (32 - len(ring)))
        real.deck_head[deck] = 0
    for seat in range(8):
        if not real.alive >> seat & 1:
            rebuilt.space[seat], rebuilt.jail[seat] = real.space[seat], real.jail[seat]
            rebuilt.speeding |= real.speeding & 1 << seat
    if bytes(rebuilt) != bytes(real):
        differs = [(name, getattr(real, name)[:] if hasattr(getattr(real, name), "__len__") else getattr(real, name),
                    getattr(rebuilt, name)[:] if hasattr(getattr(rebuilt, name), "__len__") else getattr(rebuilt, name))
                   for name, _ in kind._fields_ if bytes_of(getattr(real, name)) != bytes_of(getattr(rebuilt, name))]
        sys.exit(f"the text does not tell all: {differs}\n{shown}")


def bytes_of(value):
    return value if isinstance(value, int) else bytes(value)


if sys.argv[1:2] == ["--count"]:
    count(int(sys.argv[2]))
else:
    solvent.main(Worded())
