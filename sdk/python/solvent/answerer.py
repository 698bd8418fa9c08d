"""Answers questions as one of our policies does, from text alone: it rebuilds edition, position and question from the sentences of
solvent.text, and asks the policy about them. The fake endpoint uses it (solvent.llm_fake). As a program it reads a line [rules,
table, question] of JSON texts, and writes the answer as a line of JSON."""
import ctypes
import json
import re
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_int32, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

import msgpack

from . import library, tables
from .edition import ENCODING
from .library import CAnswer, CEdition, COffer, CQuestion, c
from .policy import CBot, CMatch
from .tables import BANK, DECISIONS, MAX_CARDS, MAX_SEATS, MAX_SPACES, NONE, CardKind, SpaceKind, Why

STORAGE = {"u8": c_uint8, "u16": c_uint16, "u32": c_uint32, "u64": c_uint64, "i32": c_int32, "offer": COffer}
LEVELS = {"1 house": 1, "2 houses": 2, "3 houses": 3, "4 houses": 4, "a hotel": 5, "a skyscraper": 6, "a depot": 1}


# ---- structs -------------------------------------------------------------------------------------

def position_struct():
    rows = []
    for name, code, dimensions in tables.POSITION_FIELDS:
        kind = STORAGE[code]
        for size in reversed(dimensions):
            kind = kind * size
        rows.append((name, kind))
    return type("Position", (Structure,), {"_fields_": rows})


library.declare({"sv_choice_name": (c_char_p, c_uint, c_uint),
                 "sv_bot_decide": (None, c_void_p, POINTER(CMatch), POINTER(CQuestion), POINTER(CAnswer))})


# ---- rules ---------------------------------------------------------------------------------------

PLAIN = {"the start": SpaceKind.GO, "go to jail": SpaceKind.GO_TO_JAIL, "nothing happens": SpaceKind.PARKING,
         "jail, or just visiting": SpaceKind.JAIL, "a bus ticket": SpaceKind.BUS_TICKET,
         "the player picks an unowned deed, which is auctioned": SpaceKind.AUCTION}
EFFECTS = [(CardKind.MOVE_TO, r"forward to (?P<target>\d+) .*"), (CardKind.MOVE_TO_BACK, r"back to (?P<target>\d+) .*"),
           (CardKind.MOVE_BACK, r"back (?P<amount>\d+) spaces"),
           (CardKind.MOVE_NEAREST, r"forward to the next (?P<near>\w+), where rent is (?P<amount>\d+) times .*"),
           (CardKind.COLLECT, r"collect \$(?P<amount>\d+)"), (CardKind.PAY, r"pay \$(?P<amount>\d+)"),
           (CardKind.REPAIRS, r"pay \$(?P<per_house>\d+) a house, \$(?P<per_hotel>\d+) a hotel, \$(?P<per_tower>\d+) a skyscraper, "
                              r"\$(?P<per_depot>\d+) a depot"),
           (CardKind.PAY_EACH, r"pay every other player \$(?P<amount>\d+)"),
           (CardKind.COLLECT_EACH, r"collect \$(?P<amount>\d+) from every other player"),
           (CardKind.GO_TO_JAIL, r"go to jail"), (CardKind.JAIL_CARD, r"keep jail card \d+, .*"),
           (CardKind.PAY_OR_DRAW, r"pay \$(?P<amount>\d+) or draw a card of (?P<deck>.*)"),
           (CardKind.BUS_TICKET, r"keep a bus ticket"), (CardKind.BUS_TICKET_EXPIRE, r"keep a bus ticket; all other .*")]


class Rules:
    """An edition, from its rules in words."""

    def __init__(self, text):
        blocks = text.split("\n\n")
        self.groups, self.names, self.decks, spaces = [], [], [], []
        card_spaces = {}
        for line in blocks[2].split("\n")[1:]:
            number, name, what = re.fullmatch(r"(\d+) (.*?): (.*)", line).groups()
            assert int(number) == len(spaces), line
            self.names.append(name)
            spaces.append(self._space(name, what, card_spaces))
        for block in blocks[3:-1]:
            title, *lines = block.split("\n")
            self.decks.append((re.fullmatch(r"(.*) \((?:shuffled|each draw) .*\)", title)[1], lines))
        decks = [self._deck(index) for index in range(len(self.decks))]
        for name, where in card_spaces.items():  # the first deck is Chance's, the second Community Chest's
            for index in where:
                spaces[index][1] = (SpaceKind.CHANCE, SpaceKind.CHEST)[[deck[0] for deck in self.decks].index(name)]
        while len(decks) < 3:
            decks.append(["Bus", []])
        switches = [self._switch(line) for line in blocks[-1].split("\n")[1:] if line]
        encoded = msgpack.packb([ENCODING, "told", "told", switches, self.groups, spaces, decks])
        self.edition = CEdition.of(encoded)
        self.jail = next(i for i, row in enumerate(spaces) if row[1] == SpaceKind.JAIL)

    def _space(self, name, what, card_spaces):
        row = [name, SpaceKind.PARKING, NONE, 0, 0, 0, 0, [], 0, 0, 0, 0]
        deed = re.fullmatch(r"(.*), price \$(\d+), mortgage \$(\d+), rent( by the dice times)?((?: \d+)+)(.*)", what)
        card, tax = re.fullmatch(r"a card of (.*)", what), re.fullmatch(r"tax \$(\d+)(.*)", what)
        gift = re.fullmatch(r"a gift of \$(\d+), or a bus ticket", what)
        if deed:
            group = deed[1]
            if group not in self.groups:
                self.groups.append(group)
            costs = dict(re.findall(r", (\w+) \$(\d+)", deed[6]))
            row[1] = SpaceKind.UTILITY if deed[4] else SpaceKind.STREET if "house" in costs else SpaceKind.RAIL
            row[2], row[4], row[5] = self.groups.index(group), int(deed[2]), int(deed[3])
            row[7] = [int(rent) for rent in deed[5].split()]
            row[8:] = [int(costs.get(unit, 0)) for unit in ("house", "hotel", "skyscraper", "depot")]
        elif tax:
            row[1], row[3], row[6] = SpaceKind.TAX, int(tax[2] != ""), int(tax[1])
        elif gift:
            row[1], row[6] = SpaceKind.BIRTHDAY, int(gift[1])
        elif card:
            card_spaces.setdefault(card[1], []).append(len(self.names) - 1)
        else:
            row[1] = PLAIN[what]
        return row

    def _deck(self, index):
        name, lines = self.decks[index]
        cards = {}
        for line in lines:
            numbers, effect = re.fullmatch(r"((?:\d+(?:, )?)+): (.*)", line).groups()
            kind, found = next((kind, found) for kind, pattern in EFFECTS for found in [re.fullmatch(pattern, effect)] if found)
            had = found.groupdict()
            target = int(had.get("target") or NONE)
            if had.get("near"):
                target = SpaceKind.RAIL if had["near"] == "railroad" else SpaceKind.UTILITY
            if had.get("deck"):
                target = [deck[0] for deck in self.decks].index(had["deck"])
            for number in numbers.split(", "):
                cards[int(number)] = [f"card_{index}_{number}", "a card", kind, target, *(
                    int(had.get(part) or 0) for part in ("amount", "per_house", "per_hotel", "per_tower", "per_depot"))]
        assert sorted(cards) == list(range(1, len(cards) + 1))
        return [name, [cards[number] for number in sorted(cards)]]

    @staticmethod
    def _switch(line):
        name, value = re.match(r"(\w+) (-?\w+): ", line).groups()
        if value in ("true", "false"):
            return int(value == "true")
        words = getattr(tables, "Rule" + "".join(part.capitalize() for part in name.split("_")), None)
        return int(words[value.upper()]) if words else int(value)

    def places(self, text):
        """The spaces of "1 Brown Lane, 3 Red Road (a hotel)", with what stands behind each."""
        found = {}
        while text and text != "nothing":
            number = int(re.match(r"\d+", text)[0])
            start = f"{number} {self.names[number]}"
            assert text.startswith(start), text
            behind, _, text = text[len(start):].partition(", ")
            found[number] = behind.strip()
        return found


# ---- the table -----------------------------------------------------------------------------------

class Table:
    """A position, from its words."""

    def __init__(self, rules, text, kind):
        self.rules, self.labels = rules, {}
        p = self.position = kind()
        lines = text.rstrip("\n").split("\n")
        seats = [re.fullmatch(r"seat (\d+)(?:, (.*?))?( \(you\))?: (\$.*|bankrupt.*)", line) for line in lines]
        for found in filter(None, seats):
            self.labels[found[2] or f"seat {found[1]}"] = int(found[1])
        self.labels["the bank"] = BANK
        p.seats = len(self.labels) - 1
        for i in range(MAX_SPACES):
            p.owner[i] = NONE
        for j in range(8):
            p.jail_holder[j] = BANK if j < rules.jail_cards else NONE
        for deck in range(3):
            p.seen[deck][:] = bytes([NONE] * MAX_CARDS)
        p.auction_space = p.auction_unit = p.auction_seat = p.offer_seat = NONE
        for line, found in zip(lines, seats):
            if found:
                seat = int(found[1])
                self._player(seat, found[4])
            elif line.startswith("  "):
                self._deeds(seat, line)
            else:
                self._line(line)

    def _line(self, line):
        p = self.position
        first, _, rest = line.partition(": ")
        turn = re.fullmatch(r"Round (\d+), turn (\d+): (.*); the first was (.*?)(?:; last roll (.*?))?"
                            r"(?:; doubles in this turn: (\d))?", line)
        auction = re.fullmatch(r"Auction of (.*), from \$(\d+)(?:; highest bid \$(\d+) by (.*))?; in it: (.*)", line)
        if turn:
            p.round, p.turn = int(turn[1]), int(turn[2])
            p.turn_seat, p.first = self.labels[turn[3]], self.labels[turn[4]]
            for i, die in enumerate(turn[5].split("+") if turn[5] else ()):
                p.dice[i] = {"Mr. Monopoly": 4, "bus": 5}.get(die) or int(die)
            p.doubles = int(turn[6] or 0)
        elif first == "Unowned":
            for space in self.rules.places(rest):
                p.owner[space] = BANK
        elif line.startswith("The bank has "):
            for count, unit in re.findall(r"(\d+) (house|hotel|skyscraper|depot)", line):
                p.stock[["house", "hotel", "skyscraper", "depot"].index(unit)] = int(count)
        elif auction:
            lot = re.match(r"\d+", auction[1])
            if lot:
                p.auction_space = int(lot[0])
            else:
                p.auction_unit = ["a house", "a hotel", "a skyscraper", "a depot"].index(auction[1])
            p.auction_min = int(auction[2])
            if auction[3]:
                p.auction_high, p.auction_seat = int(auction[3]), self.labels[auction[4]]
            p.auction_in = sum(1 << self.labels[label] for label in auction[5].split(", "))
        elif first == "On the table":
            label = max((label for label in self.labels if rest.startswith(label + " offers ")), key=len)
            p.offer_seat = self.labels[label]
            p.offer = self.offer(rest[len(label + " offers "):])
        else:
            deck = [name for name, _ in self.rules.decks].index(first)
            size, _, known = re.fullmatch(r"(\d+) cards?(, from the top )?(.*)", rest).groups()
            p.deck_size[deck] = int(size)
            for i, card in enumerate(known.split() or ["?"] * int(size)):
                p.seen[deck][i] = NONE if card == "?" else int(card) - 1

    def _player(self, seat, what):
        p = self.position
        if "forfeited" in what:
            p.forfeited |= 1 << seat
        if what.startswith("bankrupt"):
            p.place[seat] = int((re.search(r"place (\d)", what) or [0, 0])[1])
            return
        p.alive |= 1 << seat
        p.cash[seat] = int(re.match(r"\$(\d+) in cash", what)[1])
        on = re.search(r", on (\d+) ", what)
        p.space[seat] = int(on[1]) if on else self.rules.jail
        p.jail[seat] = 0 if on else 1 + int((re.search(r"missed rolls: (\d)", what) or [0, 0])[1])
        for card in re.findall(r", jail card (\d)", what):
            p.jail_holder[int(card)] = seat
        p.tickets[seat] = int((re.search(r"bus tickets: (\d+)", what) or [0, 0])[1])
        p.offers_left[seat] = int((re.search(r"proposals left: (\d+)", what) or [0, 0])[1])
        p.speeding |= ("rolls the speed die" in what) << seat

    def _deeds(self, seat, line):
        for space, behind in self.rules.places(re.match(r"  .*?: (.*)", line)[1]).items():
            self.position.owner[space] = seat
            self.position.owned[seat] |= 1 << space
            self.position.mortgaged |= ("(mortgaged)" in behind) << space
            level = re.match(r"\(((?!mortgaged).*?)\)", behind)
            self.position.level[space] = LEVELS[level[1]] if level else 0

    def goods(self, text):
        cash, deeds, cards, tickets = 0, 0, 0, 0
        while text and text != "nothing":
            part = max((name for name in self.rules.names if (text + ", ").startswith(name + ", ")), key=len, default=None)
            if part:  # a name may have a comma
                deeds |= 1 << self.rules.names.index(part)
            else:
                part = text.partition(", ")[0]
                if part.startswith("$"):
                    cash = int(part[1:])
                elif part.startswith("jail card "):
                    cards |= 1 << int(part[10:])
                else:
                    tickets = int(re.fullmatch(r"(\d+) bus tickets?", part)[1])
            text = text[len(part) + 2:]
        return cash, deeds, cards, tickets

    def offer(self, text):
        label = max((label for label in self.labels if text.startswith(label + " ")), key=len)
        give, _, get = text[len(label) + 1:].partition(" for ")
        (a, b, d, e), (f, g, h, i) = self.goods(give), self.goods(get)
        return COffer(to=self.labels[label], give_cash=a, give_deeds=b, give_cards=d, give_tickets=e,
                      get_cash=f, get_deeds=g, get_cards=h, get_tickets=i)


# ---- the question --------------------------------------------------------------------------------

def question(table, text):
    """The question, and the lines of its menu."""
    head, *lines = text.split("\n")
    label, name = re.match(r"Question to (.*), (\w+)\. ", head).groups()
    row = next(row for row in DECISIONS if row.name == name)
    q = CQuestion(kind=row.kind, seat=table.labels[label], space=NONE, other=NONE)
    menu = []
    for line in lines:
        first, _, rest = line.partition(": ")
        entry = re.fullmatch(r"(\d+)\. (.*)", line)
        if entry:
            menu.append(entry[2])
        elif first == "Space":
            q.space = int(rest.split()[0])
        elif first == "Building":
            q.unit = ["house", "hotel", "skyscraper", "depot"].index(rest)
        elif first in ("Would pay", "Creditor", "Proposer"):
            q.other = table.labels[rest]
        elif first == "Offers":
            q.offer = table.offer(rest)
        elif first == "For":
            words = {"back, by card": "card_back", "Mr. Monopoly": "mr_monopoly"}
            q.why = Why[words.get(rest, rest).replace(" ", "_").upper()]
        elif first == "Highest bid":
            q.limit = int(rest[1:])
        elif first in ("Deeds", "Legal spaces"):
            q.spaces = sum(1 << space for space in table.rules.places(rest))
        elif first in ("Proposals left", "Counter-offers left"):
            q.offers = int(rest)
        elif first in ("Price", "Owed", "Rent", "Flat amount", "Cash", "Interest on all", "Levels to lay out", "Lowest bid", "Fine"):
            q.amount = int(rest.lstrip("$"))
    name = lambda choice: (c.sv_choice_name(q.kind, choice) or b"").decode()  # noqa: E731
    for choice in range(3):
        if any(entry.split("; ")[0] == name(choice) for entry in menu):
            q.choices |= 1 << choice
    if q.kind == DECISIONS_BY_NAME["trade"] and q.offers:
        q.choices |= 4
    return q, menu


DECISIONS_BY_NAME = {row.name: row.kind for row in DECISIONS}


# ---- the answer ----------------------------------------------------------------------------------

class Answerer:
    """A policy that knows nothing but text."""

    def __init__(self, policy="careful"):
        self.policy = c.sv_policy_named(policy.encode())
        if not self.policy:
            raise ValueError(f"found no policy '{policy}'")
        self.position = position_struct()
        self.rules = {}
        self.asked = 0

    def edition(self, text):
        if text not in self.rules:
            rules = Rules(text)
            rules.jail_cards = len(re.findall(r"keep jail card", text))
            match = CMatch(edition=ctypes.addressof(rules.edition.bytes))
            CBot.from_address(self.policy).match_start(byref(match))
            self.rules[text] = rules, match
        return self.rules[text]

    def answer(self, rules_text, table_text, question_text):
        rules, match = self.edition(rules_text)
        table = Table(rules, table_text, self.position)
        q, menu = question(table, question_text)
        match.position, match.seat, match.seats = ctypes.addressof(table.position), q.seat, table.position.seats
        a = CAnswer()
        c.sv_answer_default(rules.edition.bytes, byref(table.position), byref(q), byref(a))
        c.sv_bot_decide(self.policy, byref(match), byref(q), byref(a))
        self.asked += 1
        return self.say(table, q, menu, a)

    def say(self, table, q, menu, a):
        """The answer as JSON, spaces by name and by number in turn, a choice by its line of the menu where there is one."""
        row, names = DECISIONS[q.kind], self.asked % 2 == 0
        space = lambda i: table.rules.names[i] if names and table.rules.names.count(table.rules.names[i]) == 1 else i  # noqa: E731
        spaces = lambda bits: [space(i) for i in range(MAX_SPACES) if bits >> i & 1]  # noqa: E731
        said = {}
        for part in row.parts:
            if part == "choice":
                said[part] = c.sv_choice_name(q.kind, a.choice).decode()
            elif part == "space" and a.space != NONE:
                said[part] = space(a.space)
            elif part in ("bid", "limit"):
                said[part] = getattr(a, part)
            elif part == "levels":
                said[part] = {str(space(i)): a.plan.level[i] for i in range(MAX_SPACES)
                              if a.plan.level[i] != table.position.level[i]}
            elif part in ("mortgage", "lift"):
                said[part] = spaces(getattr(a.plan, part))
        line = "; ".join(str(said[part]) if part == "choice" else table.rules.names[a.space]
                         for part in ("choice", "space") if part in said)
        if names and not said.get("mortgage") and not said.get("levels") and menu.count(line) == 1:
            said = {"choose": menu.index(line) + 1}
        return json.dumps(said)


if __name__ == "__main__":
    answerer = Answerer()
    for received in sys.stdin:
        print(answerer.answer(*json.loads(received)), flush=True)
