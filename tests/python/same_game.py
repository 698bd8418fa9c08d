#!/usr/bin/env python3
"""A bot; with seeds as arguments it prints the end of the games that it plays in process against itself, to be the arbiter's."""
import sys

import solvent
from solvent import BidAnswer, BuyChoice, ManageAnswer, When


class Same(solvent.Bot):
    name = "same"
    model = True
    when = {"manage": When.CAN_BUILD}

    def buy(self, match, q):
        from solvent.library import State
        assert State.of(match, bytes(16)).pending == [match.seat]
        return BuyChoice.BUY if match.cash - q.amount >= match.rng.below(300) else BuyChoice.DECLINE

    def bid(self, match, q):
        most = min(q.limit, match.cash - match.rng.below(200))
        return BidAnswer(q.amount, most) if most >= q.amount else 0

    def manage(self, match, q):
        return ManageAnswer(levels=match.build(match.cash - 100))


if sys.argv[1:] and sys.argv[1].isdigit():
    from solvent.library import play
    for seed in sys.argv[1:]:
        result = play([Same(), Same(), Same()], seed)
        print(seed, solvent.Why(result.why).name.lower(), list(result.places), list(result.worth))
else:
    solvent.main(Same())
