"""Small edits of real logs that make them false. Each yields false logs, from the first place on that it fits."""

import copy


def fits(event, where):
    return all(event.get(k) == v for k, v in where.items())


def edited(events, at, **fields):
    log = list(events)
    log[at] = {**log[at], **fields}
    return log


def change(game, where, field, by=None, to=None, skip=0, plain=False):
    """One field of an event that fits."""
    for at, event in enumerate(game.events):
        if not fits(event, where) or event.get(field) is None:
            continue
        if skip:
            skip -= 1
            continue
        if plain and not game.bare_street(at):
            continue
        old = event[field]
        new = to if by is None else old + by
        if field in ("seat", "to") and event["type"] in ("turn", "drop", "deed"):
            new = (old + by) % game.seats
        if field == "to" and event["type"] == "move":
            new = (old + by) % len(game.edition.board)
        if new != old:
            yield edited(game.events, at, **{field: new})


def drop(game, where):
    for at, event in enumerate(game.events):
        if fits(event, where):
            yield game.events[:at] + game.events[at + 1:]


def cut(game):
    for at in range(len(game.events) // 2, len(game.events) - 1, 97):
        yield game.events[:at]


def twice(game, where, after, copy):
    """An event of the kind `copy` comes again once all that `where` began is done."""
    for at, event in enumerate(game.events):
        if fits(event, where) and game.events[at + after + 1]["type"] in ("turn", "question"):
            source = next(e for e in game.events[at:] if fits(e, copy))
            yield game.events[:at + after + 1] + [source] + game.events[at + after + 1:]


def start_cash(game):
    first = copy.deepcopy(game.events[0])
    first["players"][0]["cash"] += 1
    yield [first] + game.events[1:]


def same_card(game):
    """The second card of a deck is the first again."""
    seen = {}
    for at, event in enumerate(game.events):
        if event["type"] == "card" and event["deck"] in seen:
            if game.edition.decks[event["deck"]][seen[event["deck"]]]["kind"] == "collect":
                yield edited(game.events, at, card=seen[event["deck"]])
        if event["type"] == "card":
            seen[event["deck"]] = event["card"]


def window_after_move(game):
    for at, event in enumerate(game.events):
        if fits(event, {"type": "move", "why": "roll"}) and game.events[at + 1]["type"] == "cash":
            yield game.events[:at + 1] + [{"n": event["n"], "type": "question", "seat": event["seat"],
                                          "kind": "manage"}] + game.events[at + 1:]


def paid_parking(game):
    for at, event in enumerate(game.events):
        if event["type"] == "move" and game.edition.board[event["to"]].kind == "parking":
            payment = {"n": event["n"], "type": "cash", "from": "bank", "to": event["seat"], "amount": 50, "why": "tax"}
            if game.events[at + 1]["type"] == "turn":
                yield game.events[:at + 1] + [payment] + game.events[at + 1:]


def jailed_rent(game):
    jailed = set()
    for at, event in enumerate(game.events):
        if event["type"] == "jail":
            (jailed.add if event["in"] else jailed.discard)(event["seat"])
        if fits(event, {"type": "cash", "why": "rent"}) and event["to"] in jailed:
            if not any(e["type"] == "card" for e in game.events[at - 6:at]):
                yield edited(game.events, at, amount=event["amount"] + 1)


def card_effect(game, kinds, field, type, target=None):
    """Alters the next effect of a card of these kinds."""
    for at, event in enumerate(game.events[:-1]):
        if event["type"] != "card":
            continue
        card = game.edition.decks[event["deck"]][event["card"]]
        follows = game.events[at + 1]
        if card["kind"] in kinds and target in (None, card.get("target")) and follows["type"] == type:
            size = len(game.edition.board) if type == "move" else game.seats if field == "to" else 10 ** 9
            yield edited(game.events, at + 1, **{field: (follows[field] + 1) % size})


def hotel_to_houses(game):
    """A plan that sells a hotel for four houses which the bank has not."""
    level, owner = {}, {}
    for at, event in enumerate(game.events):
        if event["type"] == "level":
            level[event["space"]] = event["to"]
        if event["type"] == "deed":
            owner[event["space"]] = event["to"]
        if fits(event, {"type": "answer", "kind": "manage"}):
            held = sum(v for v in level.values() if v <= 4)
            for space, v in level.items():
                if v == 5 and owner.get(space) == event["seat"] and held + 4 > game.edition.houses:
                    plan = {"levels": [{"space": space, "level": 4}], "mortgage": [], "lift": [], "offers": []}
                    yield edited(game.events, at, answer=plan)


def foreign_offer(game):
    roller = None
    for at, event in enumerate(game.events):
        if event["type"] == "turn":
            roller = event["seat"]
        if fits(event, {"type": "answer", "kind": "manage"}) and event["seat"] != roller:
            offer = {"to": roller, "give_cash": 1, "give_deeds": [], "give_cards": [], "give_tickets": 0,
                     "get_cash": 0, "get_deeds": [1], "get_cards": [], "get_tickets": 0}
            yield edited(game.events, at, answer={**event["answer"], "offers": [offer]})


def interest_debt(game):
    """The question of a debt that follows deeds received."""
    for at, event in enumerate(game.events):
        before = game.events[at - 1]
        if fits(event, {"type": "question", "kind": "debt"}) and fits(before, {"type": "deed", "why": "bankruptcy"}):
            yield edited(game.events, at, kind="gift")


def end_worth(game):
    last = game.events[-1]
    yield game.events[:-1] + [{**last, "worth": [w + 1 for w in last["worth"]]}]


def two_dice(game):
    for at, event in enumerate(game.events):
        if fits(event, {"type": "roll", "why": "move"}) and len(event["dice"]) == 3:
            yield edited(game.events, at, dice=event["dice"][:2])


def number_move(game):
    for at, event in enumerate(game.events[:-1]):
        if event["type"] == "roll" and len(event["dice"]) == 3 and event["dice"][2] in (1, 2, 3):
            follows = game.events[at + 1]
            if fits(follows, {"type": "move", "why": "roll"}):
                yield edited(game.events, at + 1, to=(follows["to"] + 1) % len(game.edition.board))


def utility_rent(game):
    for at, event in enumerate(game.events):
        if fits(event, {"type": "cash", "why": "rent"}) and game.edition.board[event["space"]].kind == "utility":
            if game.events[at - 1]["type"] == "move" and game.events[at - 1]["why"] == "roll":
                yield edited(game.events, at, amount=event["amount"] + 1)


def bare_rent(game):
    for at, event in enumerate(game.events):
        if fits(event, {"type": "cash", "why": "rent"}) and game.bare_street(at):
            yield edited(game.events, at, amount=event["amount"] + 1)


def depot_cost(game):
    for at, event in enumerate(game.events[:-1]):
        if fits(event, {"type": "cash", "why": "build"}) and game.events[at + 1]["type"] == "depot":
            yield edited(game.events, at, amount=event["amount"] + 1)
