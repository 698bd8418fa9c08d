#!/usr/bin/env python3
"""A bot that waits as for a network, in many matches at a time. `patient.py together N` answers nothing until N of its matches wait for
an answer. `patient.py sleep SECONDS` sleeps before each answer, and says how long in all."""
import asyncio
import sys

import solvent
from solvent import BuyChoice

HOW, NUMBER = sys.argv[1], float(sys.argv[2])


class Patient(solvent.Bot):
    name = "patient"
    matches = 64
    waiting = 0
    slept = 0.0
    met = False

    async def wait(self):
        if HOW == "sleep":
            self.slept += NUMBER
            await asyncio.sleep(NUMBER)
            return
        self.met |= self.waiting == NUMBER
        while not self.met:
            await asyncio.sleep(0.01)

    async def buy(self, match, q):
        self.waiting += 1
        await self.wait()
        self.waiting -= 1
        return BuyChoice.BUY if match.cash >= q.amount else BuyChoice.DECLINE


bot = Patient()
try:
    solvent.main(bot, sys.argv[:1] + sys.argv[3:])
finally:
    if bot.slept:
        print(f"slept {bot.slept:.1f} s in all", file=sys.stderr)
