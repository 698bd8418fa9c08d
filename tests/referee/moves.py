"""Moving, landing and paying (sections 2, 3, 5.1, 10.4, 11.6)."""

import auctions
import cards
import debts
import plans


def nearest(st, at, good):
    """The next space forward that is good, not the one stood on."""
    n = len(st.ed.board)
    for step in range(1, n + 1):
        if good(st.ed.board[(at + step) % n]):
            return (at + step) % n
    return at


def go(st, seat, to, why, rule, forward):
    """The token moves; GO pays when it is passed or reached on the way forward."""
    who = st.seats[seat]
    at = who.at
    st.log.take(rule, "move", **{"seat": seat, "from": at, "to": to, "why": why})
    who.at = to
    if forward and to <= at:
        salary(st, seat)


def salary(st, seat):
    st.pay("2.1", None, seat, st.ed.salary, "salary", 0)
    st.seats[seat].salaried = True


def jailed(st, seat, why, rule="5.1"):
    who = st.seats[seat]
    if who.at != st.ed.jail:
        st.log.take(rule, "move", **{"seat": seat, "from": who.at, "to": st.ed.jail, "why": "jail"})
    st.log.take(rule, "jail", **{"seat": seat, "in": True, "why": why})
    who.at, who.jail, who.misses = st.ed.jail, True, 0


def land(st, seat, pips=None, rail_times=1, utility_times=None, rule=None):
    """The space is acted on. Returns whether the turn goes on: not after jail or bankruptcy."""
    who = st.seats[seat]
    space = st.ed.board[who.at]
    if space.is_deed:
        owner = st.deeds[space.at].owner
        if owner is None:
            buy(st, seat, space.at)
            return who.alive
        if owner == seat:
            return idle(st, seat)
        return pay_rent(st, seat, space, pips, rail_times, utility_times, rule)
    if space.kind == "tax":
        return tax(st, seat, space)
    if space.kind in ("chance", "chest"):
        return cards.draw(st, seat, space.kind)
    if space.kind == "gotojail":
        jailed(st, seat, "space")
        return False
    if space.kind == "auction":
        return auction_space(st, seat)
    if space.kind == "birthday":
        return birthday(st, seat, space)
    if space.kind == "busticket" and cards.tickets_left(st):
        return cards.draw(st, seat, "bus")
    return idle(st, seat)


def idle(st, seat):
    """2.4: a space that does nothing."""
    st.log.check("2.4", not st.log.is_next("cash"), f"a payment at {st.seats[seat].at}", "none")
    return True


def buy(st, seat, at):
    price, who = st.ed.board[at].price, st.seats[seat]
    default = {"choice": "buy" if who.cash >= price else "decline", "levels": [], "mortgage": []}
    if st.liquid(seat) < price:
        st.never("3.1", seat, "buy", "who could not raise the price is not asked")
        answer = {"choice": "decline"}
    else:
        answer = st.answer(seat, "buy", default, "3.1")
    if answer["choice"] == "buy":
        cash = plans.judge(st, seat, answer, builds=False)
        st.log.check("3.1", cash >= price, f"a purchase for {price}", f"at most {cash}")
        plans.raise_money(st, seat, answer)
        st.pay("3.1", seat, None, price, "price", at)
        st.log.take("3.1", "deed", **{"space": at, "from": "bank", "to": seat, "why": "price"})
        st.deeds[at].owner = seat
        debts.received(st, {seat: [at]})
    elif st.ed.auction_on_decline:
        auctions.deed(st, at, seat, "declined")


def pay_rent(st, seat, space, pips, rail_times, utility_times, rule):
    owner = st.deeds[space.at].owner
    rule = rule or rent_rule(st, owner, space, pips)
    if st.rent(space.at, None, rail_times, utility_times) == 0:
        return True
    if space.kind == "utility" and (pips is None or utility_times or st.ed.utility_fresh_roll):
        pips = sum(st.log.take("3.3", "roll", seat=seat, why="utility")["dice"])
    if st.ed.rent == "on_request":
        if st.answer(owner, "claim", {"choice": "claim"}, "3.4")["choice"] == "waive":
            return True
    return debts.owe(st, rule, seat, owner, st.rent(space.at, pips, rail_times, utility_times), "rent", space.at)


def rent_rule(st, owner, space, pips):
    """The rule that says most about this rent."""
    level, kind = st.deeds[space.at].level, space.kind
    if st.seats[owner].jail:
        return "5.3"
    if level == 6 or (kind == "rail" and level):
        return "11.3"
    if kind == "street" and st.ed.sets == "all_but_one" and not level:
        return "11.1"
    if kind == "utility":
        return "11.4" if len(st.streets(space.at)) == 3 else "10.6" if pips and st.ed.speed_die != "off" else "3.2"
    return "3.2"


def tax(st, seat, space):
    amount = space.amount
    if space.income and st.ed.income_tax == "choice":
        if st.answer(seat, "tax", {"choice": "flat"}, "3.5")["choice"] == "share":
            amount = (st.worth(seat) + 9) // 10
    return debts.owe(st, "3.5", seat, None, amount, "tax", space.at)


def auction_space(st, seat):
    free = [at for at, d in sorted(st.deeds.items()) if d.owner is None]
    if free:
        at = free[0]
        if len(free) > 1:
            at = st.answer(seat, "lot", {"space": free[0]}, "11.6")["space"]
        st.log.check("11.6", at in free, f"the lot {at}", f"one of {free}")
        auctions.deed(st, at, seat, "auction_space")
        return st.seats[seat].alive
    here, n, best = st.seats[seat].at, len(st.ed.board), (0, None)
    for step in range(1, n):
        at = (here + step) % n
        if at in st.deeds and st.deeds[at].owner not in (None, seat):
            due = st.rent(at, 7)
            if due > best[0]:
                best = (due, at)
    if best[1] is None:
        return True
    go(st, seat, best[1], "auction_space", "11.6", True)
    return land(st, seat)


def birthday(st, seat, space):
    if cards.tickets_left(st):
        if st.answer(seat, "gift", {"choice": "cash"}, "11.6")["choice"] == "ticket":
            return cards.draw(st, seat, "bus")
    st.pay("11.6", None, seat, space.amount, "gift", space.at)
    return True


def mr_monopoly(st, seat):
    """10.4, the second half."""
    who = st.seats[seat]
    free = any(d.owner is None for d in st.deeds.values())
    if free:
        def good(s):
            return s.is_deed and st.deeds[s.at].owner is None
    else:
        def good(s):
            return s.is_deed and st.deeds[s.at].owner != seat and st.rent(s.at) > 0
    to = nearest(st, who.at, good)
    if to == who.at or not good(st.ed.board[to]):
        return True
    go(st, seat, to, "mr_monopoly", "10.4", True)
    return land(st, seat)
