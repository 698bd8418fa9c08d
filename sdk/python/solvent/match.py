"""A match as a bot sees it."""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Sequence, Tuple

from .edition import Edition
from .rng import Rng
from .sets import members
from .tables import EVENTS, MAX_KEY, MAX_LOG, MAX_SAY, Event, Message, Offer, OfferEvent, Position, RollEvent, SpaceKind


SAID_MOST = 65536  # bytes that a seat may say in a match


class Result(NamedTuple):
    """How a match ended, by seat."""
    why: int  # Why: LAST_SOLVENT, MAX_ROUNDS, FORFEIT
    places: Tuple[int, ...]  # 1 is best; equal worth, equal place
    worth: Tuple[int, ...]


def clean(text: str, most: int, kept: str = "") -> bytes:
    """UTF-8 of at most `most` bytes; control characters but those in `kept` become '?'."""
    text = "".join(c if c in kept or not (ord(c) < 32 or 0x7F <= ord(c) < 0xA0) else "?" for c in text)
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore").encode()


class Match:
    """One for each match and seat. A bot may hang on it what it likes; all else is the SDK's, and read-only."""

    def __init__(self, number: int, seat: int, names: Sequence[str], edition: Edition, key: bytes,
                 block: bytearray) -> None:
        self.id = number
        self.seat = seat
        self.seats = len(names)
        self.names = tuple(names)
        self.edition = edition
        self.position = Position(block)  # valid in a callback
        self.block = block  # the position and, for a bot with model, the course
        self.rng = Rng(key)  # random numbers of this match and seat: use no others
        self.commitment = b""  # to the dice of the deal (docs/DETERMINISM.md)
        self.user: Any = None
        self.decision_ms = self.bank_ms = self.strikes = 0  # left on the clock; 0: not told
        self.missed = 0  # events that happened and were not told (Bot.event)
        self._events = 0  # all that it knows of, told or missed
        self._question: int | None = None  # the open one, 0 at the start; None: nothing said would be kept
        self._kind = 0  # of the open question
        self._said: List[Tuple[Any, ...]] = []  # beside it: messages, and what they say
        self._talks = False  # the others would hear it
        self._said_bytes = 0
        self.explaining = False  # the bot is asked to say its reasons (--explain, Bot.explain), by log() and note()
        self._open: Callable[[], int] = lambda: 1

    @property
    def open(self) -> int:
        """In a method: the questions in hand, of all matches, this one included. A bot of plain methods answers one after the
        other; each has its own decision_ms, and a method that spends the bank keeps the others waiting."""
        return self._open()

    def _happened(self, count: int, events: List[List[Any]]) -> Iterator[Event]:
        """Yields the events of a message, and counts all of the match."""
        self.missed += count - self._events - len(events)
        self._events = count
        for kind, *fields in events:
            row = EVENTS.get(kind)
            if row is None:
                continue  # of a later version
            if row is OfferEvent:
                fields[2] = Offer(*fields[2])
            elif row is RollEvent:
                fields[1] = tuple(fields[1])
            yield row(*fields)

    # ---- what can be read off the position -----------------------------------------------------

    @property
    def cash(self) -> int:
        """Our own."""
        return self.position.cash[self.seat]

    @property
    def owned(self) -> int:
        """Our own deeds, a set of spaces."""
        return self.position.owned[self.seat]

    @property
    def others(self) -> Tuple[int, ...]:
        """The other seats still in the game."""
        alive = self.position.alive
        return tuple(seat for seat in members(alive) if seat != self.seat)

    def worth(self, seat: int) -> int:
        """Cash, printed price of deeds, mortgage value of mortgaged ones, cost of buildings. RULES 3.5."""
        p = self.position
        return p.cash[seat] + self.edition.worth_of_deeds(p.owned[seat], p.mortgaged, p.level)

    def liquid(self, seat: int) -> int:
        """Most cash that a seat can raise without trading. RULES 9.1."""
        p, e = self.position, self.edition
        level = p.level
        return p.cash[seat] + sum(
            e.spaces[i].mortgage + sum(e.level_cost(i, k) // 2 for k in range(level[i]))
            for i in members(p.owned[seat] & ~p.mortgaged))

    def built(self, space: int) -> bool:
        """Whether any deed of the group of `space` bears a building: then none may be traded. RULES 8.3."""
        group = self.edition.group_of(space)
        level = self.position.level
        return group is not None and any(level[i] for i in group.deeds)

    def build(self, budget: int, most: int = 5) -> Dict[int, int]:
        """Levels for ManageAnswer: buildings up to `most`, evenly, best rent for its money first, for at most `budget`.
        Only in sets of ours without a mortgage, as far as the bank's stock goes. RULES 7.1. Editions in which all but one
        deed of a set are enough (RULES 11.1) may allow more."""
        p, e = self.position, self.edition
        owned, level, mortgaged = p.owned[self.seat], bytearray(p.level), p.mortgaged
        stock, plan = list(p.stock), dict[int, int]()
        sets = [g for g in e.groups if g.kind == SpaceKind.STREET and g.mask & owned == g.mask and not g.mask & mortgaged]
        while True:
            best, site = 0.0, -1
            for group in sets:
                low = min(level[i] for i in group.deeds)
                for i in group.deeds:
                    cost = e.level_cost(i, low)
                    unit = 0 if low < 4 else low - 3
                    if level[i] != low or low >= most or not 0 < cost <= budget or stock[unit] == 0:
                        continue
                    gain = (e.spaces[i].rent[low + 1] - e.spaces[i].rent[low]) / cost
                    if gain > best:
                        best, site = gain, i
            if site < 0:
                return plan
            low = level[site]
            budget -= e.level_cost(site, low)
            stock[0 if low < 4 else low - 3] -= 1  # houses of a hotel come back only when the plan is done
            level[site] = plan[site] = low + 1

    # ---- what the bot says ---------------------------------------------------------------------

    def _tell(self, message: Message, *said: Any) -> None:
        # The first beyond the limit goes too, to show what happened; fallbacks always go.
        if self._question is not None and (self._said_bytes <= SAID_MOST or said[0] == "fallback"):
            self._said_bytes += len(said[0].encode()) + (16 if message == Message.NOTE else 8)
            self._said.append((message, *said))

    def log(self, text: str) -> None:
        """A text for the game's record, beside the answer that is being made; up to 500 bytes."""
        if self._question is not None:
            self._tell(Message.LOG, text if text.isascii() and text.isprintable() and len(text) < MAX_LOG else
                       clean(text.rstrip("\n"), MAX_LOG - 1, "\n\t").decode())

    def note(self, key: str, value: int) -> None:
        """A figure under a name, likewise. "fallback" marks the answer as one (Bot.fallback); the figure says why."""
        if self._question is not None:
            self._tell(Message.NOTE, clean(key or "?", MAX_KEY - 1).decode(), int(value))

    def say(self, text: str) -> bool:
        """Says a text of up to 240 bytes to the others, beside the answer that is being made; one an answer. False if no bot
        would hear it: the league has no talk, or the bot no said()."""
        if not self._question or not self._talks or any(said[0] == Message.SAY for said in self._said):
            return False
        self._tell(Message.SAY, clean(text, MAX_SAY - 1, "\n\t").decode())
        return True


__all__ = ["Match", "Offer", "Result"]
