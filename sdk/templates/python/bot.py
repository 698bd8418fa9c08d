#!/usr/bin/env python3
"""@NAME@. Each method gets the match and a question, and returns an answer, or None for the default. A decision that has no
method here is never asked: its default is taken. `pydoc3 solvent.tables.Callbacks` lists all there are."""
import solvent
from solvent import BidAnswer, BuyChoice, ManageAnswer, When

RESERVE = 150  # cash kept for the rent of the next few turns


class Bot(solvent.Bot):
    name = "@NAME@"
    version = "1"
    when = {"manage": When.CAN_BUILD}  # in other windows it would do nothing

    def buy(self, match, q):
        """An unowned deed: what leaves the reserve is bought. The rest is auctioned among all players."""
        left = match.cash - q.amount
        if match.explaining:  # by --explain: the reason stands beside the answer in the record
            match.log(f"cash {left} would be left, {RESERVE} is kept for rents")
        return BuyChoice.BUY if left >= RESERVE else BuyChoice.DECLINE

    def bid(self, match, q):
        """An auction: `limit` is how far the arbiter may raise the bid without asking again."""
        price = match.edition.spaces[q.space].price if q.space != solvent.NONE else q.limit
        most = min(price, q.limit, match.cash - RESERVE)
        return BidAnswer(bid=q.amount, limit=most) if most >= q.amount else 0

    def manage(self, match, q):
        """A window, before every turn: build while it is lawful and the reserve stays."""
        return ManageAnswer(levels=match.build(match.cash - RESERVE))


if __name__ == "__main__":
    solvent.main(Bot())
