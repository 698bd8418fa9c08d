"""The C library by ctypes: judges answers, plays games on, and plays whole games. Optional: bots play without it.

The library is the first of these: $SOLVENT_LIBRARY, the wheel's own, build/ of the checkout,
the prefix that this package is installed in, the system's."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
from dataclasses import fields
from functools import cached_property
from inspect import iscoroutine
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint, c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Sequence

from .bot import Bot
from .edition import Edition
from .match import Match, Result
from .packed import unpack
from .sets import bits_of, members
from .tables import (BANK, COURSE_BYTES, DECISIONS, KEY_BYTES, MAX_CARDS, MAX_JAIL_CARDS, MAX_OFFERS, MAX_SEATS,
                     MAX_SPACES, NONE, POSITION_BYTES, SEED_BYTES, BreachKind, Deck, Offer, Position, Rules, Status)


class Missing(ImportError):
    """There is no library, or another version's."""


class COffer(Structure):
    _fields_ = [("give_deeds", c_uint64), ("get_deeds", c_uint64), ("give_cash", c_int32), ("get_cash", c_int32),
                ("give_cards", c_uint8), ("get_cards", c_uint8), ("give_tickets", c_uint8), ("get_tickets", c_uint8),
                ("to", c_uint8), ("pad", c_uint8 * 3)]


class CPlan(Structure):
    _fields_ = [("level", c_uint8 * MAX_SPACES), ("mortgage", c_uint64), ("lift", c_uint64)]


class CQuestion(Structure):
    _fields_ = [("kind", c_uint8), ("seat", c_uint8), ("choices", c_uint8), ("space", c_uint8), ("other", c_uint8),
                ("unit", c_uint8), ("offers", c_uint8), ("why", c_uint8), ("amount", c_int32), ("limit", c_int32),
                ("spaces", c_uint64), ("offer", COffer)]


class CAnswer(Structure):
    _fields_ = [("kind", c_uint8), ("choice", c_uint8), ("space", c_uint8), ("n_offers", c_uint8), ("bid", c_int32),
                ("limit", c_int32), ("plan", CPlan), ("offers", COffer * MAX_OFFERS)]


class CScene(Structure):
    _fields_ = [("seats", c_uint8), ("alive", c_uint8), ("speeding", c_uint8), ("first", c_uint8), ("turn_seat", c_uint8),
                ("round", ctypes.c_uint16), ("turn", ctypes.c_uint32), ("cash", c_int32 * MAX_SEATS),
                ("space", c_uint8 * MAX_SEATS), ("jail", c_uint8 * MAX_SEATS), ("tickets", c_uint8 * MAX_SEATS),
                ("owner", c_uint8 * MAX_SPACES), ("level", c_uint8 * MAX_SPACES), ("mortgaged", c_uint64),
                ("jail_holder", c_uint8 * MAX_JAIL_CARDS), ("top", c_uint8 * MAX_CARDS * len(Deck))]


class CSetup(Structure):
    _fields_ = [("seed", c_uint8 * SEED_BYTES), ("answers", ctypes.c_uint32 * MAX_SEATS),
                ("when", c_uint8 * len(DECISIONS) * MAX_SEATS), ("seats", c_uint8)]


class CBreach(Structure):
    _fields_ = [("kind", c_uint8), ("space", c_uint8), ("seat", c_uint8), ("unit", c_uint8), ("offer", c_uint8),
                ("pad", c_uint8 * 3), ("found", c_int32), ("bound", c_int32)]


class CBatchHow(Structure):
    _fields_ = [("size", c_size_t), ("games", ctypes.c_uint32), ("seats", ctypes.c_uint32), ("threads", ctypes.c_uint32),
                ("turned", ctypes.c_bool), ("luck", ctypes.c_bool), ("shaping", c_float), ("discount", c_float),
                ("players", ctypes.c_uint32), ("player", c_void_p * 64), ("may", c_uint64 * MAX_SEATS),
                ("less_luck", ctypes.c_bool)]


class CBatchOut(Structure):
    _fields_ = [("size", c_size_t), ("seat", c_void_p), ("player", c_void_p), ("seen", c_void_p), ("floats", c_void_p), ("mask", c_void_p),
                ("update", ctypes.c_bool), ("reward", c_void_p), ("done", c_void_p), ("lineup", c_void_p), ("place", c_void_p),
                ("luck", c_void_p), ("last", c_void_p)]


class CTrajectory(Structure):
    _fields_ = [("game", ctypes.c_uint32), ("rows", ctypes.c_uint32), ("seat", c_uint8), ("player", c_uint8), ("place", c_uint8),
                ("pad", c_uint8 * 5), ("luck", c_float), ("reward", c_void_p), ("seen", c_void_p), ("action", c_void_p), ("mask", c_void_p)]


class CHistory(Structure):
    _fields_ = [("last_bid", c_int32 * MAX_SEATS), ("passed", c_uint8 * MAX_SEATS), ("offers_made", c_uint8 * MAX_SEATS),
                ("offers_accepted", c_uint8 * MAX_SEATS), ("offers_refused", c_uint8 * MAX_SEATS)]


class CDuelHow(Structure):
    _fields_ = [("size", c_size_t), ("edition", c_void_p), ("seed", c_uint8 * SEED_BYTES), ("bots", c_void_p * MAX_SEATS),
                ("instead", c_void_p), ("seats", ctypes.c_uint32), ("luck", ctypes.c_bool)]


class CDuelDeal(Structure):
    _fields_ = [("points", c_double), ("wins", c_double), ("difference", c_double), ("luck", c_double),
                ("difference_luck", c_double), ("games", ctypes.c_uint32), ("illegal", ctypes.c_uint32)]


class CDuelMean(Structure):
    _fields_ = [("value", c_double), ("half", c_double)]


class CDuel(Structure):
    _fields_ = [("points", CDuelMean), ("wins", CDuelMean), ("difference", CDuelMean), ("deals", c_uint64), ("games", c_uint64),
                ("illegal", c_uint64)]


class CRecorded(Structure):
    _fields_ = [("question", CQuestion), ("answer", CAnswer), ("number", ctypes.c_uint32), ("verdict", c_uint8),
                ("forfeits", ctypes.c_bool), ("pad", c_uint8 * 2)]


class CRowsHow(Structure):
    _fields_ = [("seats", ctypes.c_uint32), ("luck", ctypes.c_bool), ("pad", c_uint8 * 3)]


class CRowsFound(Structure):
    _fields_ = [("rows", c_uint64), ("decisions", c_uint64), ("skipped", c_uint64), ("missed", c_uint64),
                ("reward", c_float * MAX_SEATS), ("luck", c_float * MAX_SEATS)]


class CRows(Structure):
    _fields_ = [("seen", c_void_p), ("mask", c_void_p), ("action", c_void_p), ("decision", c_void_p), ("seat", c_void_p)]


MAX_EVENTS = 16448  # bytes of a message of events: SV_EVENT_LOG_ROOM in <solvent/ffi.h>
MAX_EDITION = 65536  # bytes of an encoding (docs/PROTOCOL.md, section 3)
_EDITION, _STATE, _QUESTION, _ANSWER, _SETUP, _COURSE, _BREACH, _SCENE, _OBSERVATION, _RECORDED = range(10)
_KINDS = {row.question: row for row in DECISIONS}


_CARRIED = Path(__file__).resolve().parent / "_lib" / "libsolvent.so"  # of a wheel (tools/wheel)


def _carry() -> None:
    """Loads what a wheel's library needs, each after what it needs itself: then the library finds it by its name."""
    for name in (_CARRIED.parent / "order.txt").read_text().split():
        ctypes.CDLL(str(_CARRIED.parent / name))


def _places() -> list[str]:
    named = os.environ.get("SOLVENT_LIBRARY")
    if named:
        return [named]
    if _CARRIED.exists():
        return [str(_CARRIED)]
    top = Path(__file__).resolve().parents[3]
    found = [str(top / folder / "sdk" / "libsolvent.so") for folder in ("build", "build-dev", "build-ci")]
    lib = Path(__file__).resolve().parents[3]  # PREFIX/lib/python3/dist-packages/solvent/library.py
    for folder in (lib, lib.parent / "lib64", *sorted(lib.glob("*-linux-gnu*"))):
        found += sorted(map(str, folder.glob("libsolvent.so*")))
    installed = ctypes.util.find_library("solvent")
    return [path for path in found if os.path.exists(path)] + ([installed] if installed else [])


def declare(signatures: Mapping[str, tuple[Any, ...]], library: ctypes.CDLL | None = None) -> None:
    """Sets the types of functions: the result's, then the arguments'."""
    library = library or c
    for name, (result, *arguments) in signatures.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise Missing(f"{library._name}: found no {name}, expected the library of this package's version") from None
        function.restype, function.argtypes = result, arguments


def _load() -> ctypes.CDLL:
    places = _places()
    if not places:
        raise Missing("no libsolvent.so: build the checkout, install it, or name it in SOLVENT_LIBRARY")
    try:
        if places[0] == str(_CARRIED):
            _carry()
        c = ctypes.CDLL(places[0])
    except OSError as error:
        raise Missing(str(error)) from None
    edition, position, state = c_void_p, c_void_p, c_void_p
    question, answer = POINTER(CQuestion), POINTER(CAnswer)
    signatures = {
        "sv_struct_bytes": (c_size_t, c_uint),
        "sv_edition_builtin": (c_void_p, c_char_p),
        "sv_edition_decode": (c_int, c_char_p, c_size_t, edition),
        "sv_edition_complete": (c_int, edition, c_void_p),
        "sv_edition_encode": (c_size_t, edition, c_void_p, c_size_t),
        "sv_edition_rules": (c_void_p, edition),
        "sv_rule_set": (None, c_void_p, c_uint, c_int32),
        "sv_check": (c_int, edition, position, question, answer),
        "sv_check_offer": (c_int, edition, position, c_uint, POINTER(COffer)),
        "sv_judge": (c_int, edition, position, question, answer, POINTER(CBreach)),
        "sv_judge_offer": (c_int, edition, position, c_uint, POINTER(COffer), POINTER(CBreach)),
        "sv_breach_rule": (c_char_p, c_uint),
        "sv_breach_text": (c_char_p, edition, POINTER(CBreach), c_char_p, c_size_t),
        "sv_answer_clear": (None, position, question, answer),
        "sv_answer_default": (None, edition, position, question, answer),
        "sv_status_text": (c_char_p, c_int),
        "sv_rent": (c_int32, edition, position, c_uint, c_int, c_int32, c_int32),
        "sv_worth": (c_int32, edition, position, c_uint),
        "sv_liquid": (c_int32, edition, position, c_uint),
        "sv_can_build": (ctypes.c_bool, edition, position, c_uint, POINTER(CPlan), c_uint),
        "sv_places": (None, edition, position, POINTER(c_uint8)),
        "sv_course_pack": (c_size_t, state, c_void_p, c_size_t),
        "sv_course_unpack": (c_int, edition, position, c_uint, c_char_p, c_size_t, c_void_p),
        "sv_determinise": (c_int, edition, position, c_void_p, c_uint, c_char_p, state),
        "sv_scene_start": (c_int, edition, c_uint, POINTER(CScene)),
        "sv_scene_of": (None, edition, position, POINTER(CScene)),
        "sv_scene_open": (c_int, edition, POINTER(CScene), c_void_p, c_char_p, c_void_p, state, c_void_p),
        "sv_game_start": (c_int, edition, state, POINTER(CSetup), c_void_p),
        "sv_ask": (c_int, edition, state, c_uint, question),
        "sv_apply": (c_int, edition, state, c_uint, answer, c_void_p),
        "sv_luck_seed_text": (None, c_char_p, c_void_p),
        "sv_luck_bot_key": (None, c_void_p, c_uint, c_void_p),
        "sv_event_log_create": (c_void_p,),
        "sv_event_log_destroy": (None, c_void_p),
        "sv_event_log_sink": (c_void_p, c_void_p),
        "sv_event_log_tell": (c_size_t, c_void_p, c_uint, c_uint64, c_void_p, c_size_t),
        "sv_policy_named": (c_void_p, c_char_p),
        "sv_duel_play": (c_int, POINTER(CDuelHow), c_uint64, c_uint64, c_void_p),
        "sv_duel_sum": (None, POINTER(CDuelDeal), c_uint64, POINTER(CDuel)),
        "sv_batch_create_with": (c_void_p, edition, POINTER(CBatchHow), c_char_p),
        "sv_batch_destroy": (None, c_void_p),
        "sv_batch_reset": (ctypes.c_bool, c_void_p, c_char_p),
        "sv_batch_advance": (ctypes.c_bool, c_void_p, c_void_p, POINTER(CBatchOut)),
        "sv_batch_record": (ctypes.c_bool, c_void_p),
        "sv_batch_trajectories": (c_size_t, c_void_p, POINTER(CTrajectory), c_size_t),
        "sv_trajectory_finish": (None, POINTER(CTrajectory)),
        "sv_network_create": (c_void_p, c_char_p, c_size_t, c_void_p),
        "sv_network_destroy": (None, c_void_p),
        "sv_network_bot": (c_void_p, c_void_p),
        "sv_batch_may": (ctypes.c_bool, c_void_p, c_uint, c_uint64),
        "sv_batch_lineup": (None, c_void_p, c_uint, c_void_p),
        "sv_batch_save": (c_size_t, c_void_p, c_void_p, c_size_t),
        "sv_batch_restore": (c_int, c_void_p, c_char_p, c_size_t),
        "sv_batch_random": (None, c_void_p, c_void_p, c_void_p),
        "sv_batch_position": (c_void_p, c_void_p, c_uint),
        "sv_history_told": (None, POINTER(CHistory), c_uint, c_uint, c_uint, c_uint, c_int32),
        "sv_observe_with": (None, POINTER(CHistory), edition, position, question, answer, c_void_p),
        "sv_observation_floats": (None, c_void_p, c_void_p),
        "sv_observations_floats": (None, c_void_p, c_size_t, c_void_p),
        "sv_action_begin": (None, edition, position, question, answer),
        "sv_action_mask": (None, edition, position, question, answer, c_void_p),
        "sv_action_take": (ctypes.c_bool, edition, position, question, answer, c_uint),
        "sv_action_toward": (c_uint, edition, position, question, answer, answer),
        "sv_replay_create": (c_void_p,),
        "sv_replay_destroy": (None, c_void_p),
        "sv_replay_open": (c_int, c_void_p, c_char_p, c_size_t, c_void_p),
        "sv_replay_error": (c_char_p, c_void_p),
        "sv_replay_edition": (c_void_p, c_void_p),
        "sv_replay_seats": (c_uint, c_void_p),
        "sv_replay_name": (c_char_p, c_void_p, c_uint),
        "sv_replay_next": (ctypes.c_bool, c_void_p, POINTER(CRecorded)),
        "sv_replay_state": (c_void_p, c_void_p),
        "sv_replay_rows": (c_int, c_void_p, POINTER(CRowsHow), POINTER(CRowsFound)),
        "sv_replay_copy": (None, c_void_p, c_size_t, c_size_t, POINTER(CRows)),
    }
    declare(signatures, c)
    for which, struct in ((_QUESTION, CQuestion), (_ANSWER, CAnswer), (_SETUP, CSetup), (_BREACH, CBreach),
                          (_SCENE, CScene), (_RECORDED, CRecorded)):
        if c.sv_struct_bytes(which) != ctypes.sizeof(struct):
            raise Missing(f"{places[0]}: found {c.sv_struct_bytes(which)} bytes of {struct.__name__}, "
                          f"expected {ctypes.sizeof(struct)}")
    return c


c = _load()


class NotLegal(ValueError):
    """An answer that the rules forbid; `status` says why, and `breach` which rule, where that is known."""

    def __init__(self, status: int, breach: "Breach | None" = None) -> None:
        super().__init__(breach.text if breach else c.sv_status_text(status).decode())
        self.status = Status(status)
        self.breach = breach
        self.seat: int | None = None
        self.question: Any = None
        self.answer: Any = None


# ---- editions ----------------------------------------------------------------------------------

class CEdition:
    """A finished struct sv_edition."""
    _decoded: dict[bytes, "CEdition"] = {}

    def __init__(self, name: str = "classic", rules: Mapping[str, int] | None = None) -> None:
        builtin = c.sv_edition_builtin(name.encode())
        if not builtin:
            raise ValueError(f"found edition '{name}', expected one of `solvent edition list`")
        self.bytes = ctypes.create_string_buffer(ctypes.string_at(builtin, c.sv_struct_bytes(_EDITION)),
                                                 c.sv_struct_bytes(_EDITION))
        names = [field.name for field in fields(Rules)]
        for rule, value in (rules or {}).items():
            if rule not in names:
                raise ValueError(f"found rule '{rule}', expected one of {', '.join(names)}")
            c.sv_rule_set(c.sv_edition_rules(self.bytes), names.index(rule), value)
        error = ctypes.create_string_buffer(240)
        if rules and c.sv_edition_complete(self.bytes, error) != Status.OK:
            where, problem = error.raw[:80].split(b"\0")[0], error.raw[80:].split(b"\0")[0]
            raise ValueError(f"{where.decode()}: {problem.decode()}")

    @cached_property
    def encoded(self) -> bytes:
        """As an arbiter sends it."""
        out = ctypes.create_string_buffer(MAX_EDITION)
        size = c.sv_edition_encode(self.bytes, out, len(out))
        return out.raw[:size]

    @cached_property
    def decoded(self) -> Edition:
        return Edition(self.encoded)

    @classmethod
    def of(cls, encoded: bytes) -> "CEdition":
        """From what an arbiter has sent (Edition.encoded)."""
        if encoded not in cls._decoded:
            self = cls.__new__(cls)
            self.bytes = ctypes.create_string_buffer(c.sv_struct_bytes(_EDITION))
            status = c.sv_edition_decode(encoded, len(encoded), self.bytes)
            if status != Status.OK:
                raise NotLegal(status)
            cls._decoded[encoded] = self
        return cls._decoded[encoded]


# ---- questions and answers ---------------------------------------------------------------------

def _block(position: Position) -> Any:
    return (c_uint8 * POSITION_BYTES).from_buffer(position.block)


def to_c_question(seat: int, q: Any) -> CQuestion:
    row = _KINDS[type(q)]
    out = CQuestion(kind=row.kind, seat=seat, space=NONE, other=NONE)
    for name in q.__dataclass_fields__:
        value = getattr(q, name)
        setattr(out, name, COffer.from_buffer_copy(value.pack()) if name == "offer" else value)
    return out


def from_c_question(q: CQuestion) -> Any:
    row = DECISIONS[q.kind]
    return row.question(*(Offer.unpack(bytes(q.offer), 0) if name == "offer" else getattr(q, name)
                          for name in row.question.__dataclass_fields__))


def to_c_answer(position: Any, q: CQuestion, answer: Any) -> CAnswer:
    row = DECISIONS[q.kind]
    if type(answer) is not row.answer:
        answer = row.answer(answer)
    out = CAnswer()
    c.sv_answer_clear(position, byref(q), byref(out))
    for part in row.parts:
        value = getattr(answer, part)
        if part == "levels":
            for space, level in value.items():
                out.plan.level[space] = level
        elif part in ("mortgage", "lift"):
            setattr(out.plan, part, bits_of(value))
        elif part == "offers":
            if len(value) > MAX_OFFERS:
                raise NotLegal(Status.E_OFFER)
            out.n_offers = len(value)
            for i, offer in enumerate(value):
                out.offers[i] = COffer.from_buffer_copy(offer.pack())
        else:
            setattr(out, part, int(value))
    return out


def from_c_answer(position: Position, a: CAnswer) -> Any:
    row, stands = DECISIONS[a.kind], position.level
    parts: dict[str, Any] = {}
    for part in row.parts:
        if part == "levels":
            parts[part] = {i: a.plan.level[i] for i in range(MAX_SPACES) if a.plan.level[i] != stands[i]}
        elif part in ("mortgage", "lift"):
            parts[part] = getattr(a.plan, part)
        elif part == "offers":
            parts[part] = tuple(Offer.unpack(bytes(a.offers[i]), 0) for i in range(a.n_offers))
        else:
            parts[part] = getattr(a, part)
    return row.answer(**parts)


class Breach(NamedTuple):
    """Why an answer is not legal. Members that the text does not mention are NONE or 0."""
    kind: BreachKind
    text: str  # "offer 1: Park Place is not seat 2's to give (rule 8.3)"
    rule: str  # numbers in docs/RULES.md; "" for the form of an answer
    space: int
    seat: int
    offer: int  # which of the answer's offers, from 0
    found: int  # the answer's figure,
    bound: int  # and its bound


def _breach(edition: Any, found: CBreach) -> Breach:
    text = ctypes.create_string_buffer(256)
    return Breach(BreachKind(found.kind), c.sv_breach_text(edition, byref(found), text, len(text)).decode(),
                  c.sv_breach_rule(found.kind).decode(), found.space, found.seat, found.offer, found.found, found.bound)


def judge(match: Match, q: Any, answer: Any) -> Breach | None:
    """Returns None for a legal answer; else the rule it breaks, and by which part."""
    position, asked, found = _block(match.position), to_c_question(match.seat, q), CBreach()
    edition = CEdition.of(match.edition.encoded).bytes
    given = to_c_answer(position, asked, answer)
    legal = c.sv_judge(edition, position, byref(asked), byref(given), byref(found)) == Status.OK
    return None if legal else _breach(edition, found)


def judge_offer(match: Match, offer: Offer) -> Breach | None:
    """Judges one trade that we would propose, against the table as it stands."""
    found, edition = CBreach(), CEdition.of(match.edition.encoded).bytes
    legal = c.sv_judge_offer(edition, _block(match.position), match.seat, byref(COffer.from_buffer_copy(offer.pack())),
                             byref(found)) == Status.OK
    return None if legal else _breach(edition, found)


def check(match: Match, q: Any, answer: Any) -> Status:
    """Judges an answer as the arbiter will: Status.OK, or why it is not legal."""
    position, asked = _block(match.position), to_c_question(match.seat, q)
    try:
        return Status(c.sv_check(CEdition.of(match.edition.encoded).bytes, position, byref(asked),
                                 byref(to_c_answer(position, asked, answer))))
    except NotLegal as error:
        return error.status


def check_offer(match: Match, offer: Offer) -> Status:
    """Judges one trade that we would propose, against the table as it stands."""
    return Status(c.sv_check_offer(CEdition.of(match.edition.encoded).bytes, _block(match.position), match.seat,
                                   byref(COffer.from_buffer_copy(offer.pack()))))


def default(match: Match, q: Any) -> Any:
    """The default answer of a question."""
    position, asked, out = _block(match.position), to_c_question(match.seat, q), CAnswer()
    c.sv_answer_default(CEdition.of(match.edition.encoded).bytes, position, byref(asked), byref(out))
    return from_c_answer(match.position, out)


def rent(match: Match, space: int, pips: int = 7) -> int:
    """Returns the cost of landing on a space."""
    return c.sv_rent(CEdition.of(match.edition.encoded).bytes, _block(match.position), space, pips, 1, 0)


# ---- the game ----------------------------------------------------------------------------------

def seed_of(text: str | int) -> bytes:
    """The seed of `solvent match --seed TEXT`."""
    out = ctypes.create_string_buffer(SEED_BYTES)
    c.sv_luck_seed_text(str(text).encode(), out)
    return out.raw


class State:
    """A whole game, to play on from; copy() is cheap."""

    def __init__(self, edition: CEdition) -> None:
        self.edition = edition
        self.bytes = bytearray(c.sv_struct_bytes(_STATE))
        self._c = (c_uint8 * len(self.bytes)).from_buffer(self.bytes)
        self._sink: int | None = None  # where its events go

    @classmethod
    def start(cls, seats: int, seed: str | int = 1, edition: CEdition | None = None) -> "State":
        """A new game in which everybody is asked everything."""
        setup = CSetup(seats=seats)
        setup.seed[:] = seed_of(seed)
        setup.answers[:] = [0xFFFFFFFF] * MAX_SEATS
        return cls.begin(edition or CEdition(), setup)

    @classmethod
    def begin(cls, edition: CEdition, setup: CSetup, sink: int | None = None) -> "State":
        self = cls(edition)
        self._sink = sink
        status = c.sv_game_start(self.edition.bytes, self._c, byref(setup), sink)
        if status != Status.OK:
            raise NotLegal(status)
        return self

    @classmethod
    def of(cls, match: Match, key: bytes) -> "State":
        """Returns the game as our seat sees it, with decks shuffled and dice thrown by a key of 16 bytes. Needs `model = True`."""
        if len(match.block) != POSITION_BYTES + COURSE_BYTES:
            raise ValueError("the bot has not model = True")
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes, found {len(key)}")
        self = cls(CEdition.of(match.edition.encoded))
        position = _block(match.position)
        course = ctypes.create_string_buffer(c.sv_struct_bytes(_COURSE))
        status = c.sv_course_unpack(self.edition.bytes, position, 1 << match.seat, bytes(match.block[POSITION_BYTES:]),
                                    COURSE_BYTES, course)
        if status == Status.OK:
            status = c.sv_determinise(self.edition.bytes, position, course, 1 << match.seat, key, self._c)
        if status != Status.OK:
            raise NotLegal(status)
        return self

    def copy(self) -> "State":
        other = State(self.edition)
        other.bytes[:] = self.bytes
        return other

    @property
    def position(self) -> Position:
        """A copy of the table."""
        return Position(self.bytes[:POSITION_BYTES])

    @property
    def pending(self) -> list[int]:
        """The seats whose answer is awaited; none when the game is over."""
        return [seat for seat in range(MAX_SEATS) if c.sv_ask(self.edition.bytes, self._c, seat, byref(CQuestion())) == 0]

    def ask(self, seat: int) -> Any:
        """The question for a pending seat."""
        return from_c_question(self._ask(seat))

    def _ask(self, seat: int) -> CQuestion:
        out = CQuestion()
        status = c.sv_ask(self.edition.bytes, self._c, seat, byref(out))
        if status != Status.OK:
            raise NotLegal(status)
        return out

    def apply(self, seat: int, answer: Any = None) -> None:
        """Gives a seat's answer, None the default. NotLegal leaves the state as it was."""
        q = self._ask(seat)
        if answer is None:
            a = CAnswer()
            c.sv_answer_default(self.edition.bytes, self._c, byref(q), byref(a))
        else:
            a = to_c_answer(self._c, q, answer)
        status = c.sv_apply(self.edition.bytes, self._c, seat, byref(a), self._sink)
        if status != Status.OK:
            found = CBreach()
            c.sv_judge(self.edition.bytes, self._c, byref(q), byref(a), byref(found))
            raise NotLegal(status, _breach(self.edition.bytes, found))

    def match(self, seat: int) -> Match:
        """The match as a seat sees it now, for a method of a bot."""
        block = self.bytes[:POSITION_BYTES] + bytes(COURSE_BYTES)
        c.sv_course_pack(self._c, (c_uint8 * COURSE_BYTES).from_buffer(block, POSITION_BYTES), COURSE_BYTES)
        names = [f"seat {i}" for i in range(self.position.seats)]
        return Match(seat, seat, names, self.edition.decoded, bytes(KEY_BYTES), block)

    def worth(self, seat: int) -> int:
        return c.sv_worth(self.edition.bytes, self._c, seat)

    def places(self) -> list[int]:
        """By seat, as if the game ended now; 1 is best."""
        out = (c_uint8 * MAX_SEATS)()
        c.sv_places(self.edition.bytes, self._c, out)
        return list(out)[:self.position.seats]


# ---- tables of one's own -----------------------------------------------------------------------

class Scene(CScene):
    """A table to play on from, as <solvent/scene.h> says: set `owner`, `level`, `cash`, `space`, `turn_seat` and so on."""

    def __init__(self, seats: int = 2, edition: CEdition | None = None) -> None:
        super().__init__()
        self.edition = edition or CEdition()
        if c.sv_scene_start(self.edition.bytes, seats, byref(self)) != Status.OK:
            raise ValueError(f"found {seats} seats, expected 2 to 8")

    def open(self, key: bytes = bytes(KEY_BYTES)) -> State:
        """A game that goes on from it, with luck by a key of 16 bytes; ValueError says what the rules do not allow."""
        state, error = State(self.edition), ctypes.create_string_buffer(240)
        if c.sv_scene_open(self.edition.bytes, byref(self), None, key, None, state._c, error) != Status.OK:
            where, problem = error.raw[:80].split(b"\0")[0], error.raw[80:].split(b"\0")[0]
            raise ValueError(f"{where.decode()}: {problem.decode()}")
        return state

    def match(self, seat: int, key: bytes = bytes(KEY_BYTES)) -> Match:
        """The match as a seat sees it there, for a method of a bot."""
        return self.open(key).match(seat)


# ---- games of bots in process ------------------------------------------------------------------

def play(bots: Sequence[Bot], seed: str | int = 1, edition: CEdition | None = None) -> Result:
    """Plays a whole game between bots of this program: the game that `solvent match --seed SEED` plays with them. NotLegal
    when an answer is not: its `answer`, `question` and `seat` say which. Their logs are dropped."""
    edition = edition or CEdition()
    key = seed_of(seed)
    setup = CSetup(seats=len(bots))
    setup.seed[:] = key
    matches = []
    for seat, bot in enumerate(bots):
        setup.answers[seat] = bot.answers
        setup.when[seat][:] = bot.whens
        own = ctypes.create_string_buffer(KEY_BYTES)
        c.sv_luck_bot_key(key, seat, own)
        block = bytearray(POSITION_BYTES + (COURSE_BYTES if bot.model else 0))
        matches.append(Match(seat, seat, [other.name for other in bots], edition.decoded, own.raw, block))
        _result(bot.match_start(matches[seat]))
    log = _EventLog() if any(bot.told for bot in bots) else None
    state = State.begin(edition, setup, log.sink if log else None)
    while state.pending:
        asked = [(seat, state.ask(seat)) for seat in state.pending]
        answers = []
        for seat, q in asked:
            _tell(bots[seat], matches[seat], log)
            answers.append(_decide(bots[seat], matches[seat], state, q))
        for (seat, q), answer in zip(asked, answers):
            try:
                state.apply(seat, answer)
            except NotLegal as error:
                error.seat, error.question, error.answer = seat, q, answer
                raise
    result = Result(state.position.over, tuple(state.places()), tuple(state.worth(seat) for seat in range(len(bots))))
    for bot, match in zip(bots, matches):
        _tell(bot, match, log)
        _result(bot.match_end(match, result))
    return result


class _EventLog:
    """Tells listeners the events of a game."""

    def __init__(self) -> None:
        self._c = c.sv_event_log_create()
        if not self._c:
            raise MemoryError
        self.sink = c.sv_event_log_sink(self._c)
        self._message = ctypes.create_string_buffer(MAX_EVENTS)

    def __del__(self) -> None:
        c.sv_event_log_destroy(self._c)

    def message(self, seat: int) -> list[Any]:
        """Since the seat was told last, as an arbiter says it; empty when nothing has happened."""
        size = c.sv_event_log_tell(self._c, seat, seat, self._message, MAX_EVENTS)
        return unpack(self._message.raw[:size]) if size else []


def _tell(bot: Bot, match: Match, log: _EventLog | None) -> None:
    message = log.message(match.seat) if log and bot.told else []
    if message:
        for event in match._happened(*message[2:]):
            _result(bot.event(match, event))


def _result(value: Any) -> Any:
    """Returns a method's result, whether the method is plain or async."""
    if not iscoroutine(value):
        return value
    import asyncio  # for async methods only: it takes a while
    return asyncio.run(value)


def _decide(bot: Bot, match: Match, state: State, q: Any) -> Any:
    match.block[:POSITION_BYTES] = state.bytes[:POSITION_BYTES]
    if bot.model:
        c.sv_course_pack(state._c, (c_uint8 * COURSE_BYTES).from_buffer(match.block, POSITION_BYTES), COURSE_BYTES)
    return _result(getattr(bot, DECISIONS[_KINDS[type(q)].kind].name)(match, q))


__all__ = ["BANK", "Breach", "CEdition", "Missing", "NotLegal", "Scene", "State", "c_float", "check", "check_offer",
           "default", "judge", "judge_offer", "members", "play", "rent", "seed_of"]
