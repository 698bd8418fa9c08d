#!/usr/bin/env python3
"""A bot; with seeds as arguments it prints the end of the games that it plays in process against itself, to be the arbiter's."""
import sys
from zlib import crc32

import solvent
from solvent import BidAnswer, BuyChoice, ManageAnswer, When


class Same(solvent.Bot):
    name = "same"
    model = True
    when = {"manage": When.CAN_BUILD}

    def match_start(self, match):
        match.heard = 0

    def event(self, match, event):
        match.heard = crc32(repr(event).encode(), match.heard)

    def buy(self, match, q):
        from solvent.library import State
        assert State.of(match, bytes(16)).pending == [match.seat]
        return BuyChoice.BUY if match.cash - q.amount >= match.rng.below(300) else BuyChoice.DECLINE

    def bid(self, match, q):
        most = min(q.limit, match.cash - match.rng.below(200) - (match.heard + match.missed) % 50)
        return BidAnswer(q.amount, most) if most >= q.amount else 0

    def manage(self, match, q):
        return ManageAnswer(levels=match.build(match.cash - 100))


class Seldom(Same):
    """Asked for nothing but bids, so that it misses what lies far back."""
    name = "seldom"

    buy = solvent.Bot.buy
    manage = solvent.Bot.manage

    def match_end(self, match, result):
        print("seldom:", match.heard, match.missed, file=sys.stderr)


if sys.argv[1:] and sys.argv[1].isdigit():
    from solvent.library import play
    for seed in sys.argv[1:]:
        result = play([Same(), Seldom(), Same()], seed)
        print(seed, solvent.Why(result.why).name.lower(), list(result.places), list(result.worth))
elif sys.argv[1:2] == ["--seldom"]:
    del sys.argv[1]
    solvent.main(Seldom())
else:
    solvent.main(Same())
