"""The position as the referee keeps it, and what the rules read off it: sets, rents, worth, what can be raised."""

import collections

from breach import Over


class Seat:
    def __init__(self, number, cash):
        self.number, self.cash = number, cash
        self.at = self.misses = self.tickets = 0
        self.jail = self.salaried = self.forfeited = False
        self.alive, self.cards, self.place = True, set(), 0


class Deed:
    def __init__(self):
        self.owner, self.level, self.mortgaged = None, 0, False


class State:
    def __init__(self, edition, log, players):
        self.ed, self.log = edition, log
        self.seats = [Seat(p["seat"], p["cash"]) for p in players]
        self.deeds = {s.at: Deed() for s in edition.board if s.is_deed}
        self.stock = dict(house=edition.houses, hotel=edition.hotels, skyscraper=edition.skyscrapers,
                          depot=edition.depots)
        self.unknown = {k: collections.Counter(cards.keys()) for k, cards in edition.decks.items()}
        self.known = {k: collections.deque() for k in edition.decks}
        self.tickets = len(edition.decks["bus"])
        self.complete = set()
        self.fallen, self.receipts = [], []
        self.first = self.roller = 0
        self.round = self.turn = 0
        log.forfeits = self.forfeit

    # Players

    def forfeit(self, number):
        """9.4: a seat that forfeits plays on by defaults; with one other left the game ends."""
        self.log.check("9.4", self.seats[number].alive, "a forfeit of a seat that is out", "one that plays")
        self.seats[number].forfeited = True
        self.complete.discard(number)
        if sum(s.alive and not s.forfeited for s in self.seats) <= 1:
            raise Over("forfeit")

    def living(self, start=None):
        """Living seats clockwise, from `start` on."""
        start = self.roller if start is None else start
        n = len(self.seats)
        return [(start + i) % n for i in range(n) if self.seats[(start + i) % n].alive]

    # Sets (7.1, 11.1)

    def streets(self, at):
        return self.ed.groups[self.ed.board[at].group]

    def owned_of(self, at, seat):
        """The deeds of the group of `at` that `seat` owns."""
        return [s for s in self.streets(at) if self.deeds[s].owner == seat]

    def whole(self, at, seat):
        return len(self.owned_of(at, seat)) == len(self.streets(at))

    def may_build(self, at, seat):
        """Whether the seat has enough of the set for houses."""
        n = len(self.streets(at))
        need = max(1, n - 1) if self.ed.sets == "all_but_one" else n
        return len(self.owned_of(at, seat)) >= need

    def built(self, at, seat=None):
        """Whether a building stands on the set; of one seat only, if named. A railroad's depot is its own."""
        if self.ed.board[at].kind != "street":
            return self.deeds[at].level > 0
        return any(self.deeds[s].level and seat in (None, self.deeds[s].owner) for s in self.streets(at))

    # Money

    def half(self, at, level):
        return self.ed.board[at].cost(level) // 2

    def sale(self, at, high, low):
        """7.1: what it brings to go from one level down to another."""
        return sum(self.half(at, level) for level in range(low + 1, high + 1))

    def lift_cost(self, at):
        value = self.ed.board[at].value
        return value + (value + 9) // 10

    def interest(self, at):
        return (self.ed.board[at].value + 9) // 10

    def owned(self, seat):
        return [at for at, d in self.deeds.items() if d.owner == seat]

    def worth(self, seat):
        """3.5"""
        if not self.seats[seat].alive:
            return 0
        total = self.seats[seat].cash
        for at in self.owned(seat):
            space, deed = self.ed.board[at], self.deeds[at]
            total += space.value if deed.mortgaged else space.price
            total += sum(space.cost(level) for level in range(1, deed.level + 1))
        return total

    def liquid(self, seat):
        """All that selling and mortgaging could bring, with the cash."""
        total = self.seats[seat].cash
        for at in self.owned(seat):
            deed = self.deeds[at]
            total += self.sale(at, deed.level, 0) + (0 if deed.mortgaged else self.ed.board[at].value)
        return total

    def rent(self, at, pips=None, rail_times=1, utility_times=None):
        """3.2, 6.3, 6.4, 10.6, 11.1, 11.3: what landing costs. `pips` None leaves a utility's multiplier."""
        deed, space = self.deeds[at], self.ed.board[at]
        if deed.mortgaged or deed.owner is None:
            return 0
        mine = self.owned_of(at, deed.owner)
        if space.kind == "street":
            if deed.level:
                return space.rent[deed.level]
            factor = 1
            if self.may_build(at, deed.owner):
                factor = 3 if self.ed.sets == "all_but_one" and self.whole(at, deed.owner) else 2
            if self.ed.set_rent_needs_unmortgaged and any(self.deeds[s].mortgaged for s in mine):
                factor = 1
            return space.rent[0] * factor
        counted = [s for s in mine if not (self.ed.count_rent_needs_unmortgaged and self.deeds[s].mortgaged)]
        figure = space.rent[len(counted) - 1]
        if space.kind == "rail":
            return figure * (2 if deed.level else 1) * rail_times
        return (utility_times or figure) * (1 if pips is None else pips)

    # Changes that are in the log

    def pay(self, rule, source, to, amount, why, space=None):
        """A payment must follow, if it is one."""
        if amount == 0:
            return
        self.log.take(rule, "cash", **{"from": "bank" if source is None else source, "to": "bank" if to is None else to,
                                       "amount": amount, "why": why, "space": space})
        self.put(source, to, amount)
        if why == "lift":
            self.settle(source, space)

    def settle(self, seat, at):
        """8.4: the seat has paid for lifting the deed, so that it owes no 10% on it."""
        for who, due in self.receipts:
            if who == seat:
                due.discard(at)

    def put(self, source, to, amount):
        if source is not None:
            self.seats[source].cash -= amount
            self.log.check("12.5", self.seats[source].cash >= 0, f"cash {self.seats[source].cash} of {source}", "no less than 0")
        if to is not None:
            self.seats[to].cash += amount

    def count_level(self, at, new):
        """Buildings between a space and the bank; the caller judges the stock when its action is done."""
        space, old = self.ed.board[at], self.deeds[at].level
        for level, sign in ((old, 1), (new, -1)):
            if level:
                unit = space.unit(level)
                self.stock[unit] += sign * (level if unit == "house" else 1)
        self.deeds[at].level = new

    def set_level(self, rule, at, new):
        old = self.deeds[at].level
        if self.ed.board[at].kind == "rail":
            self.log.take(rule, "depot", space=at, on=bool(new))
        else:
            self.log.take(rule, "level", **{"space": at, "from": old, "to": new})
        self.count_level(at, new)

    def stock_holds(self, rule):
        for unit, left in self.stock.items():
            self.log.check(rule, left >= 0, f"{-left} more of the kind {unit} than there are", "what the bank has")

    def mortgage(self, rule, at, on):
        self.log.take(rule, "mortgage", space=at, on=on)
        self.deeds[at].mortgaged = on

    # Questions

    def answer(self, seat, kind, default, rule="12.6", must=False):
        """The answer to a question of one seat; the default, if the seat's bot leaves it out."""
        if not self.log.is_next("question", seat=seat, kind=kind):
            if seat in self.complete or must:
                self.log.take(rule, "question", seat=seat, kind=kind)
            return default
        self.log.take(rule, "question", seat=seat, kind=kind)
        return self.answered(seat, kind, default)

    def answered(self, seat, kind, default):
        self.log.check("9.4", not self.seats[seat].forfeited, f"a question to {seat}, which has forfeited", "none")
        event = self.log.take("12.7", "answer", seat=seat, kind=kind)
        if event["verdict"] == "dead":
            self.log.peek()
            self.log.check("9.4", self.seats[seat].forfeited, f"{seat} dead without a forfeit", "a forfeit")
        if event["verdict"] != "ok" and default is not None:
            self.log.check("12.7", event["answer"] == default, f"the default {event['answer']}", f"{default}")
        return event["answer"]

    def never(self, rule, seat, kind, why):
        self.log.check(rule, not self.log.is_next("question", seat=seat, kind=kind), f"the question {kind} to {seat}", why)
