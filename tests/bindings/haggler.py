#!/usr/bin/env python3
"""A bot that trades by models of its rivals, and logs their figures in whole numbers; advisers give other answers. haggler.mjs is equal."""
from itertools import islice

import solvent
from solvent.policy import Adviser, Value, answers, deals
from solvent.rival import Rivals
from solvent.sets import members


def whole(*figures):
    return [round(figure * 1000000) for figure in figures]


class Haggler(solvent.Bot):
    name, version = "haggler", "1"

    def match_start(self, match):
        match.rivals, match.value = Rivals(match), Value(match)
        match.advisers = [Adviser(name, match) for name in ("learner", "random")]

    def event(self, match, event):
        match.rivals.event(event)
        for adviser in match.advisers:
            adviser.event(event)

    def log(self, match, q, figures):
        some = sum(1 for _ in islice(answers(match, q), 50))
        counts = [list(match.rivals.count(seat)) for seat in range(match.seats)]
        match.log(str([whole(*match.value.points(match.position)), counts, some, figures]).replace(" ", ""))

    def manage(self, match, q):
        match.rivals.see(match)
        best, found = match.rivals.propose(2), deals(match, 3)
        figures = [whole(each.accept, each.gain, *match.rivals.accepts(each.offer)) for each in best]
        self.log(match, q, [figures, [deal.gain for deal in found]])
        return solvent.ManageAnswer(offers=[best[0].offer]) if best and q.offers > 0 else None

    def trade(self, match, q):
        match.rivals.see(match)
        mine = solvent.Offer(to=q.other, give_cash=q.offer.get_cash, get_cash=q.offer.give_cash, give_deeds=q.offer.get_deeds,
                             get_deeds=q.offer.give_deeds)
        price = match.rivals.price(mine)
        self.log(match, q, whole(price.accept, price.gain) + [sum(members(price.offer.get_deeds)), price.offer.get_cash] if price else [])
        if price and q.choices >> solvent.TradeChoice.COUNTER & 1:
            return solvent.TradeAnswer(choice=solvent.TradeChoice.COUNTER, offers=[price.offer])
        return match.advisers[0].answer(q)

    def bid(self, match, q):
        match.rivals.see(match)
        bids = [match.rivals.bids(seat, q.space) for seat in range(match.seats)] if q.space != 255 else []
        self.log(match, q, [[int(figure) for figure in bid] for bid in bids])
        most = q.limit // 3
        return solvent.BidAnswer(bid=q.amount, limit=most) if q.amount <= most else match.advisers[1].answer(q)

    def debt(self, match, q):
        return match.advisers[0].answer(q)

    def buy(self, match, q):
        return list(islice(answers(match, q), 20))[-1]


if __name__ == "__main__":
    solvent.main(Haggler())
