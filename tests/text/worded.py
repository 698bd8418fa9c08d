#!/usr/bin/env python3
"""careful by text alone. As a bot it passes its questions to solvent.answerer as texts, and reads the answers from its JSON. With
--count N it plays games in process until N questions are answered so, in all editions: at each, the answer must be careful's.

    SOLVENT_BUILD=build PYTHONPATH=sdk/python tests/text/worded.py --count 100000"""
import ctypes
import json
import os
import subprocess
import sys
from collections import Counter
from ctypes import byref

import solvent
from solvent import DECISIONS, When, answerer, text
from solvent.library import CAnswer, CEdition, State, c, from_c_question, to_c_answer
from solvent.policy import CBot, CMatch


class Peer:
    """The program that sees nothing but text."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-m", "solvent.answerer"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def replies(self, questions):
        """The replies to questions, each of three texts."""
        self.process.stdin.writelines(json.dumps(texts) + "\n" for texts in questions)
        self.process.stdin.flush()
        return [self.process.stdout.readline() for _ in questions]


class Worded(solvent.Bot):
    name = "careful"
    version = "1"
    when = {"manage": When.CAN_BUILD | When.CAN_LIFT}

    def __init__(self):
        self.peer = Peer()

    def match_start(self, match):
        match.rules = text.rules(match.edition)

    def decide(self, match, q):
        reply, = self.peer.replies([(match.rules, text.table(match), text.question(match, q))])
        return text.read(match, q, reply)


for row in DECISIONS:
    if row.name not in ("card", "claim", "gift"):  # careful takes the default
        setattr(Worded, row.name, Worded.decide)


# ---- in process ----------------------------------------------------------------------------------

POLICIES = ("trader", "random", "builder", "careful", "learner")
KNOWN = answerer.Answerer()  # builds tables from their texts, to compare them


class Policy:
    """A reference bot at a seat, asked directly."""

    def __init__(self, name, seat, edition):
        self.bot, self.match = c.sv_policy_named(name.encode()), CMatch(edition=ctypes.addressof(edition.bytes), seat=seat)
        self.match.key[:] = bytes(range(seat, seat + 16))
        start = CBot.from_address(self.bot).match_start
        if start:
            start(byref(self.match))

    def decide(self, state, q):
        a = CAnswer()
        self.match.position, self.match.seats = ctypes.addressof(state._c), state.position.seats
        c.sv_answer_default(state.edition.bytes, state._c, byref(q), byref(a))
        c.sv_bot_decide(self.bot, byref(self.match), byref(q), byref(a))
        return a


AT_ONCE = 32  # games; so neither process waits for the other at each question


class Game:
    """A game in which careful's answers are also given by text, in a second copy that must stay equal."""

    def __init__(self, number, names):
        switches = [{}, {"auction": 1}, {"auction": 2}, {"income_tax": 1, "rent": 1}, {"houses": 6, "hotels": 2}, {"bid_limit": 1}]
        self.number, seats = number, 2 + number % 5
        edition = self.edition = CEdition(names[number % len(names)], {**switches[number // len(names) % len(switches)], "max_rounds": 60})
        self.state, self.other = (State.start(seats, number, edition) for _ in range(2))
        self.careful, self.names = number % seats, number % 2 == 0
        self.policies = [Policy("careful" if s == self.careful else POLICIES[(s + number) % len(POLICIES)], s, edition)
                         for s in range(seats)]
        self.rules = text.rules(edition.decoded)
        self.asked = 0

    def next(self):
        """Plays on to the next question to careful and returns its texts, or returns None at the end."""
        while self.state.pending:
            seat = self.state.pending[0]
            self.q = self.state._ask(seat)
            self.answer = self.policies[seat].decide(self.state, self.q)
            if seat == self.careful:
                self.match, self.asked = self.state.match(seat), self.asked + 1
                self.shown = text.table(self.match, self.names)
                return self.rules, self.shown, text.question(self.match, from_c_question(self.q), names=self.names)
            self.apply(self.answer)
        return None

    def apply(self, other):
        for game, answer in ((self.state, self.answer), (self.other, other)):
            assert c.sv_apply(self.edition.bytes, game._c, self.q.seat, byref(answer), None) == 0
        if self.state.bytes != self.other.bytes:
            sys.exit(f"game {self.number}, question {self.asked} ({DECISIONS[self.q.kind].name}): another answer than careful's\n"
                     f"{self.rules}\n{self.shown}")

    def take(self, reply):
        """Gives the answer by text, in the second copy."""
        asked = from_c_question(self.q)
        if self.asked % 7 == 1:
            check_table(self.rules, self.shown, self.state)
        said = text.read(self.match, asked, reply, names=self.names)
        self.apply(to_c_answer(self.state._c, self.q, said))


def count(most):
    """Plays until `most` questions are answered by text."""
    peer, over, games, kinds = Peer(), 0, [], Counter()
    built = subprocess.run([os.environ["SOLVENT_BUILD"] + "/solvent", "edition", "list"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    names = [line.split()[0] for line in built.splitlines()]
    while sum(kinds.values()) < most:
        games += [Game(over + i, names) for i in range(len(games), AT_ONCE)]
        asked = [(game, game.next()) for game in games]
        games = [game for game, texts in asked if texts]
        over += AT_ONCE - len(games)
        for game, reply in zip(games, peer.replies([texts for _, texts in asked if texts])):
            kinds[game.q.kind] += 1
            game.take(reply)
    print(f"{sum(kinds.values())} questions in {over + len(games)} games of {len(names)} editions:",
          ", ".join(f"{DECISIONS[kind].name} {n}" for kind, n in sorted(kinds.items())))


def check_table(rules, shown, state):
    """The position that is rebuilt from the text has every public value of the real one."""
    kind = KNOWN.position
    rebuilt, real = answerer.Table(KNOWN.edition(rules)[0], shown, kind).position, kind.from_buffer_copy(state._c)
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
