#!/usr/bin/env python3
"""A bot that holds the package's own judgement to the arbiter's: what check() forbids it does not say, what it says is legal."""
import solvent
from solvent import library
from solvent.library import Status


class Judge(solvent.Bot):
    name = "judge"
    model = True

    def match_start(self, match):
        match.user = 0

    def look(self, match, q):
        assert library.c.sv_worth(library.CEdition.of(match.edition.encoded).bytes, library._block(match.position),
                                  match.seat) == match.worth(match.seat)
        assert library.c.sv_liquid(library.CEdition.of(match.edition.encoded).bytes, library._block(match.position),
                                   match.seat) == match.liquid(match.seat)
        stands = library.default(match, q)
        assert library.check(match, q, stands) == Status.OK, (q, stands)
        match.user += 1
        if match.user % 20 == 0:  # play on from what we see; the same key is the same future
            ends = []
            for _ in range(2):
                state = library.State.of(match, bytes(16))
                assert match.seat in state.pending
                state.apply(match.seat, stands)
                until = match.position.round + 3
                while state.pending and state.position.round < until:
                    state.apply(state.pending[0])
                ends.append(bytes(state.bytes))
            assert ends[0] == ends[1]
        return stands

    jail = bid = sealed_bid = debt = trade = interest = place = tax = card = claim = bus = ride = triple = ticket = look
    lot = gift = layout = look

    def buy(self, match, q):
        self.look(match, q)
        dear = solvent.BuyAnswer(solvent.BuyChoice.BUY)
        legal = library.check(match, q, dear)
        assert (legal == Status.OK) == (match.cash >= q.amount), legal
        return dear if legal == Status.OK else solvent.BuyChoice.DECLINE

    def manage(self, match, q):
        self.look(match, q)
        answer = solvent.ManageAnswer(levels=match.build(match.cash))
        assert library.check(match, q, answer) == Status.OK, answer
        wrong = solvent.ManageAnswer(mortgage=~match.owned & match.edition.deeds)
        assert library.check(match, q, wrong) != Status.OK
        assert library.judge(match, q, answer) is None
        breach = library.judge(match, q, wrong)
        assert breach.kind == solvent.BreachKind.MORTGAGE_OWNER and breach.rule == "8.2", breach
        assert breach.text.startswith(match.edition.spaces[breach.space].name), breach
        assert breach.text.endswith("(rule 8.2)") and breach.seat == match.seat, breach
        offer = solvent.Offer(to=match.seat, give_cash=1)
        assert library.judge_offer(match, offer).kind == solvent.BreachKind.OFFER_SEAT
        try:
            library.State.of(match, bytes(16)).apply(match.seat, wrong)
        except library.NotLegal as error:
            assert error.breach == breach and str(error) == breach.text, error
        else:
            raise AssertionError("taken")
        return answer


solvent.main(Judge())
