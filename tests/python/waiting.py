#!/usr/bin/env python3
"""The same bot with plain methods, with async ones and with threads: waiting.py plain|async|threads MATCHES. But for `plain`, the
first question of each match waits until all matches have one: a kit that answers one after the other never gets there."""
import asyncio
import sys
import threading

import solvent
from solvent import BuyChoice

MODE, MATCHES = sys.argv[1], int(sys.argv[2])


class Waiting(solvent.Bot):
    name = "waiting"
    matches = MATCHES

    def match_start(self, match):
        match.asked = 0
        match.log("begun")

    def enter(self, match):
        """Whether it is the match's first question."""
        assert not getattr(match, "busy", False), "two questions of a match at a time"
        match.busy = True
        match.asked += 1
        match.note("asked", match.asked)
        match.note("drawn", match.rng.below(1000))
        return match.asked == 1

    def decide(self, match, q):
        print("deciding in", match.id)
        match.note("cash", match.cash)
        match.busy = False
        return BuyChoice.BUY if match.cash >= q.amount + match.rng.below(200) else BuyChoice.DECLINE

    def match_end(self, match, result):
        assert result is None or not match.busy


class Plain(Waiting):
    def buy(self, match, q):
        self.enter(match)
        return self.decide(match, q)


class Async(Waiting):
    there = 0

    async def buy(self, match, q):
        if self.enter(match):
            assert match.open >= 1
            self.there += 1
            while self.there < MATCHES:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        return self.decide(match, q)


class Threads(Waiting):
    parallel = MATCHES
    all_there = threading.Barrier(MATCHES)

    def buy(self, match, q):
        if self.enter(match):
            self.all_there.wait()
        return self.decide(match, q)


solvent.main({"plain": Plain, "async": Async, "threads": Threads}[MODE](), sys.argv[:1] + sys.argv[3:])
