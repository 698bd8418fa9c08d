"""Auctions (4.1 to 4.3), of deeds and of scarce buildings."""

import debts


def deed(st, at, lander, why):
    """A deed to the highest bidder; bidding begins after the one who landed or fell."""
    order = st.living((lander + 1) % len(st.seats))
    st.log.take("4.1" if why != "bankruptcy" else "9.2", "auction", space=at, amount=st.ed.auction_min, why=why)
    winner, amount = run(st, order, st.ed.auction_min, st.ed.bid_limit)
    if winner is None:
        return
    if st.ed.bid_limit == "liquid":
        if not debts.owe(st, "4.1", winner, None, amount, "auction", at, offers=False):
            return
    else:
        st.pay("4.1" if st.ed.auction == "english" else "4.3", winner, None, amount, "auction", at)
    st.log.take("4.1", "deed", **{"space": at, "from": "bank", "to": winner, "why": "auction"})
    st.deeds[at].owner = winner
    debts.received(st, {winner: [at]})


def run(st, order, lowest, limit):
    """Bids until one stands alone. Returns the winner and the price."""
    kind = st.ed.auction
    if kind == "sealed":
        return sealed(st, order, lowest, limit)
    if kind == "simultaneous":
        return simultaneous(st, order, lowest, limit)
    return english(st, order, lowest, limit)


def ceiling(st, seat, limit):
    return st.liquid(seat) if limit == "liquid" else st.seats[seat].cash


def judge(st, seat, answer, lowest, limit):
    """4.2: a bid between the lowest and what the seat may bid."""
    bid, top = answer["bid"], answer.get("limit", 0)
    if bid == 0:
        return
    high = ceiling(st, seat, limit)
    st.log.check("4.2", lowest <= bid <= high, f"a bid of {bid} by {seat}", f"{lowest} to {high}")
    st.log.check("4.2", top == 0 or bid <= top <= high, f"a limit of {top}", f"{bid} to {high}")


def fight(st, bidder, bid, limits, earlier, held=None):
    """4.2, 4.3: the limits that a bid meets, one after the other. The log may show single raises by the auctioneer's hand."""
    log, step = st.log, st.ed.auction_step
    winner, price = bidder, bid
    for seat in sorted((s for s in limits if s != bidder), key=earlier):
        both = {s: limits[s] for s in (seat, winner) if s in limits}
        if seat == held:
            winner, price = settle(winner, price, both, step, earlier)
        elif seat != winner and limits[seat] >= price + step:
            # A limit of the same round answers with a bid of its own, and loses to an equal one.
            winner, price = settle(seat, price + step, both, step, lambda s: s == seat)
    holder, amount = bidder, bid
    while log.is_next("bid") and amount < price:
        event = log.take("4.2", "bid")
        log.check("4.2", event["seat"] != holder and event["amount"] >= amount + step
                  and event["amount"] <= limits.get(event["seat"], 0) and (event["amount"] - bid) % step == 0,
                  f"a raise of {event['seat']} to {event['amount']}", f"above {amount}, within its limit")
        holder, amount = event["seat"], event["amount"]
    log.check("4.2", (holder, amount) == (winner, price), f"{holder} ahead with {amount}", f"{winner} with {price}")
    return winner, price


def settle(holder, amount, limits, step, earlier):
    """The highest limit wins, at the lowest step above the second, or at the highest that it covers."""
    entrants = {s: v for s, v in limits.items() if s != holder and v >= amount + step}
    if not entrants:
        return holder, amount
    entrants[holder] = max(limits.get(holder, 0), amount)
    best = max(entrants.values())
    winner = min((s for s, v in entrants.items() if v == best), key=earlier)
    second = max(v for s, v in entrants.items() if s != winner)
    price = amount + ((second - amount) // step + 1) * step
    if price > best:
        price = amount + (best - amount) // step * step
    if winner == holder and price == amount + step:
        winner = next(s for s in entrants if s != holder)  # no seat outbids itself: the other has answered
    return winner, price


def english(st, order, lowest, limit):
    log, step = st.log, st.ed.auction_step
    still, holder, amount = list(order), None, 0
    limits, since = {}, {}
    position, clock = 0, 0
    while True:
        asked = [s for s in still if s != holder]
        if not asked:
            break
        # The next clockwise that is still in and not the highest.
        n = len(order)
        for i in range(n):
            seat = order[(position + i) % n]
            if seat in asked:
                position = (position + i) % n
                break
        low = lowest if holder is None else amount + step
        if ceiling(st, seat, limit) < low:
            st.never("4.1", seat, "bid", "who cannot afford the lowest bid is not asked")
            log.take("4.1", "drop", seat=seat)
            still.remove(seat)
            position = (position + 1) % n
            limits.pop(seat, None)
            continue
        answer = st.answer(seat, "bid", {"bid": 0, "limit": 0}, "4.1")
        judge(st, seat, answer, low, limit)
        position = (position + 1) % n
        if answer["bid"] == 0:
            log.take("4.1", "drop", seat=seat)
            still.remove(seat)
            limits.pop(seat, None)
            continue
        clock += 1
        limits[seat], since[seat] = answer["limit"], clock
        log.take("4.2", "bid", seat=seat, amount=answer["bid"])
        live = {s: v for s, v in limits.items() if s in still}
        holder, amount = fight(st, seat, answer["bid"], live, lambda s: since[s], holder)
    return holder, amount


def gather(st, seats, kind, lowest, limit):
    """All are asked at once: questions, then answers, clockwise from the roller."""
    seats = [s for s in st.living() if s in seats]
    asked = [s for s in seats if ceiling(st, s, limit) >= lowest]
    for seat in seats:
        if seat not in asked:
            st.never("4.3", seat, kind, "who cannot make the lowest bid is not asked")
    return gather_answers(st, asked, kind)


def gather_answers(st, asked, kind, rule="4.3"):
    put, answers = [], {}
    for seat in asked:
        if st.log.is_next("question", seat=seat, kind=kind) or seat in st.complete:
            st.log.take(rule, "question", seat=seat, kind=kind)
            put.append(seat)
    # Bots that died before they answered come first, clockwise, each with its forfeit.
    for seat in put:
        if st.log.is_next("answer", seat=seat, verdict="dead"):
            answers[seat] = st.answered(seat, kind, None)
    for seat in put:
        if seat not in answers:
            answers[seat] = st.answered(seat, kind, None)
    return {seat: answers[seat] for seat in put}


def sealed(st, order, lowest, limit):
    answers = gather(st, order, "sealed_bid", lowest, limit)
    bids = []
    for i, seat in enumerate(order):
        if seat in answers and answers[seat]["bid"]:
            judge(st, seat, answers[seat], lowest, limit)
            bids.append((-answers[seat]["bid"], i, seat))
    if not bids:
        return None, 0
    bids.sort()
    best, winner = -bids[0][0], bids[0][2]
    price = lowest if len(bids) == 1 else min(best, -bids[1][0] + st.ed.auction_step)
    st.log.take("4.3", "bid", seat=winner, amount=price)
    return winner, price


def simultaneous(st, order, lowest, limit):
    log, step = st.log, st.ed.auction_step
    holder, amount, held = None, 0, 0
    while True:
        low = lowest if holder is None else amount + step
        answers = gather(st, [s for s in order if s != holder], "bid", low, limit)
        raised = [s for s in order if s in answers and answers[s]["bid"]]
        for seat in raised:
            judge(st, seat, answers[seat], low, limit)
        if not raised:
            return holder, amount
        best = max(answers[s]["bid"] for s in raised)
        top = next(s for s in raised if answers[s]["bid"] == best)
        log.take("4.3", "bid", seat=top, amount=best)
        limits = {s: answers[s]["limit"] for s in raised}
        rank = {s: i + 1 for i, s in enumerate(order)}
        if holder is not None and held:
            limits[holder], rank[holder] = held, 0
        holder, amount = fight(st, top, best, limits, lambda s: rank[s], holder)
        held = limits.get(holder, 0)
