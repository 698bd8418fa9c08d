"""The protocol without a socket: frames in, frames out (docs/PROTOCOL.md)."""
from __future__ import annotations

from hashlib import blake2b
from typing import Any, Callable, Dict, List, Tuple

import msgpack

from .bot import Bot
from .edition import Edition
from .match import Match, Result
from .sets import bits_of
from .tables import COURSE_BYTES, DECISIONS, POSITION_BYTES, PROTOCOL, QUESTION_ABSENT, Message, Offer, Position

SAID_MOST = 65536  # bytes that a seat may say in a match
SEND_AT = 512 * 1024  # of what is said, before the frame must go out


class Broken(Exception):
    """The connection is of no more use; why, in one line."""


# ---- answers -----------------------------------------------------------------------------------

def _levels(value: Any, position: Position) -> list:
    stands = position.level
    flat: list = []
    for space in sorted(value):
        if value[space] != stands[space]:
            flat += (space, value[space])
    return flat


_PARTS: Dict[str, Callable[[Any, Position], Any]] = {
    "levels": _levels,
    "mortgage": lambda value, position: bits_of(value),
    "lift": lambda value, position: bits_of(value),
    "offers": lambda value, position: [offer.wire() for offer in value],
}
_ENCODERS = [tuple((part, _PARTS.get(part)) for part in row.parts) for row in DECISIONS]


def values_of(kind: int, answer: Any, position: Position) -> List[Any]:
    """The values of a reply. A decision's answer, or what it begins with alone."""
    row = DECISIONS[kind]
    if type(answer) is not row.answer:
        if isinstance(answer, tuple(other.answer for other in DECISIONS)) or row.parts[0] == "levels":
            raise TypeError(f"{row.name}: found {answer!r}, expected {row.answer.__name__}, or None for the default")
        answer = row.answer(answer)
    return [int(getattr(answer, part)) if encode is None else encode(getattr(answer, part), position)
            for part, encode in _ENCODERS[kind]]


# ---- the table ---------------------------------------------------------------------------------

def patch(block: bytearray, runs: bytes) -> None:
    """Carries out what has changed since the last question."""
    at = i = 0
    size, most = len(runs), len(block)
    while i < size:
        at += runs[i]
        i += 1
        if i == size:
            raise Broken("the arbiter's message 'ask' cannot be read: its patch ends early")
        length = runs[i]
        i += 1
        end = at + length
        if end > most or i + length > size:
            raise Broken("the arbiter's message 'ask' cannot be read: its patch is too long")
        block[at:end] = runs[i : i + length]
        i += length
        at = end


# ---- frames ------------------------------------------------------------------------------------

class Session:
    """A bot's end of one connection. `send` takes a frame that must go out before its time."""

    def __init__(self, bot: Bot, name: str, always: bool = False,
                 send: Callable[[bytes], None] = lambda frame: None) -> None:
        self.bot = bot
        self.name = name
        self.always = always
        self.send = send
        self.welcomed = self.over = False
        self.matches: Dict[int, Match] = {}
        self.current: Match | None = None  # whose callback runs
        self._editions: Dict[bytes, Edition] = {}
        self._terms: Dict[str, int] = {}
        self._pack = msgpack.Packer(autoreset=True).pack
        self._unpacker = msgpack.Unpacker(max_buffer_size=64 << 20, strict_map_key=False)
        self._decide = [getattr(bot, row.name) for row in DECISIONS]
        self._said: Dict[int, int] = {}
        self._out: List[bytes] = []
        self._out_size = 0
        self._question = 0
        handlers: Dict[Message, Callable[..., None]] = {
            Message.WELCOME: self._welcome, Message.REFUSED: self._refused, Message.EDITION: self._edition,
            Message.START: self._start, Message.ASK: self._ask, Message.END: self._end,
            Message.GOODBYE: self._goodbye, Message.CLOCK: self._clock, Message.EVENTS: self._happened}
        self._handlers = {int(number): handler for number, handler in handlers.items()}

    def hello(self) -> bytes:
        bot = self.bot
        return self._pack([int(Message.HELLO), {
            "protocol": PROTOCOL, "name": self.name, "version": bot.version, "answers": bot.answers,
            "matches": min(max(bot.matches, 1), 65535), "model": bot.model,
            "when": bytes() if self.always else bot.whens, "events": bot.told}])

    def frame(self, data: bytes) -> bytes:
        """What to send for a frame, b"" for nothing. Broken when there is no going on."""
        out = self._out
        try:
            self._unpacker.feed(data)
            self._data, self._begun = data, self._unpacker.tell()
            for message in self._unpacker:
                self._handlers[message[0]](*message[1:])
        except Broken:
            raise
        except msgpack.exceptions.UnpackException as error:
            raise Broken(f"the arbiter's bytes cannot be read: {error}") from None
        except (KeyError, IndexError, TypeError, ValueError):
            if self.current is not None:
                raise  # the bot's own
            raise Broken("the arbiter says something that makes no sense") from None
        self._out, self._out_size = [], 0
        return b"".join(out)

    def finish(self) -> None:
        """Ends all matches that are still open."""
        for match in list(self.matches.values()):
            self._close(match, None)

    # ---- messages ------------------------------------------------------------------------------

    def _welcome(self, terms: Dict[str, Any]) -> None:
        if terms["protocol"] != PROTOCOL:
            raise Broken(f"the arbiter speaks protocol {terms['protocol']}, this bot {PROTOCOL}")
        self.welcomed = True
        self._terms = terms

    def _refused(self, reason: str) -> None:
        raise Broken(f"refused by the arbiter: {reason}")

    def _edition(self, digest: bytes, encoded: bytes) -> None:
        if blake2b(encoded, digest_size=32).digest() != digest:
            raise Broken("the arbiter's edition does not have the hash it says")
        try:
            self._editions[digest] = Edition(encoded)
        except (ValueError, TypeError, IndexError, msgpack.exceptions.UnpackException) as error:
            raise Broken(f"the arbiter's edition cannot be read: {error}") from None

    def _start(self, number: int, seat: int, names: List[str], edition: bytes, commitment: bytes, key: bytes) -> None:
        block = bytearray(POSITION_BYTES + (COURSE_BYTES if self.bot.model else 0))
        match = Match(number, seat, names, self._editions[edition], key, block)
        match.decision_ms = self._terms.get("decision_ms", 0)
        match.bank_ms = self._terms.get("bank_ms", 0)
        match.strikes = self._terms.get("strikes", 0)
        match._say = self._say
        match._open = self._behind
        self.matches[number] = match
        self._said[number] = 0
        self.current, self._question = match, 0
        self.bot.match_start(match)
        self.current = None

    def _clock(self, number: int, bank_ms: int, strikes: int) -> None:
        match = self.matches[number]
        match.bank_ms, match.strikes = bank_ms, strikes

    def _happened(self, number: int, count: int, events: List[List[Any]]) -> None:
        match = self.matches[number]
        say, match._say = match._say, None  # there is no answer that it could stand beside
        for event in match._happened(count, events):
            self.current = match
            self.bot.event(match, event)
            self.current = None
        match._say = say

    def _ask(self, number: int, question: int, kind: int, runs: bytes, present: int, *values: Any) -> None:
        match = self.matches[number]
        if runs:
            patch(match.block, runs)
        row = DECISIONS[kind]
        fields = list(row.absent)
        if present:
            given = 0
            for bit in range(len(QUESTION_ABSENT)):
                if present >> bit & 1:
                    value = values[given]
                    given += 1
                    if bit in row.bits:
                        fields[row.bits.index(bit)] = Offer(*value) if bit == _OFFER_BIT else value
        if _OFFER_BIT in row.bits and not fields[row.bits.index(_OFFER_BIT)]:
            fields[row.bits.index(_OFFER_BIT)] = Offer()
        self.current, self._question = match, question
        answer = self._decide[kind](match, row.question(*fields))
        reply = [_REPLY, number, question]
        if answer is not None:
            reply += values_of(kind, answer, match.position)
        self.current = None
        packed = self._pack(reply)
        self._out.append(packed)

    def _end(self, number: int, why: int, places: bytes, worth: List[int]) -> None:
        self._close(self.matches[number], Result(why, tuple(places), tuple(worth)))

    def _goodbye(self) -> None:
        self.over = True

    def _close(self, match: Match, result: Result | None) -> None:
        del self.matches[match.id], self._said[match.id]
        match._say = None  # the record is closed
        self.current = match
        self.bot.match_end(match, result)
        self.current = None

    def _behind(self) -> int:
        """Questions in hand: the one being decided, and those behind it in the frame."""
        rest = msgpack.Unpacker(max_buffer_size=64 << 20, strict_map_key=False)
        rest.feed(memoryview(self._data)[self._unpacker.tell() - self._begun:])
        return 1 + sum(message[0] == Message.ASK for message in rest)

    # ---- what the bot says ---------------------------------------------------------------------

    def _say(self, said: List[Any]) -> None:
        match = self.current
        if match is None or match.id not in self._said:
            return
        before = self._said[match.id]
        if before > SAID_MOST:
            return  # the first beyond it still went, so that the record says what has happened
        self._said[match.id] = before + len(said[0].encode()) + (16 if len(said) == 2 else 8)
        packed = self._pack([int(Message.NOTE if len(said) == 2 else Message.LOG), match.id, self._question, *said])
        self._out.append(packed)
        self._out_size += len(packed)
        if self._out_size > SEND_AT:
            self.send(b"".join(self._out))
            self._out.clear()
            self._out_size = 0


_OFFER_BIT = next(bit for row in DECISIONS for bit, absent, name in
                  zip(row.bits, row.absent, row.question.__slots__) if name == "offer")
_REPLY = int(Message.REPLY)
