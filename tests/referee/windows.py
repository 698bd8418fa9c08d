"""Windows (8.1) and shortages (7.3)."""

import auctions
import debts
import plans
import trades

NOTHING = {"levels": [], "mortgage": [], "lift": [], "offers": []}


def could_act(st, seat, left):
    """8.1: who owns nothing and could trade for nothing is not asked."""
    who = st.seats[seat]
    if st.owned(seat):
        return True
    if not (debts.may_offer(st, seat) and left):
        return False
    others = [s for s in st.seats if s.alive and s.number != seat]
    return bool(who.cards or who.tickets) or any(s.cards or s.tickets or st.owned(s.number) for s in others)


def acts(answer):
    return any(answer.get(k) for k in NOTHING)


def window(st, only=None):
    """Expects passes, while anyone acts. `only` names the roller if no other seat is asked."""
    left = {s.number: st.ed.offers_per_window for s in st.seats}
    for number in range(st.ed.window_passes):
        seats = [s for s in st.living() if only in (None, s)]
        able = [s for s in seats if could_act(st, s, left[s])]
        for seat in seats:
            if seat not in able:
                st.never("8.1", seat, "manage", "who could do nothing is not asked")
        answers = auctions.gather_answers(st, able, "manage", "8.1")
        if not answers:
            break
        one_pass(st, answers, left)
        if not any(acts(a) for a in answers.values()):
            break
    event = st.log.peek()
    st.log.check("8.1", not (event.get("type") == "question" and event.get("kind") == "manage"),
                 f"a question manage to {event.get('seat')}", "the end of the window")


def one_pass(st, answers, left):
    log, building = st.log, {}
    for seat, answer in answers.items():
        cash = plans.judge(st, seat, answer)
        made = answer["offers"]
        log.check("8.3" if debts.may_offer(st, seat) else "8.5",
                  len(made) <= (left[seat] if debts.may_offer(st, seat) else 0), f"{len(made)} offers of {seat}",
                  f"at most {left[seat]}")
        left[seat] -= len(made)
        for offer in made:
            trades.judge(st, seat, offer, answer, cash)
    for seat, answer in answers.items():
        if not plans.sales_hold(st, seat, answer):
            building[seat] = []
            continue
        building[seat] = [(level, c["space"]) for c in answer["levels"]
                          for level in range(st.deeds[c["space"]].level + 1, c["level"] + 1)]
        sales = [c for c in answer["levels"] if c["level"] < st.deeds[c["space"]].level]
        plans.raise_money(st, seat, {"levels": sales, "mortgage": answer["mortgage"], "lift": answer["lift"]})
    for kind in ("house", "hotel", "skyscraper", "depot"):
        build(st, kind, {s: sorted(o for o in orders if st.ed.board[o[1]].unit(o[0]) == kind)
                         for s, orders in building.items()})
    for seat, answer in answers.items():
        for offer in answer["offers"]:
            trades.propose(st, seat, offer)


def possible(st, seat, at, kind):
    """Whether one more unit of the kind is lawful on this deed now."""
    deed, space = st.deeds[at], st.ed.board[at]
    if deed.owner != seat or deed.mortgaged or not space.cost(deed.level + 1):
        return False
    if space.kind == "rail":
        return kind == "depot" and deed.level == 0
    if space.kind != "street" or space.unit(deed.level + 1) != kind or deed.level >= 6 or not st.may_build(at, seat):
        return False
    mine = st.owned_of(at, seat)
    if any(st.deeds[s].mortgaged for s in mine) or deed.level > min(st.deeds[s].level for s in mine):
        return False
    if kind == "skyscraper":
        return st.whole(at, seat) and all(st.deeds[s].level >= 5 for s in mine)
    return True


def build(st, kind, orders):
    """One kind of a pass: an auction when it is short, else each seat in turn."""
    log = st.log
    wanting = [s for s in st.living() if orders.get(s)]
    total = sum(len(orders[s]) for s in wanting)
    if len(wanting) >= 2 and total > st.stock[kind] and st.ed.shortage == "auction":
        short(st, kind, {s: list(orders[s]) for s in wanting})
        return
    for seat in wanting:
        serve(st, seat, kind, orders[seat])
    log.check("7.3", not log.is_next("auction", unit=kind, why="shortage"), f"an auction of the kind {kind}", "none, as nothing is short")


def serve(st, seat, kind, orders):
    """Expects the ordered buildings, lowest level first, in board order, as far as stock and cash go."""
    for level, at in sorted(orders):
        price = st.ed.board[at].cost(level)
        if st.stock[kind] <= 0 or st.deeds[at].level != level - 1 or st.seats[seat].cash < price:
            continue
        if not possible(st, seat, at, kind):
            continue
        plans.build_one(st, seat, at, price, rule="11.3" if kind in ("skyscraper", "depot") else "7.1")


def opening(st, orders, kind):
    """Returns the bidders and the opening price."""
    seats = [s for s in orders if orders[s]]
    if st.ed.shortage_open == "auction_min":
        price = st.ed.auction_min
        return [s for s in seats if st.seats[s].cash >= price], price
    while seats:
        price = min(st.ed.board[at].cost(level) for s in seats for level, at in orders[s])
        fit = [s for s in seats if st.seats[s].cash >= price]
        if fit == seats:
            return seats, price
        seats = fit
    return [], 0


def short(st, kind, orders):
    """7.3: units one by one to the highest bidder, until no more are wanted than are left."""
    log = st.log
    while st.stock[kind] > 0:
        inside, lowest = opening(st, orders, kind)
        orders = {s: orders[s] for s in inside}
        total = sum(len(o) for o in orders.values())
        if total <= st.stock[kind] or len(inside) < 2:
            break
        log.take("7.3", "auction", unit=kind, amount=lowest, why="shortage")
        order = [s for s in st.living() if s in inside]
        winner, amount = auctions.run(st, order, lowest, "cash")
        if winner is None:
            return
        place(st, winner, kind, amount, orders)
    for seat in [s for s in st.living() if orders.get(s)]:
        serve(st, seat, kind, orders[seat])
    log.check("7.3", not log.is_next("auction", unit=kind, why="shortage"), f"an auction of the kind {kind}", "none, as nothing is short")


def place(st, seat, kind, amount, orders):
    """The winner pays its bid and puts the unit on any lawful street; it uses up one order."""
    spots = [at for at in sorted(st.owned(seat)) if possible(st, seat, at, kind)]
    st.log.check("7.3", bool(spots), "no lawful street", "one")
    at = spots[0]
    st.pay("7.3", seat, None, amount, "auction")
    if len(spots) > 1:
        at = st.answer(seat, "place", {"space": spots[0]}, "7.3")["space"]
        st.log.check("7.3", at in spots, f"a {kind} on {at}", f"one of {spots}")
    level = st.deeds[at].level + 1
    st.set_level("7.3", at, level)
    mine = orders[seat]
    if (level, at) in mine:
        mine.remove((level, at))
        return
    if not mine:
        return
    top, spot = max(mine)
    mine[:] = [(n, s) for n, s in mine if not (s == spot and n >= top)]
