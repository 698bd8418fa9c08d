"""Made by sdk/python/generate from `solvent manifest`; not to be edited."""
from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from struct import Struct
from typing import (TYPE_CHECKING, Awaitable, Iterable, Mapping, NamedTuple, Sequence, Tuple, Type,
                    TypeVar, Union)

if TYPE_CHECKING:
    from .match import Match

SLOTS = {"slots": True} if sys.version_info >= (3, 10) else {}  # of a dataclass: no other attributes can be set

Spaces = Union[int, Iterable[int]]  # a set of spaces: bits, or the spaces themselves

VERSION = "0.2.0"
PROTOCOL = 2
RULES_VERSION = 4
COURSE_BYTES = 776
MAX_SEATS = 8
MAX_SPACES = 64
MAX_GROUPS = 24
MAX_DECKS = 3
MAX_CARDS = 32
MAX_JAIL_CARDS = 8
MAX_OFFERS = 4
MAX_NAME = 40
MAX_TEXT = 120
MAX_LOG = 501
MAX_SAY = 241
MAX_KEY = 32
MAX_FIGURE = 1000000
ACTION_COUNT = 551
COINS = 16
OBSERVATION_NUMBERS = 1003
OBSERVATION_FLOATS = 1731
SEEN_BANK = 8
SEEN_NOBODY = 9
BANK = 8
NONE = 255
DIE_MR = 4
DIE_BUS = 5
POSITION_BYTES = 456
SEED_BYTES = 32
KEY_BYTES = 16

# <solvent/actions.h>: where the actions of a kind begin, and how many there are.
ACTION_DONE, ACTION_DONE_ROW = 0, 1  # the answer as it has been put together; the default where that is not legal
ACTION_CHOICE, ACTION_CHOICE_ROW = 1, 3  # choice i; a counter-offer is drafted then
ACTION_BID, ACTION_BID_ROW = 4, 8  # 0: none; 1: the lowest; 2-7: up to 1/2, 3/4, 1, 5/4, 3/2, 2 times the price
ACTION_RAISE, ACTION_RAISE_ROW = 12, 16  # coin i more than the lowest bid
ACTION_LIMIT, ACTION_LIMIT_ROW = 28, 16  # coin i more than the bid as its limit
ACTION_SPACE, ACTION_SPACE_ROW = 44, 64  # space i; of a layout: one level more there
ACTION_SELL, ACTION_SELL_ROW = 108, 64  # one level less on space i
ACTION_MORTGAGE, ACTION_MORTGAGE_ROW = 172, 64  # mortgage space i
ACTION_LIFT, ACTION_LIFT_ROW = 236, 64  # lift the mortgage of space i
ACTION_BUILD, ACTION_BUILD_ROW = 300, 64  # one level more on space i
ACTION_OFFER, ACTION_OFFER_ROW = 364, 8  # draft an offer to the i-th seat clockwise
ACTION_GIVE, ACTION_GIVE_ROW = 372, 64  # in the draft we give deed i
ACTION_GET, ACTION_GET_ROW = 436, 64  # in the draft we want deed i
ACTION_GIVE_CARD, ACTION_GIVE_CARD_ROW = 500, 8  # in the draft we give get-out-of-jail card i
ACTION_GET_CARD, ACTION_GET_CARD_ROW = 508, 8  # in the draft we want it
ACTION_GIVE_TICKET, ACTION_GIVE_TICKET_ROW = 516, 1  # in the draft we give a bus ticket more
ACTION_GET_TICKET, ACTION_GET_TICKET_ROW = 517, 1  # in the draft we want a bus ticket more
ACTION_GIVE_CASH, ACTION_GIVE_CASH_ROW = 518, 16  # in the draft we give coin i
ACTION_GET_CASH, ACTION_GET_CASH_ROW = 534, 16  # in the draft we want coin i
ACTION_PROPOSE, ACTION_PROPOSE_ROW = 550, 1  # the draft joins the answer; a counter-offer is an answer then

# <solvent/observation.h>: name, numpy's type, offset, values; how each becomes floats, their first, how many; text.
OBSERVATION: Tuple[Tuple[str, str, int, int, str, int, int, int, str], ...] = (
    ("cash", "i4", 0, 8, "SHARE", 0, 0, 8,
     "cash of each seat"),
    ("worth", "i4", 32, 8, "SHARE", 0, 8, 8,
     "worth of each seat: cash, deeds and buildings"),
    ("amount", "i4", 64, 1, "SHARE", 0, 16, 1,
     "amount of the question: a price, a debt, the lowest bid"),
    ("limit", "i4", 68, 1, "SHARE", 0, 17, 1,
     "the highest legal bid"),
    ("spare", "i4", 72, 1, "SHARE", 0, 18, 1,
     "cash once the plan put together so far is carried out"),
    ("auction_high", "i4", 76, 1, "SHARE", 0, 19, 1,
     "highest bid of the running auction, 0: none"),
    ("offer_give_cash", "i4", 80, 1, "SHARE", 0, 20, 1,
     "offer on the table: cash that its proposer gives"),
    ("offer_get_cash", "i4", 84, 1, "SHARE", 0, 21, 1,
     "cash that its proposer wants"),
    ("draft_give_cash", "i4", 88, 1, "SHARE", 0, 22, 1,
     "offer being drafted: cash that we give"),
    ("draft_get_cash", "i4", 92, 1, "SHARE", 0, 23, 1,
     "cash that we want"),
    ("bid", "i4", 96, 1, "SHARE", 0, 24, 1,
     "bid put together so far, 0: none"),
    ("bid_limit", "i4", 100, 1, "SHARE", 0, 25, 1,
     "its limit so far, 0: none"),
    ("start_cash", "i4", 104, 1, "SHARE", 0, 26, 1,
     "cash of each seat at the start: the unit of money in floats"),
    ("round", "i4", 108, 1, "SHARE", 100, 27, 1,
     "number of the round, from 1"),
    ("rounds_left", "i4", 112, 1, "SHARE", 100, 28, 1,
     "rounds until the game ends by its limit"),
    ("kind", "u1", 116, 1, "ONE_OF", 19, 29, 19,
     "kind of the question"),
    ("choices", "u1", 117, 3, "SHARE", 1, 48, 3,
     "whether choice i is legal"),
    ("other", "u1", 120, 1, "ONE_OF", 10, 51, 10,
     "the other seat of the question"),
    ("unit", "u1", 121, 1, "ONE_OF", 5, 61, 5,
     "building to be placed or bid for; 4: none"),
    ("offers", "u1", 122, 1, "SHARE", 4, 66, 1,
     "offers that may still be proposed here"),
    ("asked", "u1", 123, 64, "SHARE", 1, 67, 64,
     "whether the question is about space i"),
    ("seats", "u1", 187, 1, "SHARE", 8, 131, 1,
     "players of the game"),
    ("alive", "u1", 188, 8, "SHARE", 1, 132, 8,
     "whether each seat is still solvent"),
    ("forfeited", "u1", 196, 8, "SHARE", 1, 140, 8,
     "whether each seat plays defaults for good"),
    ("speeding", "u1", 204, 8, "SHARE", 1, 148, 8,
     "whether each seat rolls the speed die"),
    ("place", "u1", 212, 8, "SHARE", 64, 156, 8,
     "space on which each token stands"),
    ("jail", "u1", 220, 8, "SHARE", 3, 164, 8,
     "0 free, k+1: in jail after k failed rolls"),
    ("tickets", "u1", 228, 8, "SHARE", 4, 172, 8,
     "bus tickets of each seat"),
    ("offers_left", "u1", 236, 8, "SHARE", 4, 180, 8,
     "proposals that each seat may still make in this window"),
    ("jail_card", "u1", 244, 8, "ONE_OF", 10, 188, 80,
     "holder of get-out-of-jail card i; the bank: in its deck"),
    ("turn_seat", "u1", 252, 1, "ONE_OF", 10, 268, 10,
     "whose turn it is"),
    ("doubles", "u1", 253, 1, "SHARE", 3, 278, 1,
     "doubles rolled so far in this turn"),
    ("dice", "u1", 254, 3, "SHARE", 6, 279, 3,
     "last roll: two white dice, speed die (4 Mr. Monopoly, 5 bus)"),
    ("stock", "u1", 257, 4, "SHARE", 32, 282, 4,
     "houses, hotels, skyscrapers, depots in the bank"),
    ("owner", "u1", 261, 64, "ONE_OF", 10, 286, 640,
     "owner of space i"),
    ("level", "u1", 325, 64, "SHARE", 5, 926, 64,
     "buildings on space i: 1-4 houses, 5 hotel"),
    ("mortgaged", "u1", 389, 64, "SHARE", 1, 990, 64,
     "whether space i is mortgaged"),
    ("plan_level", "u1", 453, 64, "SHARE", 5, 1054, 64,
     "buildings there once the plan is carried out"),
    ("plan_mortgaged", "u1", 517, 64, "SHARE", 1, 1118, 64,
     "whether it is mortgaged then"),
    ("auction_space", "u1", 581, 64, "SHARE", 1, 1182, 64,
     "whether the running auction is of space i"),
    ("auction_unit", "u1", 645, 1, "ONE_OF", 5, 1246, 5,
     "building that is auctioned; 4: none"),
    ("auction_seat", "u1", 646, 1, "ONE_OF", 10, 1251, 10,
     "its highest bidder"),
    ("auction_in", "u1", 647, 8, "SHARE", 1, 1261, 8,
     "whether each seat is still in it"),
    ("offer_from", "u1", 655, 1, "ONE_OF", 10, 1269, 10,
     "who proposes the offer on the table"),
    ("offer_to", "u1", 656, 1, "ONE_OF", 10, 1279, 10,
     "to whom"),
    ("offer_give", "u1", 657, 64, "SHARE", 1, 1289, 64,
     "whether its proposer gives deed i"),
    ("offer_get", "u1", 721, 64, "SHARE", 1, 1353, 64,
     "whether its proposer wants deed i"),
    ("offer_give_card", "u1", 785, 8, "SHARE", 1, 1417, 8,
     "whether he gives jail card i"),
    ("offer_get_card", "u1", 793, 8, "SHARE", 1, 1425, 8,
     "whether he wants it"),
    ("offer_give_tickets", "u1", 801, 1, "SHARE", 4, 1433, 1,
     "bus tickets that he gives"),
    ("offer_get_tickets", "u1", 802, 1, "SHARE", 4, 1434, 1,
     "bus tickets that he wants"),
    ("proposed", "u1", 803, 1, "SHARE", 4, 1435, 1,
     "offers that the answer holds so far"),
    ("draft_to", "u1", 804, 1, "ONE_OF", 10, 1436, 10,
     "to whom the offer being drafted goes"),
    ("draft_give", "u1", 805, 64, "SHARE", 1, 1446, 64,
     "whether we give deed i"),
    ("draft_get", "u1", 869, 64, "SHARE", 1, 1510, 64,
     "whether we want deed i"),
    ("draft_give_card", "u1", 933, 8, "SHARE", 1, 1574, 8,
     "whether we give jail card i"),
    ("draft_get_card", "u1", 941, 8, "SHARE", 1, 1582, 8,
     "whether we want it"),
    ("draft_give_tickets", "u1", 949, 1, "SHARE", 4, 1590, 1,
     "bus tickets that we give"),
    ("draft_get_tickets", "u1", 950, 1, "SHARE", 4, 1591, 1,
     "bus tickets that we want"),
    ("deck_size", "u1", 951, 3, "SHARE", 32, 1592, 3,
     "cards in each deck"),
    ("card_depth", "u1", 954, 96, "SHARE", 32, 1595, 96,
     "of card i of deck d, at 32 d + i: how deep it lies, 1 is the top; 0: unknown"),
    ("last_bid", "i4", 1052, 8, "SHARE", 0, 1691, 8,
     "last bid of each seat in this auction or the one before, 0: none"),
    ("passed", "u1", 1084, 8, "SHARE", 1, 1699, 8,
     "whether each seat has left that auction"),
    ("offers_made", "u1", 1092, 8, "SHARE", 32, 1707, 8,
     "offers of each seat in this game, up to 255"),
    ("offers_accepted", "u1", 1100, 8, "SHARE", 32, 1715, 8,
     "offers to each seat that it accepted"),
    ("offers_refused", "u1", 1108, 8, "SHARE", 32, 1723, 8,
     "offers to each seat that it refused or countered"),
)



class Decision(IntEnum):
    MANAGE = 0
    JAIL = 1
    BUY = 2
    BID = 3
    SEALED_BID = 4
    DEBT = 5
    TRADE = 6
    INTEREST = 7
    PLACE = 8
    TAX = 9
    CARD = 10
    CLAIM = 11
    BUS = 12
    RIDE = 13
    TRIPLE = 14
    TICKET = 15
    LOT = 16
    GIFT = 17
    LAYOUT = 18


class Verdict(IntEnum):
    OK = 0
    DEFAULT = 1
    LATE = 2
    MALFORMED = 3
    ILLEGAL = 4
    DEAD = 5
    OVERTIME = 6
    FALLBACK = 7


class EventType(IntEnum):
    GAME_START = 0
    TURN = 1
    QUESTION = 2
    ANSWER = 3
    ROLL = 4
    MOVE = 5
    JAIL = 6
    CARD = 7
    CASH = 8
    DEED = 9
    LEVEL = 10
    DEPOT = 11
    MORTGAGE = 12
    JAIL_CARD = 13
    TICKET = 14
    BANKRUPT = 15
    GAME_END = 16
    AUCTION = 17
    BID = 18
    DROP = 19
    OFFER = 20
    OFFER_END = 21
    FORFEIT = 22
    LOG = 23
    NOTE = 24
    REFUSED = 25
    SAY = 26


class Why(IntEnum):
    NONE = 0
    ORDER = 1
    MOVE = 2
    JAIL = 3
    UTILITY = 4
    ROLL = 5
    CARD = 6
    CARD_BACK = 7
    BUS = 8
    MR_MONOPOLY = 9
    TRIPLE = 10
    TICKET = 11
    AUCTION_SPACE = 12
    SPACE = 13
    DOUBLES = 14
    FINE = 15
    SALARY = 16
    PRICE = 17
    AUCTION = 18
    RENT = 19
    TAX = 20
    BUILD = 21
    SELL = 22
    MORTGAGE = 23
    LIFT = 24
    INTEREST = 25
    TRADE = 26
    GIFT = 27
    BANKRUPTCY = 28
    LAST_SOLVENT = 29
    MAX_ROUNDS = 30
    FORFEIT = 31
    DECLINED = 32
    SHORTAGE = 33
    ACCEPTED = 34
    REJECTED = 35
    COUNTERED = 36
    VOID = 37
    EXPIRED = 38
    LAYOUT = 39


class SpaceKind(IntEnum):
    GO = 0
    STREET = 1
    RAIL = 2
    UTILITY = 3
    CHANCE = 4
    CHEST = 5
    TAX = 6
    JAIL = 7
    GO_TO_JAIL = 8
    PARKING = 9
    AUCTION = 10
    BUS_TICKET = 11
    BIRTHDAY = 12


class Deck(IntEnum):
    CHANCE = 0
    CHEST = 1
    BUS = 2


class Unit(IntEnum):
    HOUSE = 0
    HOTEL = 1
    TOWER = 2
    DEPOT = 3


class CardKind(IntEnum):
    MOVE_TO = 0
    MOVE_TO_BACK = 1
    MOVE_BACK = 2
    MOVE_NEAREST = 3
    COLLECT = 4
    PAY = 5
    REPAIRS = 6
    PAY_EACH = 7
    COLLECT_EACH = 8
    GO_TO_JAIL = 9
    JAIL_CARD = 10
    PAY_OR_DRAW = 11
    BUS_TICKET = 12
    BUS_TICKET_EXPIRE = 13


class Purpose(IntEnum):
    DICE = 1
    ORDER = 2
    UTILITY = 3
    SHUFFLE = 4
    DRAW = 5
    FIRST = 6
    BOT = 7


class Status(IntEnum):
    OK = 0
    E_ARGUMENT = 1
    E_SYSTEM = 2
    E_NOT_ASKED = 3
    E_KIND = 4
    E_CHOICE = 5
    E_SPACE = 6
    E_AMOUNT = 7
    E_CASH = 8
    E_OWNER = 9
    E_UNEVEN = 10
    E_SET = 11
    E_STOCK = 12
    E_MORTGAGE = 13
    E_OFFER = 14
    E_SHORT = 15
    E_TRUNCATED = 16
    E_TRAILING = 17
    E_TYPE = 18
    E_RANGE = 19
    E_LENGTH = 20
    E_UNKNOWN = 21
    E_DUPLICATE = 22
    E_MISSING = 23
    E_VERSION = 24
    E_HASH = 25
    E_SPACE_LEFT = 26
    E_MISMATCH = 27


class BreachKind(IntEnum):
    NONE = 0
    KIND = 1
    CHOICE = 2
    SPACE = 3
    BID_LOW = 4
    BID_HIGH = 5
    LIMIT_LOW = 6
    LIMIT_HIGH = 7
    BUY_CASH = 8
    SPENDING = 9
    DEBT_SHORT = 10
    LIFT_OTHER = 11
    LIFT_CASH = 12
    LAYOUT_OTHER = 13
    LAYOUT_UNEVEN = 14
    LAYOUT_SUM = 15
    LEVEL_OWNER = 16
    LEVEL_NONE = 17
    LEVEL_MAX = 18
    UNEVEN_UP = 19
    UNEVEN_DOWN = 20
    BOTH_WAYS = 21
    SET_PART = 22
    SET_MORTGAGED = 23
    DEPOT_MAX = 24
    DEPOT_MORTGAGED = 25
    STOCK = 26
    STOCK_SALE = 27
    PLAN_CASH = 28
    MORTGAGE_OWNER = 29
    MORTGAGE_TWICE = 30
    MORTGAGE_BUILT = 31
    LIFT_FREE = 32
    OFFERS_MANY = 33
    COUNTER_OFFERS = 34
    COUNTER_TO = 35
    OFFER_SEAT = 36
    OFFER_NEGATIVE = 37
    OFFER_EMPTY = 38
    OFFER_GIFT = 39
    OFFER_CASH = 40
    OFFER_TICKETS = 41
    OFFER_DEED = 42
    OFFER_CARD = 43
    OFFER_BUILT = 44
    OFFER_INTEREST = 45


class RuleDeck(IntEnum):
    CYCLIC = 0
    REDRAW = 1


class RuleFirstPlayer(IntEnum):
    ROLLOFF = 0
    SEAT0 = 1
    RANDOM = 2


class RuleRent(IntEnum):
    AUTO = 0
    ON_REQUEST = 1


class RuleIncomeTax(IntEnum):
    FLAT = 0
    CHOICE = 1


class RuleAuction(IntEnum):
    ENGLISH = 0
    SEALED = 1
    SIMULTANEOUS = 2


class RuleBidLimit(IntEnum):
    CASH = 0
    LIQUID = 1


class RuleShortage(IntEnum):
    AUCTION = 0
    TURN_ORDER = 1


class RuleTrade(IntEnum):
    WINDOWS = 0
    OWN_TURN = 1
    OFF = 2


class RuleBankBankrupt(IntEnum):
    AUCTION = 0
    RETURN = 1


class RuleSpeedDie(IntEnum):
    OFF = 0
    AFTER_SALARY = 1
    ALWAYS = 2


class RuleBus(IntEnum):
    WHITE = 0
    TICKET = 1


class RuleSets(IntEnum):
    FULL = 0
    ALL_BUT_ONE = 1


class RuleMegaCompletion(IntEnum):
    RULEBOOK = 0
    LENIENT = 1


class RuleShortageOpen(IntEnum):
    LIST_PRICE = 0
    AUCTION_MIN = 1


class When(IntFlag):
    """When a bot wants to be asked; joined with |, one that holds is enough."""
    ALWAYS = 1  # every time. So it is, too, when nothing is named
    CAN_BUILD = 2  # it could raise a building now: the set, the bank's stock and its cash allow it (7.1)
    CAN_LIFT = 4  # it has a mortgaged deed, and the cash to lift the mortgage (8.2)
    CAN_PLEDGE = 8  # it has a set to build on that is mortgaged or not built up, and beside such sets a bare deed to mortgage for it
    OWN_TURN = 16  # it is its own turn
    DEEDS_CHANGED = 32  # deeds have changed hands since it was last asked `manage`, or since the game began


class Message(IntEnum):
    HELLO = 0
    WELCOME = 1
    REFUSED = 2
    EDITION = 3
    START = 4
    ASK = 5
    REPLY = 6
    END = 7
    GOODBYE = 8
    LOG = 9
    NOTE = 10
    CLOCK = 11
    EVENTS = 12
    SAY = 13
    SAID = 14


class Kind(NamedTuple):
    """A row of DECISIONS."""
    kind: int
    name: str
    question: Type
    answer: Type
    bits: Tuple[int, ...]  # of `present`, by field of the question
    absent: Tuple[object, ...]
    parts: Tuple[str, ...]


@dataclass(**SLOTS)
class Offer:
    """A trade as its proposer sees it. RULES 8.3."""
    to: int = 0  # the other seat
    give_cash: int = 0  # cash given, signed
    get_cash: int = 0  # cash wanted, signed
    give_deeds: int = 0  # deeds given
    get_deeds: int = 0  # deeds wanted
    give_cards: int = 0  # get-out-of-jail cards given: bit j for card j
    get_cards: int = 0  # cards wanted
    give_tickets: int = 0  # bus tickets given
    get_tickets: int = 0  # tickets wanted

    @classmethod
    def unpack(cls, block: bytes, offset: int) -> "Offer":
        give_deeds, get_deeds, give_cash, get_cash, give_cards, get_cards, give_tickets, get_tickets, to = _offer.unpack_from(block, offset)
        return cls(to, give_cash, get_cash, give_deeds, get_deeds, give_cards, get_cards, give_tickets, get_tickets)

    def pack(self) -> bytes:
        return _offer.pack(self.give_deeds, self.get_deeds, self.give_cash, self.get_cash, self.give_cards, self.get_cards, self.give_tickets, self.get_tickets, self.to)

    def wire(self) -> list:
        return [self.to, self.give_cash, self.get_cash, self.give_deeds, self.get_deeds, self.give_cards, self.get_cards, self.give_tickets, self.get_tickets]

    def flip(self, proposer: int) -> "Offer":
        """The same trade as the other side sees it."""
        return Offer(to=proposer, give_deeds=self.get_deeds, get_deeds=self.give_deeds, give_cash=self.get_cash, get_cash=self.give_cash, give_cards=self.get_cards, get_cards=self.give_cards, give_tickets=self.get_tickets, get_tickets=self.give_tickets)


_offer = Struct("<QQiiBBBBB3x")


class Position:
    """Everything on the table that everybody may see: a live view of the match's block, right during a callback;
    copy() keeps it. Sets of spaces are numbers whose bit i stands for space i (solvent.members())."""
    __slots__ = ("block",)

    def __init__(self, block: bytearray) -> None:
        self.block = block

    def copy(self) -> "Position":
        return Position(bytearray(self.block))

    @property
    def cash(self) -> Tuple[int, ...]:
        """cash of each seat, signed"""
        return _cash(self.block, 0)

    @property
    def mortgaged(self) -> int:
        """set of spaces that are mortgaged"""
        return _mortgaged(self.block, 32)[0]

    @property
    def owned(self) -> Tuple[int, ...]:
        """each seat's deeds as a set of spaces; the same fact as `owner`"""
        return _owned(self.block, 40)

    @property
    def owner(self) -> bytes:
        """owner of each space: a seat, 8 the bank, 255 no deed"""
        return bytes(self.block[104:168])

    @property
    def level(self) -> bytes:
        """street: 0 bare, 1-4 houses, 5 hotel, 6 skyscraper; railroad: 1 with a depot"""
        return bytes(self.block[168:232])

    @property
    def space(self) -> bytes:
        """where each token stands"""
        return bytes(self.block[232:240])

    @property
    def jail(self) -> bytes:
        """0 free; k+1 in jail after k failed rolls"""
        return bytes(self.block[240:248])

    @property
    def place(self) -> bytes:
        """0 while in the game, else the place taken"""
        return bytes(self.block[248:256])

    @property
    def tickets(self) -> bytes:
        """bus tickets held"""
        return bytes(self.block[256:264])

    @property
    def jail_holder(self) -> bytes:
        """of each get-out-of-jail card: a seat, 8 in its deck, 255 no such card"""
        return bytes(self.block[264:272])

    @property
    def stock(self) -> bytes:
        """houses, hotels, skyscrapers, depots in the bank"""
        return bytes(self.block[272:276])

    @property
    def seats(self) -> int:
        """players in the match"""
        return self.block[276]

    @property
    def alive(self) -> int:
        """set of seats still solvent"""
        return self.block[277]

    @property
    def forfeited(self) -> int:
        """set of seats that play defaults for good"""
        return self.block[278]

    @property
    def speeding(self) -> int:
        """set of seats that roll the speed die"""
        return self.block[279]

    @property
    def first(self) -> int:
        """the seat that began"""
        return self.block[280]

    @property
    def turn_seat(self) -> int:
        """whose turn it is"""
        return self.block[281]

    @property
    def doubles(self) -> int:
        """doubles rolled so far in this turn"""
        return self.block[282]

    @property
    def over(self) -> int:
        """0 while the game goes on"""
        return self.block[283]

    @property
    def turn(self) -> int:
        """number of the turn, from 1"""
        return _turn(self.block, 284)[0]

    @property
    def round(self) -> int:
        """number of the round, from 1"""
        return _round(self.block, 288)[0]

    @property
    def dice(self) -> bytes:
        """last roll: two white dice, speed die (0 none, 1-3, 4 Mr. Monopoly, 5 bus)"""
        return bytes(self.block[290:293])

    @property
    def offers_left(self) -> bytes:
        """proposals each seat may still make in this window"""
        return bytes(self.block[293:301])

    @property
    def auction_space(self) -> int:
        """running auction: the deed, or 255 for a building"""
        return self.block[301]

    @property
    def auction_unit(self) -> int:
        """its kind of building (as `stock`), else 255"""
        return self.block[302]

    @property
    def auction_seat(self) -> int:
        """its highest bidder, or 255"""
        return self.block[303]

    @property
    def auction_in(self) -> int:
        """set of seats still in it; 0: there is no auction"""
        return self.block[304]

    @property
    def auction_high(self) -> int:
        """its highest bid, signed; 0: none"""
        return _auction_high(self.block, 308)[0]

    @property
    def auction_min(self) -> int:
        """its lowest first bid, signed"""
        return _auction_min(self.block, 312)[0]

    @property
    def deck_head(self) -> bytes:
        """of Chance, Community Chest, bus tickets: index of the top card in `seen`"""
        return bytes(self.block[316:319])

    @property
    def deck_size(self) -> bytes:
        """cards in each deck"""
        return bytes(self.block[319:322])

    @property
    def offer_seat(self) -> int:
        """who made the offer on the table, or 255"""
        return self.block[322]

    @property
    def deeds_new(self) -> int:
        """set of seats that want to be asked when deeds have changed hands, and have not been since"""
        return self.block[323]

    @property
    def seen(self) -> Tuple[bytes, ...]:
        """3 rings of 32: the i-th card from the top of deck d is `seen[d][(deck_head[d]+i) % 32]`, 255 while nobody has seen it"""
        return tuple(bytes(self.block[i : i + 32]) for i in range(324, 420, 32))

    @property
    def offer(self) -> "Offer":
        """the offer on the table, as its proposer sees it (all 0: none), in the fields that follow"""
        return Offer.unpack(self.block, 424)


_cash = Struct("<8i").unpack_from
_mortgaged = Struct("<Q").unpack_from
_owned = Struct("<8Q").unpack_from
_turn = Struct("<I").unpack_from
_round = Struct("<H").unpack_from
_auction_high = Struct("<i").unpack_from
_auction_min = Struct("<i").unpack_from

# (name, storage, dimensions) of all fields in their order
POSITION_FIELDS: Tuple[Tuple[str, str, Tuple[int, ...]], ...] = (
    ("cash", "i32", (8,)),
    ("mortgaged", "u64", ()),
    ("owned", "u64", (8,)),
    ("owner", "u8", (64,)),
    ("level", "u8", (64,)),
    ("space", "u8", (8,)),
    ("jail", "u8", (8,)),
    ("place", "u8", (8,)),
    ("tickets", "u8", (8,)),
    ("jail_holder", "u8", (8,)),
    ("stock", "u8", (4,)),
    ("seats", "u8", ()),
    ("alive", "u8", ()),
    ("forfeited", "u8", ()),
    ("speeding", "u8", ()),
    ("first", "u8", ()),
    ("turn_seat", "u8", ()),
    ("doubles", "u8", ()),
    ("over", "u8", ()),
    ("turn", "u32", ()),
    ("round", "u16", ()),
    ("dice", "u8", (3,)),
    ("offers_left", "u8", (8,)),
    ("auction_space", "u8", ()),
    ("auction_unit", "u8", ()),
    ("auction_seat", "u8", ()),
    ("auction_in", "u8", ()),
    ("pad", "u8", (3,)),
    ("auction_high", "i32", ()),
    ("auction_min", "i32", ()),
    ("deck_head", "u8", (3,)),
    ("deck_size", "u8", (3,)),
    ("offer_seat", "u8", ()),
    ("deeds_new", "u8", ()),
    ("seen", "u8", (3, 32)),
    ("pad3", "u8", (4,)),
    ("offer", "offer", ()),
)


@dataclass(**SLOTS)
class Rules:
    """The switches of an edition's rules, in the order of its encoding."""
    start_cash: int = 1500  # cash of each player at the start (RULES 1.1)
    salary: int = 200  # paid on landing on or passing GO (RULES 2.1)
    houses: int = 32  # houses in the bank (RULES 1.1)
    hotels: int = 12  # hotels in the bank (RULES 1.1)
    skyscrapers: int = 0  # skyscrapers in the bank (RULES 11.3)
    depots: int = 0  # depots in the bank (RULES 11.3)
    deck: int = 0  # shuffled once, used cards to the bottom; or drawn independently (RULES 1.2)
    first_player: int = 0  # who begins (RULES 1.3)
    auction_on_decline: int = 1  # a declined deed is auctioned (RULES 3.1)
    set_rent_needs_unmortgaged: int = 0  # a mortgaged street ends the doubling of its set's bare rents (RULES 3.2)
    utility_fresh_roll: int = 0  # utility rent is always thrown afresh (RULES 3.3)
    rent: int = 0  # rent is taken, or the owner must claim it (RULES 3.4)
    income_tax: int = 0  # income tax is flat, or flat or a tenth of worth (RULES 3.5)
    auction: int = 0  # how auctions are held (RULES 4.3)
    auction_min: int = 1  # lowest first bid (RULES 4.2)
    auction_step: int = 1  # lowest raise (RULES 4.2)
    bid_limit: int = 0  # bids are backed by cash, or by all that can be raised (RULES 4.2)
    jail_fine: int = 50  # fine to leave jail (RULES 5.2)
    jail_pay_third_turn: int = 0  # one may pay before the third try too (RULES 5.2)
    shortage: int = 0  # how scarce buildings are given out (RULES 7.3)
    window_passes: int = 3  # how often a window may repeat (RULES 8.1)
    trade: int = 0  # when trades may be proposed (RULES 8.5)
    offers_per_window: int = 2  # proposals of a player in a window (RULES 8.3)
    counter_offers: int = 2  # how deep counter-offers may go (RULES 8.3)
    forbid_gifts: int = 1  # both sides of a trade must give something (RULES 8.3)
    bank_bankrupt: int = 0  # deeds of one bankrupt to the bank (RULES 9.2)
    max_rounds: int = 1000  # the game ends after this many rounds (RULES 9.4)
    speed_die: int = 0  # the speed die (RULES 10.1)
    bus: int = 0  # what the bus face does (RULES 10.5)
    utility_counts_speed_die: int = 1  # utility rent counts the speed die's pips (RULES 10.6)
    sets: int = 0  # how much of a set allows building (RULES 11.1)
    mega_completion: int = 0  # completing a set already built on (RULES 11.2)
    count_rent_needs_unmortgaged: int = 0  # railroad and utility rents count unmortgaged deeds only (RULES 3.2)
    bankrupt_mortgages_all: int = 0  # what a bankrupt has left is mortgaged before it passes (RULES 9.2)
    shortage_open: int = 0  # the lowest bid for a scarce building (RULES 7.3)


@dataclass(**SLOTS)
class Space:
    """A space of the board."""
    name: str  # what people see
    kind: int  # what it is
    group: int  # the set it belongs to
    income: int  # whether `income_tax: choice` applies here (3.5)
    price: int  # price of the deed
    mortgage: int  # mortgage value of the deed
    amount: int  # the tax, the gift
    rent: Tuple[int, ...]  # street: by level, 0 bare to 6 skyscraper; railroad, utility: rent or multiplier by the number owned, from 1
    house_cost: int  # of each of levels 1 to 4
    hotel_cost: int  # of level 5
    tower_cost: int  # of level 6, a skyscraper; 0: none can be built
    depot_cost: int  # of a depot; 0: none can be built


@dataclass(**SLOTS)
class Card:
    """A card."""
    id: str  # its name in files and events; no other card of the edition has it
    text: str  # what people read
    kind: int  # what it does
    target: int  # where it leads
    amount: int  # money; spaces to go back; factor of a railroad's rent, of a throw for a utility
    per_house: int  # repairs: for each house
    per_hotel: int  # repairs: for each hotel
    per_tower: int  # repairs: for each skyscraper
    per_depot: int  # repairs: for each depot


@dataclass(**SLOTS)
class ManageQuestion:
    """Between turns: build, sell, mortgage, lift mortgages or trade."""
    offers: int  # proposals that may still be made


@dataclass(**SLOTS)
class ManageAnswer:
    """Default: do nothing."""
    levels: Mapping[int, int] = field(default_factory=dict)
    mortgage: Spaces = 0
    lift: Spaces = 0
    offers: Sequence[Offer] = ()


class JailChoice(IntEnum):
    ROLL = 0
    PAY = 1
    CARD = 2


@dataclass(**SLOTS)
class JailQuestion:
    """In jail, before the roll: roll for doubles, pay, use a card."""
    choices: int  # legal choices: bit c when choice c is legal
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind


@dataclass(**SLOTS)
class JailAnswer:
    """Default: roll."""
    choice: int = 0


class BuyChoice(IntEnum):
    DECLINE = 0
    BUY = 1


@dataclass(**SLOTS)
class BuyQuestion:
    """An unowned deed: buy it (selling and mortgaging first if wanted) or decline."""
    choices: int  # legal choices: bit c when choice c is legal
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind


@dataclass(**SLOTS)
class BuyAnswer:
    """Default: buy if the cash in hand covers the price."""
    choice: int = 0
    levels: Mapping[int, int] = field(default_factory=dict)
    mortgage: Spaces = 0


@dataclass(**SLOTS)
class BidQuestion:
    """An English auction: bid, or drop out for good; a simultaneous one: bid, or pass this round."""
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind
    limit: int  # the highest legal bid
    unit: int  # the kind of building: 0 house, 1 hotel, 2 skyscraper, 3 depot


@dataclass(**SLOTS)
class BidAnswer:
    """Default: no bid."""
    bid: int = 0
    limit: int = 0


@dataclass(**SLOTS)
class SealedBidQuestion:
    """A sealed auction: one bid, or none."""
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind
    limit: int  # the highest legal bid
    unit: int  # the kind of building: 0 house, 1 hotel, 2 skyscraper, 3 depot


@dataclass(**SLOTS)
class SealedBidAnswer:
    """Default: no bid."""
    bid: int = 0


@dataclass(**SLOTS)
class DebtQuestion:
    """A debt larger than cash: sell, mortgage, propose trades."""
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind
    offers: int  # proposals that may still be made
    other: int  # the other seat; 8 is the bank
    why: int  # the reason of a debt


@dataclass(**SLOTS)
class DebtAnswer:
    """Default: raise just enough in the documented order, or give up when that is not possible."""
    levels: Mapping[int, int] = field(default_factory=dict)
    mortgage: Spaces = 0
    offers: Sequence[Offer] = ()


class TradeChoice(IntEnum):
    REJECT = 0
    ACCEPT = 1
    COUNTER = 2


@dataclass(**SLOTS)
class TradeQuestion:
    """An offer: reject, accept, or counter."""
    choices: int  # legal choices: bit c when choice c is legal
    offers: int  # proposals that may still be made
    other: int  # the other seat; 8 is the bank
    offer: Offer  # what is offered, as its proposer sees it


@dataclass(**SLOTS)
class TradeAnswer:
    """Default: reject."""
    choice: int = 0
    offers: Sequence[Offer] = ()


@dataclass(**SLOTS)
class InterestQuestion:
    """Mortgaged deeds received: which to lift now; interest is due on the others."""
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind
    spaces: int  # a set of spaces


@dataclass(**SLOTS)
class InterestAnswer:
    """Default: lift nothing, pay the interest."""
    lift: Spaces = 0


@dataclass(**SLOTS)
class PlaceQuestion:
    """A building won in a shortage auction: where it goes."""
    spaces: int  # a set of spaces
    unit: int  # the kind of building: 0 house, 1 hotel, 2 skyscraper, 3 depot


@dataclass(**SLOTS)
class PlaceAnswer:
    """Default: the first legal space."""
    space: int = NONE


class TaxChoice(IntEnum):
    FLAT = 0
    SHARE = 1


@dataclass(**SLOTS)
class TaxQuestion:
    """Income tax: the flat amount or a tenth of worth."""
    choices: int  # legal choices: bit c when choice c is legal
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind


@dataclass(**SLOTS)
class TaxAnswer:
    """Default: the flat amount."""
    choice: int = 0


class CardChoice(IntEnum):
    PAY = 0
    DRAW = 1


@dataclass(**SLOTS)
class CardQuestion:
    """A card: pay, or draw from the other deck."""
    choices: int  # legal choices: bit c when choice c is legal
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind


@dataclass(**SLOTS)
class CardAnswer:
    """Default: pay."""
    choice: int = 0


class ClaimChoice(IntEnum):
    WAIVE = 0
    CLAIM = 1


@dataclass(**SLOTS)
class ClaimQuestion:
    """Rent is due to you: claim it or not."""
    choices: int  # legal choices: bit c when choice c is legal
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind
    other: int  # the other seat; 8 is the bank


@dataclass(**SLOTS)
class ClaimAnswer:
    """Default: claim."""
    choice: int = 0


class BusChoice(IntEnum):
    SUM = 0
    FIRST = 1
    SECOND = 2


@dataclass(**SLOTS)
class BusQuestion:
    """The bus face: move by one white die or their sum."""
    choices: int  # legal choices: bit c when choice c is legal


@dataclass(**SLOTS)
class BusAnswer:
    """Default: the sum."""
    choice: int = 0


class RideChoice(IntEnum):
    TICKET = 0
    ADVANCE = 1


@dataclass(**SLOTS)
class RideQuestion:
    """The bus face, Mega: take a ticket or go on to the next card space."""
    choices: int  # legal choices: bit c when choice c is legal


@dataclass(**SLOTS)
class RideAnswer:
    """Default: take a ticket."""
    choice: int = 0


@dataclass(**SLOTS)
class TripleQuestion:
    """Triples: move to any other space."""
    spaces: int  # a set of spaces


@dataclass(**SLOTS)
class TripleAnswer:
    """Default: the first legal space."""
    space: int = NONE


class TicketChoice(IntEnum):
    ROLL = 0
    USE = 1


@dataclass(**SLOTS)
class TicketQuestion:
    """Before a roll: roll or use a bus ticket."""
    choices: int  # legal choices: bit c when choice c is legal
    spaces: int  # a set of spaces


@dataclass(**SLOTS)
class TicketAnswer:
    """Default: roll."""
    choice: int = 0
    space: int = NONE


@dataclass(**SLOTS)
class LotQuestion:
    """The auction space: which unowned deed is auctioned."""
    space: int  # the space it is about
    spaces: int  # a set of spaces


@dataclass(**SLOTS)
class LotAnswer:
    """Default: the first legal space."""
    space: int = NONE


class GiftChoice(IntEnum):
    CASH = 0
    TICKET = 1


@dataclass(**SLOTS)
class GiftQuestion:
    """The birthday gift: cash or a bus ticket."""
    choices: int  # legal choices: bit c when choice c is legal
    space: int  # the space it is about
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind


@dataclass(**SLOTS)
class GiftAnswer:
    """Default: the cash."""
    choice: int = 0


@dataclass(**SLOTS)
class LayoutQuestion:
    """A set completed that you cannot afford to build up: how its buildings are spread."""
    amount: int  # a price, a debt, a fine, the lowest bid ...: by kind
    spaces: int  # a set of spaces


@dataclass(**SLOTS)
class LayoutAnswer:
    """Default: the extra levels on the last streets of the set."""
    levels: Mapping[int, int] = field(default_factory=dict)


T = TypeVar("T")
Reply = Union[T, Awaitable[T]]  # of a plain method, of an async one


class Callbacks:
    """A decision that a bot does not override is never asked: the arbiter takes its default."""

    def manage(self, match: "Match", q: ManageQuestion) -> Reply[Union[None, ManageAnswer]]:
        """Between turns: build, sell, mortgage, lift mortgages or trade. Default: do nothing."""
        return None

    def jail(self, match: "Match", q: JailQuestion) -> Reply[Union[None, int, JailAnswer]]:
        """In jail, before the roll: roll for doubles, pay, use a card. Default: roll."""
        return None

    def buy(self, match: "Match", q: BuyQuestion) -> Reply[Union[None, int, BuyAnswer]]:
        """An unowned deed: buy it (selling and mortgaging first if wanted) or decline. Default: buy if the cash in hand covers the price."""
        return None

    def bid(self, match: "Match", q: BidQuestion) -> Reply[Union[None, int, BidAnswer]]:
        """An English auction: bid, or drop out for good; a simultaneous one: bid, or pass this round. Default: no bid."""
        return None

    def sealed_bid(self, match: "Match", q: SealedBidQuestion) -> Reply[Union[None, int, SealedBidAnswer]]:
        """A sealed auction: one bid, or none. Default: no bid."""
        return None

    def debt(self, match: "Match", q: DebtQuestion) -> Reply[Union[None, DebtAnswer]]:
        """A debt larger than cash: sell, mortgage, propose trades. Default: raise just enough in the documented order, or give up when that is not possible."""
        return None

    def trade(self, match: "Match", q: TradeQuestion) -> Reply[Union[None, int, TradeAnswer]]:
        """An offer: reject, accept, or counter. Default: reject."""
        return None

    def interest(self, match: "Match", q: InterestQuestion) -> Reply[Union[None, Spaces, InterestAnswer]]:
        """Mortgaged deeds received: which to lift now; interest is due on the others. Default: lift nothing, pay the interest."""
        return None

    def place(self, match: "Match", q: PlaceQuestion) -> Reply[Union[None, int, PlaceAnswer]]:
        """A building won in a shortage auction: where it goes. Default: the first legal space."""
        return None

    def tax(self, match: "Match", q: TaxQuestion) -> Reply[Union[None, int, TaxAnswer]]:
        """Income tax: the flat amount or a tenth of worth. Default: the flat amount."""
        return None

    def card(self, match: "Match", q: CardQuestion) -> Reply[Union[None, int, CardAnswer]]:
        """A card: pay, or draw from the other deck. Default: pay."""
        return None

    def claim(self, match: "Match", q: ClaimQuestion) -> Reply[Union[None, int, ClaimAnswer]]:
        """Rent is due to you: claim it or not. Default: claim."""
        return None

    def bus(self, match: "Match", q: BusQuestion) -> Reply[Union[None, int, BusAnswer]]:
        """The bus face: move by one white die or their sum. Default: the sum."""
        return None

    def ride(self, match: "Match", q: RideQuestion) -> Reply[Union[None, int, RideAnswer]]:
        """The bus face, Mega: take a ticket or go on to the next card space. Default: take a ticket."""
        return None

    def triple(self, match: "Match", q: TripleQuestion) -> Reply[Union[None, int, TripleAnswer]]:
        """Triples: move to any other space. Default: the first legal space."""
        return None

    def ticket(self, match: "Match", q: TicketQuestion) -> Reply[Union[None, int, TicketAnswer]]:
        """Before a roll: roll or use a bus ticket. Default: roll."""
        return None

    def lot(self, match: "Match", q: LotQuestion) -> Reply[Union[None, int, LotAnswer]]:
        """The auction space: which unowned deed is auctioned. Default: the first legal space."""
        return None

    def gift(self, match: "Match", q: GiftQuestion) -> Reply[Union[None, int, GiftAnswer]]:
        """The birthday gift: cash or a bus ticket. Default: the cash."""
        return None

    def layout(self, match: "Match", q: LayoutQuestion) -> Reply[Union[None, LayoutAnswer]]:
        """A set completed that you cannot afford to build up: how its buildings are spread. Default: the extra levels on the last streets of the set."""
        return None


DECISIONS = (
    Kind(0, "manage", ManageQuestion, ManageAnswer, (4,), (0,),
         ('levels', 'mortgage', 'lift', 'offers')),
    Kind(1, "jail", JailQuestion, JailAnswer, (0, 1, 2), (0, 255, 0),
         ('choice',)),
    Kind(2, "buy", BuyQuestion, BuyAnswer, (0, 1, 2), (0, 255, 0),
         ('choice', 'levels', 'mortgage')),
    Kind(3, "bid", BidQuestion, BidAnswer, (1, 2, 3, 7), (255, 0, 0, 0),
         ('bid', 'limit')),
    Kind(4, "sealed_bid", SealedBidQuestion, SealedBidAnswer, (1, 2, 3, 7), (255, 0, 0, 0),
         ('bid',)),
    Kind(5, "debt", DebtQuestion, DebtAnswer, (1, 2, 4, 5, 8), (255, 0, 0, 255, 0),
         ('levels', 'mortgage', 'offers')),
    Kind(6, "trade", TradeQuestion, TradeAnswer, (0, 4, 5, 9), (0, 0, 255, 0),
         ('choice', 'offers')),
    Kind(7, "interest", InterestQuestion, InterestAnswer, (2, 6), (0, 0),
         ('lift',)),
    Kind(8, "place", PlaceQuestion, PlaceAnswer, (6, 7), (0, 0),
         ('space',)),
    Kind(9, "tax", TaxQuestion, TaxAnswer, (0, 1, 2), (0, 255, 0),
         ('choice',)),
    Kind(10, "card", CardQuestion, CardAnswer, (0, 2), (0, 0),
         ('choice',)),
    Kind(11, "claim", ClaimQuestion, ClaimAnswer, (0, 1, 2, 5), (0, 255, 0, 255),
         ('choice',)),
    Kind(12, "bus", BusQuestion, BusAnswer, (0,), (0,),
         ('choice',)),
    Kind(13, "ride", RideQuestion, RideAnswer, (0,), (0,),
         ('choice',)),
    Kind(14, "triple", TripleQuestion, TripleAnswer, (6,), (0,),
         ('space',)),
    Kind(15, "ticket", TicketQuestion, TicketAnswer, (0, 6), (0, 0),
         ('choice', 'space')),
    Kind(16, "lot", LotQuestion, LotAnswer, (1, 6), (255, 0),
         ('space',)),
    Kind(17, "gift", GiftQuestion, GiftAnswer, (0, 1, 2), (0, 255, 0),
         ('choice',)),
    Kind(18, "layout", LayoutQuestion, LayoutAnswer, (2, 6), (0, 0),
         ('levels',)),
)
QUESTION_ABSENT = (0, 255, 0, 0, 0, 255, 0, 0, 0, 0)  # by bit of `present`


class Event:
    """Something that has happened (Bot.event): one of the classes below. SV_TOLD_EVENTS in <solvent/manifest.h>."""
    __slots__ = ()


@dataclass(**SLOTS, frozen=True)
class TurnEvent(Event):
    """A turn begins; both count from 1."""
    seat: int
    round: int
    turn: int


@dataclass(**SLOTS, frozen=True)
class RollEvent(Event):
    """Dice fell: two white ones, and the speed die, which is 1-3, `'mr'` or `'bus'`."""
    seat: int
    dice: Tuple[int, int, int]
    why: int
    luck: int


@dataclass(**SLOTS, frozen=True)
class MoveEvent(Event):
    """A token moved; both are spaces."""
    seat: int
    from_: int
    to: int
    why: int


@dataclass(**SLOTS, frozen=True)
class JailEvent(Event):
    """In or out of jail."""
    seat: int
    in_: bool
    why: int


@dataclass(**SLOTS, frozen=True)
class CardEvent(Event):
    """A card was drawn; its name in the edition."""
    seat: int
    deck: int
    card: int


@dataclass(**SLOTS, frozen=True)
class CashEvent(Event):
    """Money changed hands."""
    from_: int
    to: int
    amount: int
    why: int
    space: int


@dataclass(**SLOTS, frozen=True)
class DeedEvent(Event):
    """A deed changed hands."""
    space: int
    from_: int
    to: int
    why: int


@dataclass(**SLOTS, frozen=True)
class LevelEvent(Event):
    """Buildings: 0 bare, 1-4 houses, 5 a hotel, 6 a skyscraper."""
    space: int
    from_: int
    to: int


@dataclass(**SLOTS, frozen=True)
class DepotEvent(Event):
    """A depot on a railroad, built or sold."""
    space: int
    on: bool


@dataclass(**SLOTS, frozen=True)
class MortgageEvent(Event):
    """A deed was mortgaged, or lifted."""
    space: int
    on: bool


@dataclass(**SLOTS, frozen=True)
class JailCardEvent(Event):
    """A get-out-of-jail card changed hands; its number among all of them."""
    card: int
    from_: int
    to: int
    deck: int


@dataclass(**SLOTS, frozen=True)
class TicketEvent(Event):
    """A bus ticket changed hands."""
    from_: int
    to: int
    why: int


@dataclass(**SLOTS, frozen=True)
class BankruptEvent(Event):
    """A player is out, owing to `to`, and takes that place."""
    seat: int
    to: int
    place: int


@dataclass(**SLOTS, frozen=True)
class AuctionEvent(Event):
    """An auction begins, of a deed (`space`) or a building (`unit`); the lowest bid."""
    space: int
    unit: int
    amount: int
    why: int


@dataclass(**SLOTS, frozen=True)
class BidEvent(Event):
    """The bid that now stands, raised by the arbiter's hand too (`limit`). Where all bid at once (`auction: sealed`, `simultaneous`), what else was bid stands in the answers."""
    seat: int
    amount: int


@dataclass(**SLOTS, frozen=True)
class DropEvent(Event):
    """Out of the auction (`auction: english`)."""
    seat: int


@dataclass(**SLOTS, frozen=True)
class OfferEvent(Event):
    """A trade is on the table."""
    seat: int
    to: int
    offer: Offer


@dataclass(**SLOTS, frozen=True)
class OfferEndEvent(Event):
    """What became of it: `accepted`, `rejected`, `countered`, `void`."""
    seat: int
    to: int
    why: int


@dataclass(**SLOTS, frozen=True)
class ForfeitEvent(Event):
    """Its bot is gone or out of strikes: it plays defaults from now on."""
    seat: int


EVENTS = {
    1: TurnEvent,
    4: RollEvent,
    5: MoveEvent,
    6: JailEvent,
    7: CardEvent,
    8: CashEvent,
    9: DeedEvent,
    10: LevelEvent,
    11: DepotEvent,
    12: MortgageEvent,
    13: JailCardEvent,
    14: TicketEvent,
    15: BankruptEvent,
    17: AuctionEvent,
    18: BidEvent,
    19: DropEvent,
    20: OfferEvent,
    21: OfferEndEvent,
    22: ForfeitEvent,
}  # by their number in messages
