#!/usr/bin/env python3
"""About as strong as bots/careful: buys what it can, builds with a reserve in view, swaps deeds that complete sets."""
import solvent
from solvent import BuyChoice, ManageAnswer, Offer, TradeAnswer, TradeChoice, When, count, has, members


class Steady(solvent.Bot):
    name, version = "steady", "1"
    when = {"manage": When.CAN_BUILD | When.CAN_LIFT | When.DEEDS_CHANGED}

    def reserve(self, match):
        """Cash for the rents that the next roll may meet: a share of the dearest ones ahead."""
        e, p, level, full = match.edition, match.position, match.position.level, match.position.mortgaged
        rents = sorted((e.spaces[i].rent[level[i]] for seat in match.others for i in members(p.owned[seat] & ~full)
                        if has(e.streets, i)), reverse=True)
        return 40 + sum(rents[:4]) // 5

    def value(self, match, owned, cash):
        """Returns the worth of deeds and cash together: a set by the rents of three houses, as far as they can be paid."""
        e, total, spare = match.edition, 0, cash
        for group in e.groups:
            mine = group.mask & owned
            prices = sum(e.spaces[i].price for i in members(mine))
            total += prices
            if e.buildable(owned, group):
                houses = 3 * sum(e.level_cost(i, 0) for i in group.deeds)
                reach = min(1.0, 0.35 + max(spare, 0) / (houses + 1))
                total += int(reach * 1.2 * sum(e.spaces[i].rent[3] for i in group.deeds)) + prices // 2
                spare -= houses
            elif count(mine) > 1:
                total += prices // 4
        return total + cash

    def gain(self, match, seat, offer_in, offer_out, cash):
        """Returns the gain of `seat` by deeds that come in and go out, and cash."""
        p = match.position
        owned = p.owned[seat]
        return (self.value(match, owned & ~offer_out | offer_in, p.cash[seat] + cash)
                - self.value(match, owned, p.cash[seat]))

    def worth_buying(self, match, space):
        """The most to pay for a deed: what it adds for us, or would add for another."""
        price = match.edition.spaces[space].price
        added = [self.gain(match, seat, 1 << space, 0, 0) for seat in (match.seat, *match.others)]
        return max(price, added[0], min(max(added[1:]), 2 * price))

    def buy(self, match, q):
        if match.explaining:
            match.log(f"price {q.amount} in cash; worth up to {self.worth_buying(match, q.space)} to me")
        return BuyChoice.BUY if match.cash >= q.amount else BuyChoice.DECLINE

    def bid(self, match, q):
        most = min(q.limit, match.cash - 20)
        if q.space != solvent.NONE:
            most = min(most, self.worth_buying(match, q.space))
        return solvent.BidAnswer(q.amount, most) if most >= q.amount else 0

    def jail(self, match, q):
        early = match.position.owner.count(solvent.BANK) > 6
        return 2 if early and q.choices & 4 else 1 if early and q.choices & 2 and match.cash > 4 * q.amount else 0

    def trade(self, match, q):
        o = q.offer  # as the other sees it: what they give is ours to get
        mine = self.gain(match, match.seat, o.give_deeds, o.get_deeds, o.give_cash - o.get_cash)
        theirs = self.gain(match, q.other, o.get_deeds, o.give_deeds, o.get_cash - o.give_cash)
        fair = mine > 30 and mine > theirs / max(1, len(match.others))
        return TradeAnswer(TradeChoice.ACCEPT if fair else TradeChoice.REJECT)

    def manage(self, match, q):
        e, p = match.edition, match.position
        budget = match.cash - self.reserve(match)
        levels = match.build(budget)
        lift = 0
        for i in members(match.owned & p.mortgaged):
            if not levels and e.lift_cost(i) <= budget - 200:
                lift |= 1 << i
                budget -= e.lift_cost(i)
        return ManageAnswer(levels, lift=lift, offers=self.offers(match)[:q.offers] if not levels and not lift else ())

    def offers(self, match):
        """A deed that completes a set of ours, for cash and perhaps one of ours, so that both sides win."""
        e, p, found = match.edition, match.position, []
        for group in e.groups:
            want = group.mask & ~match.owned
            if group.kind != 1 or count(want) != 1 or want == group.mask or match.built(group.deeds[0]):
                continue
            seat = p.owner[want.bit_length() - 1]
            spare = [1 << i for i in members(match.owned & ~group.mask & ~p.mortgaged) if not match.built(i)]
            for give in [0, *spare] if seat < solvent.BANK else ():
                for cash in (match.cash // 5 * k for k in range(5)):
                    if give or cash:
                        ours = self.gain(match, match.seat, want, give, -cash)
                        theirs = self.gain(match, seat, give, want, cash)
                        if ours > 50 and theirs > 60 and not has(p.mortgaged, want.bit_length() - 1):
                            found.append((ours, Offer(to=seat, give_cash=cash, give_deeds=give, get_deeds=want)))
        return [offer for _, offer in sorted(found, key=lambda pair: -pair[0])]


solvent.main(Steady())
