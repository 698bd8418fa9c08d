"""Trades (8.3, 8.4, 8.5): whether an offer is lawful, what striking it moves, and the talk about it."""

import debts


def lawful(st, seat, offer, given=None):
    """Whether `seat` may make this offer as things stand; `given` is the cash its own plan leaves."""
    to, ed = offer["to"], st.ed
    if to == seat or not (0 <= to < len(st.seats)) or not st.seats[to].alive:
        return "nobody to trade with"
    cash = st.seats[seat].cash if given is None else given
    give = bool(offer["give_cash"] or offer["give_deeds"] or offer["give_cards"] or offer["give_tickets"])
    get = bool(offer["get_cash"] or offer["get_deeds"] or offer["get_cards"] or offer["get_tickets"])
    goods = any(offer[f"{way}_{what}"] for way in ("give", "get") for what in ("deeds", "cards", "tickets"))
    if not goods:
        return "no deed, card or ticket"
    if ed.forbid_gifts and not (give and get):
        return "a gift"
    if offer["give_cash"] < 0 or offer["get_cash"] < 0:
        return "a negative amount"
    if offer["give_cash"] > cash or offer["get_cash"] > st.seats[to].cash:
        return "more cash than there is"
    for way, who in (("give", seat), ("get", to)):
        if offer[f"{way}_tickets"] > st.seats[who].tickets:
            return "more tickets than there are"
        if any(card not in st.seats[who].cards for card in offer[f"{way}_cards"]):
            return "a card of somebody else"
        for at in offer[f"{way}_deeds"]:
            if st.deeds[at].owner != who:
                return f"{at} is not {who}'s"
    return None


def blocked(st, seat, offer, given=None, level=None, mortgaged=None):
    """The parts of 8.3 and 8.4 that the proposer's own plan may change: buildings, and the 10%."""
    cash = {seat: st.seats[seat].cash if given is None else given, offer["to"]: st.seats[offer["to"]].cash}
    for way in ("give", "get"):
        for at in offer[f"{way}_deeds"]:
            group = st.streets(at) if st.ed.board[at].kind == "street" else [at]
            if any((level or {}).get(s, st.deeds[s].level) for s in group):
                return f"buildings on the set of {at}"
    cash[seat] += offer["get_cash"] - offer["give_cash"]
    cash[offer["to"]] += offer["give_cash"] - offer["get_cash"]
    for who, way in ((seat, "get"), (offer["to"], "give")):
        due = sum(st.interest(at) for at in offer[f"{way}_deeds"]
                  if (mortgaged or {}).get(at, st.deeds[at].mortgaged))
        if due > cash[who]:
            return f"{who} could not pay the 10%"
    return None


def judge(st, seat, offer, answer=None, given=None):
    """Breaks off unless an accepted answer's offer is possible as its plan leaves the table."""
    level, mortgaged = {}, {}
    for change in (answer or {}).get("levels", []):
        level[change["space"]] = change["level"]
    for at in (answer or {}).get("mortgage", []):
        mortgaged[at] = True
    for at in (answer or {}).get("lift", []):
        mortgaged[at] = False
    wrong = lawful(st, seat, offer, given)
    st.log.check("8.3", wrong is None, f"an offer: {wrong}", "a lawful one")
    wrong = blocked(st, seat, offer, given, level, mortgaged)
    rule = "8.4" if wrong and "10%" in wrong else "8.3"
    st.log.check(rule, wrong is None, f"an offer: {wrong}", "a lawful one")


def holds(st, seat, offer):
    return lawful(st, seat, offer) is None and blocked(st, seat, offer) is None


def propose(st, seat, offer):
    """An offer on the table, with its counters. Returns whether something was struck."""
    log, depth = st.log, 0
    while True:
        to = offer["to"]
        if not holds(st, seat, offer):
            log.take("8.3", "offer_end", seat=seat, to=to, why="void")
            return False
        log.take("8.3", "offer", seat=seat, to=to, offer=offer)
        answer = st.answer(to, "trade", {"choice": "reject", "offers": []}, "8.3")
        if answer["choice"] == "accept":
            log.take("8.3", "offer_end", seat=seat, to=to, why="accepted")
            strike(st, seat, offer)
            return True
        if answer["choice"] == "reject":
            log.take("8.3", "offer_end", seat=seat, to=to, why="rejected")
            return False
        log.take("8.3", "offer_end", seat=seat, to=to, why="countered")
        depth += 1
        log.check("8.3", depth <= st.ed.counter_offers, f"counter-offer {depth}", f"at most {st.ed.counter_offers}")
        log.check("8.3", len(answer["offers"]) == 1 and answer["offers"][0]["to"] == seat, answer["offers"],
                  f"one counter-offer to {seat}")
        judge(st, to, answer["offers"][0])
        seat, offer = to, answer["offers"][0]


def strike(st, seat, offer):
    """Expects the whole trade, then received mortgages and completed sets."""
    to, wanted = offer["to"], []
    received = {seat: [], to: []}
    for way, source, target in (("give", seat, to), ("get", to, seat)):
        back = "get" if way == "give" else "give"
        gift = not any(offer[f"{back}_{k}"] for k in ("cash", "deeds", "cards", "tickets"))
        why = "gift" if gift else "trade"
        if offer[f"{way}_cash"]:
            wanted.append({"type": "cash", "from": source, "to": target, "amount": offer[f"{way}_cash"], "why": why})
        for at in offer[f"{way}_deeds"]:
            wanted.append({"type": "deed", "space": at, "from": source, "to": target, "why": why})
            received[target].append(at)
        for card in offer[f"{way}_cards"]:
            wanted.append({"type": "jail_card", "card": card, "from": source, "to": target})
        wanted += [{"type": "ticket", "from": source, "to": target, "why": why}] * offer[f"{way}_tickets"]
    st.log.take_all("8.3", wanted)
    for way, source, target in (("give", seat, to), ("get", to, seat)):
        st.seats[source].cash -= offer[f"{way}_cash"]
        st.seats[target].cash += offer[f"{way}_cash"]
        for at in offer[f"{way}_deeds"]:
            st.deeds[at].owner = target
        for card in offer[f"{way}_cards"]:
            st.seats[source].cards.remove(card)
            st.seats[target].cards.add(card)
        st.seats[source].tickets -= offer[f"{way}_tickets"]
        st.seats[target].tickets += offer[f"{way}_tickets"]
    debts.received(st, {k: sorted(v) for k, v in received.items() if v})
