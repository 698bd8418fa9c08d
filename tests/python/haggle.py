"""A bot of solvent.rival among bots of the SDK: its models hear the game's events, and its offers are legal."""
import solvent
from solvent.library import play
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


if __name__ == "__main__":
    made = accepted = 0
    for deal in range(4):
        haggler = Haggler()
        play([haggler, Taker(), Taker()], seed=f"haggle {deal}")
        made, accepted = made + haggler.made, accepted + haggler.accepted
    assert accepted > 4, (made, accepted)
    print(f"haggled: {accepted} of {made} accepted")
