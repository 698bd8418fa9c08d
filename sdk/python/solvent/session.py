"""The protocol without a socket: frames in, frames out (docs/PROTOCOL.md)."""
from __future__ import annotations

from contextvars import ContextVar
from hashlib import blake2b
from typing import Any, Callable, Dict, Iterable, Iterator, List, Sequence, Tuple

import msgpack

from .bot import Bot
from .edition import Edition
from .match import Match, Result
from .sets import bits_of
from .tables import COURSE_BYTES, DECISIONS, POSITION_BYTES, PROTOCOL, QUESTION_ABSENT, Message, Offer, Position

SEND_AT = 512 * 1024  # bytes of logs and notes, before the frame must go out


# The match whose method runs: what it prints and logs is that match's. Each task and thread has a value of its own.
CURRENT: ContextVar[Match | None] = ContextVar("match", default=None)


class Broken(Exception):
    """The connection is of no more use; why, in one line."""


# A method to be called with arguments, and what takes its result.
Call = Tuple[Match, Callable[..., Any], Tuple[Any, ...], Callable[[Match, Any], None]]


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

def _nothing(match: Match, result: Any) -> None:
    """Takes the result of a method that has none."""


class Session:
    """A bot's end of one connection. `send` takes a frame that must go out before its time.

    A message leads to calls of the bot's methods. frame() makes them at once, one after the other; solvent.concurrent makes those
    of several matches at a time."""

    def __init__(self, bot: Bot, name: str, always: bool = False,
                 send: Callable[[bytes], None] = lambda frame: None) -> None:
        self.bot = bot
        self.name = name
        self.always = always
        self.send = send
        self.wake: int | None = None  # readable when there is something to collect() without a frame
        self.open: Callable[[], int] = self._behind  # questions in hand
        self.welcomed = self.over = False
        self.matches: Dict[int, Match] = {}
        self._editions: Dict[bytes, Edition] = {}
        self._terms: Dict[str, int] = {}
        self._pack = msgpack.Packer(autoreset=True).pack
        self._unpacker = msgpack.Unpacker(max_buffer_size=64 << 20, strict_map_key=False)
        self._decide = [getattr(bot, row.name) for row in DECISIONS]
        self._out: List[bytes] = []
        self._out_size = 0
        handlers: Dict[Message, Callable[..., Sequence[Call] | Iterator[Call] | None]] = {
            Message.WELCOME: self._welcome, Message.REFUSED: self._refused, Message.EDITION: self._edition,
            Message.START: self._start, Message.ASK: self._ask, Message.END: self._end,
            Message.GOODBYE: self._goodbye, Message.CLOCK: self._clock, Message.EVENTS: self._happened,
            Message.SAID: self._heard}
        self._handlers = {int(number): handler for number, handler in handlers.items()}

    def hello(self) -> bytes:
        bot = self.bot
        return self._pack([int(Message.HELLO), {
            "protocol": PROTOCOL, "name": self.name, "version": bot.version, "answers": bot.answers,
            "matches": min(max(bot.matches, 1), 65535), "model": bot.model,
            "when": bytes() if self.always else bot.whens, "events": bot.told, **{key: True for key, wanted in (("fallback", bot.fallback), ("talk", bot.talks)) if wanted}}])

    def messages(self, data: bytes) -> Iterator[List[Any]]:
        """The messages of a frame. Broken when it cannot be read."""
        try:
            self._unpacker.feed(data)
            self._data, self._begun = data, self._unpacker.tell()
            yield from self._unpacker
        except msgpack.exceptions.UnpackException as error:
            raise Broken(f"the arbiter's bytes cannot be read: {error}") from None

    def calls(self, message: List[Any]) -> Iterator[Call]:
        """Yields the callbacks of a message, in order, each after the one before has returned. Raises Broken if it is no
        going on."""
        try:
            yield from self._handlers[message[0]](*message[1:]) or ()
        except (KeyError, IndexError, TypeError, ValueError):
            raise Broken("the arbiter says something that makes no sense") from None

    def frame(self, data: bytes) -> None:
        """Takes a frame and answers all its questions, by a bot with plain methods."""
        for message in self.messages(data):
            self._make(self.calls(message))

    def _make(self, calls: Iterable[Call]) -> None:
        for match, method, arguments, then in calls:
            CURRENT.set(match)
            then(match, method(*arguments))
            CURRENT.set(None)

    def collect(self) -> Iterator[bytes]:
        """Returns the frames to send."""
        if self._out:
            yield b"".join(self._out)
            self._out.clear()
            self._out_size = 0

    def finish(self) -> None:
        """Ends all matches that are still open."""
        self._make(self.endings())

    def endings(self) -> Iterator[Call]:
        """The calls of finish()."""
        for match in list(self.matches.values()):
            yield from self._close(match, None)

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
        except (ValueError, TypeError, IndexError) as error:
            raise Broken(f"the arbiter's edition cannot be read: {error}") from None

    def _start(self, number: int, seat: int, names: List[str], edition: bytes, commitment: bytes, key: bytes) -> Sequence[Call]:
        block = bytearray(POSITION_BYTES + (COURSE_BYTES if self.bot.model else 0))
        match = Match(number, seat, names, self._editions[edition], key, block)
        match.commitment = commitment
        match.decision_ms = self._terms.get("decision_ms", 0)
        match.bank_ms = self._terms.get("bank_ms", 0)
        match.strikes = self._terms.get("strikes", 0)
        match._open = self.open
        match._talks = bool(self._terms.get("talk"))
        match.explaining = self.bot.explain
        self.matches[number] = match
        match._question = 0
        return ((match, self.bot.match_start, (match,), self._started),)

    def _clock(self, number: int, bank_ms: int, strikes: int) -> None:
        match = self.matches[number]
        match.bank_ms, match.strikes = bank_ms, strikes

    def _happened(self, number: int, count: int, events: List[List[Any]]) -> Iterator[Call]:
        match = self.matches[number]
        for event in match._happened(count, events):
            yield match, self.bot.event, (match, event), _nothing

    def _heard(self, number: int, count: int, said: List[List[Any]]) -> Iterator[Call]:
        match = self.matches[number]
        for seat, text in said:
            if seat != match.seat:
                yield match, self.bot.said, (match, seat, text), _nothing

    def _ask(self, number: int, question: int, kind: int, runs: bytes, present: int, *values: Any) -> Sequence[Call]:
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
        match._question, match._kind = question, kind
        return ((match, self._decide[kind], (match, row.question(*fields)), self._reply),)

    def _reply(self, match: Match, answer: Any) -> None:
        reply = [_REPLY, match.id, match._question]
        if answer is not None:
            reply += values_of(match._kind, answer, match.position)
        if match._said:
            self._send_said(match)
        match._question = None
        self._out.append(self._pack(reply))

    def _started(self, match: Match, nothing: Any) -> None:
        self._send_said(match)
        match._question = None

    def _end(self, number: int, why: int, places: bytes, worth: List[int]) -> Sequence[Call]:
        return self._close(self.matches[number], Result(why, tuple(places), tuple(worth)))

    def _goodbye(self) -> None:
        self.over = True

    def _close(self, match: Match, result: Result | None) -> Sequence[Call]:
        del self.matches[match.id]
        return ((match, self.bot.match_end, (match, result), _nothing),)

    def _behind(self) -> int:
        """Questions in hand: the one being decided, and those behind it in the frame."""
        rest = msgpack.Unpacker(max_buffer_size=64 << 20, strict_map_key=False)
        rest.feed(memoryview(self._data)[self._unpacker.tell() - self._begun:])
        return 1 + sum(message[0] == Message.ASK for message in rest)

    def _send_said(self, match: Match) -> None:
        """Sends a match's logs and notes before the reply."""
        for message, *said in match._said:
            packed = self._pack([int(message), match.id, match._question, *said])
            self._out.append(packed)
            self._out_size += len(packed)
        match._said.clear()
        if self._out_size > SEND_AT:
            for frame in self.collect():
                self.send(frame)


_OFFER_BIT = next(bit for row in DECISIONS for bit, absent, name in
                  zip(row.bits, row.absent, row.question.__dataclass_fields__) if name == "offer")
_REPLY = int(Message.REPLY)
