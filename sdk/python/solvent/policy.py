"""Reference bots and their parts for bots of your own: <solvent/policy.h>, <solvent/value.h>, <solvent/answers.h>.

    class Frugal(solvent.Bot):
        def match_start(self, match):
            match.adviser = Adviser("learner", match)

        def event(self, match, event):
            match.adviser.event(event)

        def buy(self, match, q):
            return None if q.amount > 350 else match.adviser.answer(q)"""
from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int32, c_int64, c_size_t, c_uint, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, Iterator, NamedTuple

from .library import CAnswer, CEdition, COffer, CQuestion, NotLegal, _block, c, declare, from_c_answer, to_c_question
from .match import Match
from .rival import CEvent, to_c_event
from .tables import COURSE_BYTES, DECISIONS, MAX_SEATS, POSITION_BYTES, Event, Offer, Position, Status

_ONE = 1000000  # SV_MAX_VALUE
_COURSE, _ANSWERS, _ODDS = 5, 12, 13  # of sv_struct_bytes()


class CMatch(Structure):
    """struct sv_match, with room for its generator."""
    _fields_ = [("user", c_void_p), ("key", c_uint8 * 16), ("index", c_uint64), ("lot", c_uint64), ("held", c_uint64 * 8),
                ("edition", c_void_p), ("position", c_void_p), ("course", c_void_p), ("id", c_uint64), ("seat", c_uint8),
                ("seats", c_uint8), ("clock", c_uint32 * 4), ("name", c_uint8 * 40 * MAX_SEATS), ("sdk", c_void_p)]


class CBot(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("version", c_char_p), ("matches", c_uint), ("model", c_bool),
                ("check", c_bool), ("explain", c_bool), ("when", c_uint8 * len(DECISIONS)), ("user", c_void_p),
                ("server_key", c_char_p), ("secret_key", c_char_p), ("match_start", ctypes.CFUNCTYPE(None, POINTER(CMatch)))]


class _CLook(Structure):
    _fields_ = [("edition", c_void_p), ("position", c_void_p), ("odds", c_void_p), ("seat", c_uint)]


class _CDeal(Structure):
    _fields_ = [("offer", COffer), ("gain", c_int64)]


declare({
    "sv_adviser_create": (c_void_p, c_void_p, POINTER(CMatch)),
    "sv_adviser_destroy": (None, c_void_p, c_void_p),
    "sv_adviser_event": (None, c_void_p, POINTER(CMatch), POINTER(CEvent)),
    "sv_adviser_answer": (None, c_void_p, POINTER(CMatch), POINTER(CQuestion), POINTER(CAnswer)),
    "sv_value_create": (c_void_p, c_void_p),
    "sv_value_destroy": (None, c_void_p),
    "sv_value_points": (None, c_void_p, c_void_p, POINTER(c_int32)),
    "sv_answers_start": (ctypes.c_int, c_void_p, c_void_p, c_void_p, POINTER(CQuestion), c_void_p),
    "sv_answers_next": (c_bool, c_void_p, POINTER(CAnswer)),
    "sv_odds_init": (None, c_void_p, c_void_p),
    "sv_deal_list": (c_uint, POINTER(_CLook), POINTER(_CDeal), c_uint),
})


class Adviser:
    """A reference bot that answers for yours in one match. Create it in match_start, and pass it every event."""

    def __init__(self, name: str, match: Match) -> None:
        bot = c.sv_policy_named(name.encode())
        if not bot:
            raise ValueError(f"found bot '{name}', expected a reference bot, such as 'learner'")
        self._match, self._edition = match, CEdition.of(match.edition.encoded)
        self._course = ctypes.create_string_buffer(c.sv_struct_bytes(_COURSE))
        self._model = CBot.from_address(bot).model
        if self._model and len(match.block) < POSITION_BYTES + COURSE_BYTES:
            raise ValueError(f"'{name}' looks ahead: set model = True in your bot")
        self._seen = CMatch(edition=ctypes.addressof(self._edition.bytes), id=match.id, seat=match.seat, seats=match.seats)
        # The bot draws from a generator of its own.
        self._seen.key[:] = (match.id * 8 + match.seat).to_bytes(16, "little")
        self._see()
        self._c = c.sv_adviser_create(bot, byref(self._seen))
        if not self._c:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_c", None):
            c.sv_adviser_destroy(self._c, None)

    def _see(self, course: bool = False) -> Any:
        block = _block(self._match.position)
        self._seen.position = ctypes.addressof(block)
        if course:
            status = c.sv_course_unpack(self._edition.bytes, block, 1 << self._match.seat, bytes(self._match.block[POSITION_BYTES:]),
                                        COURSE_BYTES, self._course)
            if status != Status.OK:
                raise NotLegal(status)
            self._seen.course = ctypes.addressof(self._course)
        return block

    def event(self, event: Event) -> None:
        """Passes an event on (Bot.event)."""
        block = self._see()  # stays alive until the call returns
        c.sv_adviser_event(self._c, byref(self._seen), byref(to_c_event(event)))
        del block

    def answer(self, q: Any) -> Any:
        """The bot's answer to a question of the match: always a legal one."""
        block, asked, found = self._see(self._model), to_c_question(self._match.seat, q), CAnswer()
        c.sv_answer_default(self._edition.bytes, block, byref(asked), byref(found))
        c.sv_adviser_answer(self._c, byref(self._seen), byref(asked), byref(found))
        return from_c_answer(self._match.position, found)


class Value:
    """The value function of a match's edition."""

    def __init__(self, match: Match) -> None:
        self._edition = CEdition.of(match.edition.encoded)
        self._c = c.sv_value_create(self._edition.bytes)
        if not self._c:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_c", None):
            c.sv_value_destroy(self._c)

    def points(self, position: Position) -> tuple[float, ...]:
        """Expected points of each seat: 0 for the first that is out, 1 for the last one left."""
        out = (c_int32 * MAX_SEATS)()
        c.sv_value_points(self._c, _block(position), out)
        return tuple(points / _ONE for points in out[:position.seats])


def answers(match: Match, q: Any) -> Iterator[Any]:
    """Legal answers to a question of the match; plans, bids and offers within the bounds of <solvent/answers.h>, small ones first."""
    edition, block, asked = CEdition.of(match.edition.encoded), _block(match.position), to_c_question(match.seat, q)
    it, found = ctypes.create_string_buffer(c.sv_struct_bytes(_ANSWERS)), CAnswer()
    status = c.sv_answers_start(it, edition.bytes, block, byref(asked), None)
    if status != Status.OK:
        raise NotLegal(status)
    while c.sv_answers_next(it, byref(found)):
        yield from_c_answer(match.position, found)


class Deal(NamedTuple):
    """A lawful offer of ours, at the least price that the other would accept, and our gain by it in money."""
    offer: Offer
    gain: int


def deals(match: Match, most: int = 16) -> list[Deal]:
    """Deals that others would accept if they value things as the trader does, the best first; none with two players."""
    edition, block = CEdition.of(match.edition.encoded), _block(match.position)
    odds, out = ctypes.create_string_buffer(c.sv_struct_bytes(_ODDS)), (_CDeal * most)()
    c.sv_odds_init(odds, edition.bytes)
    look = _CLook(ctypes.addressof(edition.bytes), ctypes.addressof(block), ctypes.addressof(odds), match.seat)
    return [Deal(Offer.unpack(bytes(out[i].offer), 0), out[i].gain) for i in range(c.sv_deal_list(byref(look), out, most))]
