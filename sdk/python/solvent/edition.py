"""An edition: board, deeds, cards and rule switches, read from the canonical encoding (docs/PROTOCOL.md, section 3)."""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import List, Tuple

from .packed import unpack
from .sets import count, members
from .tables import MAX_FIGURE, NONE, SLOTS, Card, Rules, RuleSets, Space, SpaceKind

ENCODING = 1


@dataclass(**SLOTS)
class Group:
    """Deeds that belong together: a street set, the railroads, the utilities."""
    name: str
    kind: int  # SpaceKind.STREET, RAIL or UTILITY
    deeds: Tuple[int, ...]
    mask: int  # the spaces as a set


@dataclass(**SLOTS)
class CardDeck:
    name: str
    cards: List[Card]


class Edition:
    """Read-only; one object for all matches under it."""

    def __init__(self, encoded: bytes) -> None:
        version, self.name, self.title, rules, groups, spaces, decks = unpack(encoded)
        if version != ENCODING or len(rules) != len(fields(Rules)):
            raise ValueError(f"found encoding {version} of an edition with {len(rules)} rules, "
                             f"expected {ENCODING} with {len(fields(Rules))}")
        self.encoded = encoded
        self.rules = Rules(*rules)
        self.spaces = [Space(*row) for row in spaces]
        self.decks = [CardDeck(name, [Card(*row) for row in cards]) for name, cards in decks]
        for space in self.spaces:
            space.rent = tuple(space.rent) + (0,) * (8 - len(space.rent))
        self.groups = []
        for number, name in enumerate(groups):
            deeds = tuple(i for i, space in enumerate(self.spaces) if space.group == number)
            self.groups.append(Group(name, self.spaces[deeds[0]].kind, deeds, sum(1 << i for i in deeds)))
        self.deeds = sum(group.mask for group in self.groups)
        self.streets, self.rails, self.utilities = (
            sum(group.mask for group in self.groups if group.kind == kind)
            for kind in (SpaceKind.STREET, SpaceKind.RAIL, SpaceKind.UTILITY))

    def __repr__(self) -> str:
        return f"<Edition {self.name}>"

    def group_of(self, space: int) -> Group | None:
        """The group of a deed, or None."""
        number = self.spaces[space].group if space < len(self.spaces) else NONE
        return self.groups[number] if number != NONE else None

    def level_cost(self, space: int, level: int) -> int:
        """Price of the next level of a space, from `level` to level+1; 0 if it has no next level."""
        s = self.spaces[space]
        if s.kind == SpaceKind.STREET:
            return s.house_cost if level < 4 else s.hotel_cost if level == 4 else s.tower_cost if level == 5 else 0
        return s.depot_cost if s.kind == SpaceKind.RAIL and level == 0 else 0

    def lift_cost(self, space: int) -> int:
        """Price of lifting the mortgage: value + 10%, rounded up. RULES 8.2."""
        return self.spaces[space].mortgage + self.interest(space)

    def interest(self, space: int) -> int:
        """10% of the mortgage value, rounded up. RULES 8.4."""
        return (self.spaces[space].mortgage + 9) // 10

    def buildable(self, owned: int, group: Group) -> bool:
        """Whether a seat that owns `owned` has enough of a street group to build. RULES 7.1, 11.1."""
        spare = 1 if self.rules.sets == RuleSets.ALL_BUT_ONE else 0
        return group.kind == SpaceKind.STREET and count(owned & group.mask) + spare >= len(group.deeds)

    def worth_of_deeds(self, owned: int, mortgaged: int, level: bytes) -> int:
        """Printed prices, mortgage values of mortgaged deeds, cost of buildings. RULES 3.5."""
        return sum((self.spaces[i].mortgage if mortgaged >> i & 1 else self.spaces[i].price)
                   + sum(self.level_cost(i, k) for k in range(level[i])) for i in members(owned))


assert MAX_FIGURE < 2 ** 31
