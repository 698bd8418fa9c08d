"""Bots of solvent.rival and solvent.policy among bots of the SDK: they hear the game's events, and their answers are legal."""
import solvent
from solvent.library import judge, judge_offer, play
from solvent.policy import Adviser, Value, answers, deals
from solvent.rival import Rivals


class Haggler(solvent.Bot):
    name = "haggler"

    def match_start(self, match):
        match.rivals = Rivals(match)
        self.accepted = self.made = 0

    def event(self, match, event):
        match.rivals.event(event)
        if isinstance(event, solvent.OfferEndEvent) and event.seat == match.seat:
            self.accepted += event.why == solvent.Why.ACCEPTED

    def manage(self, match, q):
        match.rivals.see(match)
        best = match.rivals.propose(1) if q.offers > 0 else []
        if not best:
            return None
        self.made += 1
        chance = match.rivals.accepts(best[0].offer)
        assert 0 <= chance.low <= chance.mean <= chance.high <= 1, chance
        assert best[0].gain > 0 and 0 < best[0].accept <= 1, best[0]
        assert match.rivals.price(best[0].offer).gain > 0
        assert match.rivals.count(best[0].offer.to).accepted >= 0
        return solvent.ManageAnswer(offers=[best[0].offer])


class Taker(solvent.Bot):
    """Accepts every trade; else as by default."""

    def trade(self, match, q):
        return solvent.TradeAnswer(choice=solvent.TradeChoice.ACCEPT)


class Advised(solvent.Bot):
    """Answers as a reference bot, and looks at what it might answer."""

    def __init__(self, name, model):
        super().__init__()
        self.bot, self.model, self.places, self.seen, self.dealt = name, model, None, 0, 0

    def match_start(self, match):
        match.adviser, match.value = Adviser(self.bot, match), Value(match)

    def event(self, match, event):
        match.adviser.event(event)

    def match_end(self, match, result):
        self.places, self.worth = result.places, result.worth

    def decide(self, match, q):
        points = match.value.points(match.position)
        assert len(points) == match.seats and abs(sum(points) - match.seats / 2) < 0.001, points
        answer = match.adviser.answer(q)
        assert judge(match, q, answer) is None
        if not isinstance(q, (solvent.ManageQuestion, solvent.TradeQuestion, solvent.DebtQuestion)):
            some = [each for _, each in zip(range(40), answers(match, q))]
            assert some and all(judge(match, q, each) is None for each in some), some
            self.seen += len(some)
        elif isinstance(q, solvent.ManageQuestion):
            found = deals(match, 4)
            assert all(judge_offer(match, deal.offer) is None for deal in found), found
            assert [deal.gain for deal in found] == sorted((deal.gain for deal in found), reverse=True)
            self.dealt += len(found)
        return answer


for kind in ("manage", "jail", "buy", "bid", "sealed_bid", "debt", "trade", "interest", "place", "tax", "bus", "ride", "triple", "ticket",
             "lot", "layout"):
    setattr(Advised, kind, Advised.decide)


if __name__ == "__main__":
    made = accepted = 0
    for deal in range(4):
        haggler = Haggler()
        play([haggler, Taker(), Taker()], seed=f"haggle {deal}")
        made, accepted = made + haggler.made, accepted + haggler.accepted
    assert accepted > 4, (made, accepted)
    print(f"haggled: {accepted} of {made} accepted")
    advised, same = Advised("learner", False), Advised("learner", False)
    for bot in (advised, same):
        play([bot, Taker(), Advised("trader", False)], seed="advised 1")
    assert (advised.places, advised.worth) == (same.places, same.worth)
    assert advised.seen > 100 and advised.dealt > 4, (advised.seen, advised.dealt)
    try:
        play([Advised("planner", False), Taker()], seed="advised")
        raise AssertionError("a planner without a model")
    except ValueError as error:
        assert "model = True" in str(error), error
    print(f"advised: {advised.seen} answers, {advised.dealt} deals")
