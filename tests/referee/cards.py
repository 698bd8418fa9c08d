"""Cards (section 6) and the order of their decks (1.2)."""

import collections

import debts
import moves


def draw(st, seat, deck):
    """A card: which one may come, and what it does. Returns whether the turn goes on."""
    log = st.log
    if not st.unknown[deck] and not st.known[deck]:
        return True
    event = log.take("3.6", "card", seat=seat, deck=deck)
    name = event["card"]
    log.check("1.2", name in st.ed.decks[deck], f"card {name}", f"one of the deck {deck}")
    card = st.ed.decks[deck][name]
    held = any(st.ed.jail_cards[n] == (deck, name) for s in st.seats for n in s.cards)
    log.check("1.2", not held, f"card {name}, which somebody holds", "another")
    if st.ed.deck != "redraw":
        if st.unknown[deck]:
            log.check("1.2", st.unknown[deck][name] > 0, f"card {name} again", "one that was not drawn yet")
            st.unknown[deck] -= collections.Counter({name: 1})
        else:
            first = st.known[deck][0]
            log.check("1.2", name == first, f"card {name}", f"{first}, by the order of the deck")
            st.known[deck].popleft()
        if card["kind"] not in ("jail_card",) and deck != "bus":
            st.known[deck].append(name)
    return effect(st, seat, deck, card)


def returned(st, number):
    deck, name = st.ed.jail_cards[number]
    st.known[deck].append(name)


def effect(st, seat, deck, card):
    kind, log, who = card["kind"], st.log, st.seats[seat]
    amount = card.get("amount", 0)
    others = [s for s in st.living(seat) if s != seat]
    if kind in ("move_to", "move_to_back"):
        to = st.ed.target(card["target"])
        moves.go(st, seat, to, "card" if kind == "move_to" else "card_back", "6.1", kind == "move_to")
        return moves.land(st, seat)
    if kind == "move_back":
        moves.go(st, seat, (who.at - amount) % len(st.ed.board), "card_back", "6.2", False)
        return moves.land(st, seat)
    if kind == "move_nearest":
        rule = "6.3" if card["target"] == "rail" else "6.4"
        to = moves.nearest(st, who.at, lambda s: s.kind == card["target"])
        moves.go(st, seat, to, "card", rule, True)
        if rule == "6.3":
            return moves.land(st, seat, rail_times=amount, rule=rule)
        return moves.land(st, seat, utility_times=amount, rule=rule)
    if kind == "collect":
        st.pay("6.5", None, seat, amount, "card")
    elif kind == "pay":
        return debts.owe(st, "6.5", seat, None, amount, "card")
    elif kind == "repairs":
        return debts.owe(st, "6.6", seat, None, repairs(st, seat, card), "card")
    elif kind == "pay_each":
        for other in others:
            if st.seats[other].alive and not debts.owe(st, "6.7", seat, other, amount, "card", heir=None):
                return False
            if not who.alive:
                return False
    elif kind == "collect_each":
        for other in others:
            if st.seats[other].alive and who.alive:
                debts.owe(st, "6.7", other, seat, amount, "card")
        return who.alive
    elif kind == "go_to_jail":
        moves.jailed(st, seat, "card", "6.8")
        return False
    elif kind == "jail_card":
        event = log.take("6.8", "jail_card", **{"from": "deck", "to": seat})
        log.check("6.8", st.ed.jail_cards[event["card"]] == (deck, card["id"]), event["card"], card["id"])
        who.cards.add(event["card"])
    elif kind == "pay_or_draw":
        if st.answer(seat, "card", {"choice": "pay"}, "6.8")["choice"] == "pay":
            return debts.owe(st, "6.8", seat, None, amount, "card")
        return draw(st, seat, card["target"])
    elif kind in ("bus_ticket", "bus_ticket_expire"):
        if kind == "bus_ticket_expire":
            wanted = [{"type": "ticket", "from": s.number, "to": "gone", "why": "expired"}
                      for s in st.seats for _ in range(s.tickets)]
            log.take_all("11.5", wanted)
            for s in st.seats:
                s.tickets = 0
        st.tickets -= 1
        log.check("11.5", st.tickets >= 0, "a ticket more than there are", "none")
        log.take("11.5", "ticket", **{"from": "deck", "to": seat, "why": "card"})
        who.tickets += 1
    return True


def repairs(st, seat, card):
    total = 0
    for at in st.owned(seat):
        level = st.deeds[at].level
        if not level:
            continue
        if st.ed.board[at].kind == "rail":
            total += card.get("per_depot", 0)
        elif level <= 4:
            total += level * card.get("per_house", 0)
        elif level == 5:
            total += card.get("per_hotel", 0)
        else:
            total += card.get("per_tower", card.get("per_hotel", 0))
    return total


def tickets_left(st):
    return st.tickets > 0
