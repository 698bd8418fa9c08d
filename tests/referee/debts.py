"""Debts, bankruptcy and received deeds (8.4, 9.1 to 9.3, 11.2)."""

import auctions
import plans
import trades
from breach import Over


def may_offer(st, seat):
    """8.5: who may propose trades."""
    return st.ed.trade == "windows" or (st.ed.trade == "own_turn" and seat == st.roller)


def owe(st, rule, seat, to, amount, why, space=None, offers=True, heir="creditor"):
    """A debt: paid, raised, or the debtor falls. Returns whether it was paid."""
    if amount == 0:
        return True
    fell = "9.3" if why == "interest" else "9.1"
    heir = to if heir == "creditor" else heir
    left = st.ed.offers_per_window if offers and may_offer(st, seat) else 0
    while st.seats[seat].cash < amount:
        can = st.liquid(seat) >= amount
        partner = any(st.seats[s].alive and s != seat for s in range(len(st.seats)))
        if not can and not (left and partner):
            st.never(fell, seat, "debt", "nobody is asked when nothing suffices")
            fall(st, seat, heir)
            return False
        answer = st.answer(seat, "debt", plans.default_raise(st, seat, amount), fell)
        cash = plans.judge(st, seat, answer, builds=False)
        made = answer["offers"]
        st.log.check("8.3", len(made) <= left, f"{len(made)} offers", f"at most {left}")
        st.log.check("9.1", cash >= amount or made or not can, f"an answer that raises {cash}", f"{amount}, or an offer")
        for offer in made:
            trades.judge(st, seat, offer, answer, cash)
        plans.raise_money(st, seat, answer)
        left -= len(made)
        for offer in made:
            if st.seats[seat].cash >= amount:
                break
            trades.propose(st, seat, offer)
        if st.seats[seat].cash < amount and not made and not can:
            fall(st, seat, heir)
            return False
    st.pay(rule, seat, to, amount, why, space)
    return True


def fall(st, seat, to):
    """Bankrupt to a player or to the bank."""
    log, who = st.log, st.seats[seat]
    bank = "bank" if to is None else to
    mine = sorted(st.owned(seat))
    plans.sell_to(st, seat, {at: 0 for at in mine}, "9.2")
    if st.ed.bankrupt_mortgages_all:
        for at in mine:
            if not st.deeds[at].mortgaged:
                st.pay("9.2", None, seat, st.ed.board[at].value, "mortgage", at)
                st.mortgage("9.2", at, True)
    log.take("9.1", "bankrupt", seat=seat, to=bank, place=sum(s.alive for s in st.seats))
    who.alive = False
    st.fallen.append(seat)
    wanted = []
    if who.cash:
        wanted.append({"type": "cash", "from": seat, "to": bank, "amount": who.cash, "why": "bankruptcy"})
    for card in who.cards:
        wanted.append({"type": "jail_card", "card": card, "from": seat, "to": "deck" if to is None else to})
    wanted += [{"type": "ticket", "from": seat, "to": "gone" if to is None else to, "why": "bankruptcy"}] * who.tickets
    for at in mine:
        wanted.append({"type": "deed", "space": at, "from": seat, "to": bank, "why": "bankruptcy"})
        if to is None and st.deeds[at].mortgaged:
            wanted.append({"type": "mortgage", "space": at, "on": False})
    log.take_all("9.2", wanted)
    for at in mine:
        st.deeds[at].owner = to
        st.deeds[at].mortgaged = st.deeds[at].mortgaged and to is not None
    if to is not None:
        st.seats[to].cash += who.cash
        st.seats[to].cards |= who.cards
        st.seats[to].tickets += who.tickets
    else:
        for card in sorted(who.cards):
            deck, name = st.ed.jail_cards[card]
            st.known[deck].append(name)
    who.cash, who.cards, who.tickets = 0, set(), 0
    alive = [s for s in st.seats if s.alive]
    if len(alive) <= 1:
        raise Over("last_solvent")
    if sum(not s.forfeited for s in alive) <= 1 and any(s.forfeited for s in alive):
        raise Over("forfeit")
    if to is not None:
        received(st, {to: mine})
    elif st.ed.bank_bankrupt == "auction":
        for at in mine:
            auctions.deed(st, at, seat, "bankruptcy")


def received(st, deeds):
    """11.2 on each set completed, then 8.4 on each deed that was mortgaged when it was received."""
    receipts = [(s, {at for at in deeds[s] if st.deeds[at].mortgaged}) for s in deeds]
    st.receipts += receipts
    for seat, due in receipts:
        for at in reversed(completed(st, seat, deeds[seat])):
            if st.seats[seat].alive:
                complete(st, seat, at)
        if due and st.seats[seat].alive:
            choose_lifts(st, seat, due)
    del st.receipts[-len(receipts):]


def choose_lifts(st, seat, due):
    """Lift now, or pay the 10%: asked of each seat that could lift one. A deed traded away meanwhile cannot be lifted."""
    cash = st.seats[seat].cash
    mortgaged = sorted(at for at in due if st.deeds[at].mortgaged and st.deeds[at].owner == seat)
    total = sum(st.interest(at) for at in due)
    could = any(cash >= total - st.interest(at) + st.lift_cost(at) for at in mortgaged)
    lifts = []
    if could:
        lifts = st.answer(seat, "interest", {"lift": []}, "8.4")["lift"]
    else:
        st.never("8.4", seat, "interest", "nobody is asked who could lift none")
    for at in lifts:
        st.log.check("8.4", at in mortgaged, f"lifting {at}", f"one of {mortgaged}")
    rest = sum(st.interest(at) for at in due if at not in lifts)
    if lifts:
        st.log.check("8.4", sum(st.lift_cost(at) for at in lifts) + rest <= cash, f"lifts of {lifts}", f"cash {cash} to cover them")
    for at in sorted(lifts):
        plans.lift(st, seat, at, "8.4")
    due.clear()
    owe(st, "8.4", seat, None, rest, "interest")


def completed(st, seat, deeds):
    """11.2: streets received that complete a set on which the seat has buildings already."""
    if st.ed.mega_completion != "rulebook" or st.ed.sets != "all_but_one":
        return []
    return [at for at in deeds if st.ed.board[at].kind == "street" and st.whole(at, seat) and st.built(at, seat)]


def complete(st, seat, at):
    """11.2: the new street is lifted, then built up or the set laid out again."""
    if not (st.whole(at, seat) and st.built(at, seat)):
        return
    if st.deeds[at].mortgaged:
        if not owe(st, "11.2", seat, None, st.lift_cost(at), "lift", at):
            return
        if st.deeds[at].mortgaged and st.deeds[at].owner == seat:
            st.mortgage("11.2", at, False)
    mine = st.streets(at)
    levels = {s: st.deeds[s].level for s in mine}
    if max(levels.values()) - min(levels.values()) <= 1 or not st.whole(at, seat):
        return
    goal = max(levels.values()) - 1
    need, cost = dict(house=0, hotel=0, skyscraper=0), 0
    for s in mine:
        for level in range(levels[s] + 1, goal + 1):
            need[st.ed.board[s].unit(level)] += 1
            cost += st.ed.board[s].cost(level)
    if goal >= 5:
        need["house"] = 0
        need["hotel"] = sum(levels[s] < 5 for s in mine)
    if cost <= st.seats[seat].cash and stock_for(st, mine, {s: max(levels[s], goal) for s in mine}):
        st.never("11.2", seat, "layout", "the set can be built up")
        for s in mine:
            while st.deeds[s].level < goal:
                plans.build_one(st, seat, s, st.ed.board[s].cost(st.deeds[s].level + 1), rule="11.2")
        st.stock_holds("11.2")
        return
    lay_out(st, seat, mine, levels)


def stock_for(st, mine, after):
    """Whether the bank, with the set's own buildings, has what the levels take."""
    stock = dict(st.stock)
    for s in mine:
        for level, sign in ((st.deeds[s].level, 1), (after[s], -1)):
            if level:
                unit = st.ed.board[s].unit(level)
                stock[unit] += sign * (level if unit == "house" else 1)
    return all(v >= 0 for v in stock.values())


def lay_out(st, seat, mine, levels):
    """The set's buildings spread as evenly as they go; what the stock does not allow is sold at half."""
    log, total = st.log, sum(levels.values())
    kept = total
    while kept and not stock_for(st, mine, spread(mine, kept)):
        kept -= 1
    sold = total - kept
    sales = {}
    if sold:
        left = dict(levels)
        for _ in range(sold):
            top = max(left.values())
            s = max(s for s in mine if left[s] == top)
            sales.setdefault(s, 0)
            sales[s] += st.half(s, top)
            left[s] -= 1
    got = 0
    default = {"levels": [{"space": s, "level": v} for s, v in sorted(spread(mine, kept).items())
                          if v != st.deeds[s].level]}
    answer = st.answer(seat, "layout", default, "11.2")
    after = {s: st.deeds[s].level for s in mine}
    after.update({c["space"]: c["level"] for c in answer["levels"]})
    log.check("11.2", sorted(after) == sorted(mine) and sum(after.values()) == kept
              and max(after.values()) - min(after.values()) <= 1, f"the layout {after}", f"{kept} levels laid out evenly")
    while log.is_next("level") or log.is_next("cash", why="sell"):
        event = log.peek()
        if event["space"] not in mine:
            break
        if event["type"] == "cash":
            log.at += 1
            got += event["amount"]
            st.put(None, seat, event["amount"])
            continue
        st.set_level("11.2", event["space"], event["to"])
    log.check("11.2", got == sum(sales.values()), f"sales for {got}", f"{sold} levels sold for {sum(sales.values())}")
    for s in mine:
        log.check("11.2", st.deeds[s].level == after[s], f"level {st.deeds[s].level} of {s}", f"{after[s]}")
    st.stock_holds("11.2")


def spread(mine, total):
    """The default layout: the extra levels on the last streets."""
    low, extra = divmod(total, len(mine))
    return {s: low + (i >= len(mine) - extra) for i, s in enumerate(sorted(mine))}
