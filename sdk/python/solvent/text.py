"""The game in words, and answers read from JSON (<solvent/text.h>), by the C library."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint8, c_void_p
from typing import Any

from . import library
from .edition import Edition
from .library import CAnswer, CEdition, CQuestion, c, from_c_answer, to_c_answer, to_c_question
from .match import Match
from .tables import EVENTS, MAX_SEATS, NONE, Event, Status

_ROOM = 65536  # SV_TEXT_ROOM

__all__ = ["NotRead", "answer", "event", "question", "read", "rules", "table"]


class _View(Structure):
    _fields_ = [("edition", c_void_p), ("position", c_void_p), ("name", c_char_p * MAX_SEATS), ("seat", c_uint8), ("menu", c_bool)]


class _Event(Structure):
    _fields_ = [*((name, c_uint8) for name in ("type", "why", "seat", "from", "to", "space", "on", "deck", "card", "unit")),
                ("dice", c_uint8 * 3), ("kind", c_uint8), ("verdict", c_uint8), ("pad", c_uint8), ("amount", ctypes.c_int32),
                ("turn", ctypes.c_uint32), ("round", ctypes.c_uint32), ("luck", ctypes.c_uint32),
                ("offer", POINTER(library.COffer)), ("answer", c_void_p), ("entry", c_void_p)]


library.declare({
    "sv_text_rules": (c_size_t, c_void_p, c_char_p, c_size_t),
    "sv_text_table": (c_size_t, POINTER(_View), c_char_p, c_size_t),
    "sv_text_question": (c_size_t, POINTER(_View), POINTER(CQuestion), c_char_p, c_size_t),
    "sv_text_answer": (c_size_t, POINTER(_View), POINTER(CAnswer), c_char_p, c_size_t),
    "sv_text_event": (c_size_t, POINTER(_View), POINTER(_Event), c_char_p, c_size_t),
    "sv_text_read": (c_int, POINTER(_View), POINTER(CQuestion), c_char_p, c_size_t, POINTER(CAnswer), c_char_p, c_size_t),
})
for _which, _struct in ((10, _View), (11, _Event)):
    if c.sv_struct_bytes(_which) != ctypes.sizeof(_struct):
        raise library.Missing(f"found {c.sv_struct_bytes(_which)} bytes of {_struct.__name__}, "
                              f"expected {ctypes.sizeof(_struct)}")
_NUMBERS = {row: number for number, row in EVENTS.items()}
_MEMBERS = {"in_": "on", "place": "on", "from_": "from"}  # of struct sv_event, where it has another name


class NotRead(ValueError):
    """A reply that is no legal answer. Its text is one sentence with the fault and the expected form."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = Status(status)


def _view(match: Match, menu: bool, names: bool) -> _View:
    view = _View(edition=ctypes.addressof(CEdition.of(match.edition.encoded).bytes),
                 position=ctypes.addressof(library._block(match.position)), seat=match.seat, menu=menu)
    for seat, name in enumerate(match.names if names else ()):
        view.name[seat] = name.encode()
    return view


def _text(write: Any, *arguments: Any) -> str:
    out = ctypes.create_string_buffer(_ROOM)
    size = write(*arguments, out, len(out))
    return out.raw[:size].decode()


def rules(edition: Edition) -> str:
    """The rules of an edition in about two pages: how a game goes, board, cards, switches."""
    return _text(c.sv_text_rules, CEdition.of(edition.encoded).bytes)


def table(match: Match, names: bool = True) -> str:
    """The table as our seat sees it; without `names` players are called "seat 2"."""
    return _text(c.sv_text_table, byref(_view(match, False, names)))


def question(match: Match, q: Any, menu: bool = True, names: bool = True) -> str:
    """A question to us: its figures, a menu of the legal answers where they are few, and the form of an answer."""
    return _text(c.sv_text_question, byref(_view(match, menu, names)), byref(to_c_question(match.seat, q)))


def answer(match: Match, q: Any, given: Any, names: bool = True) -> str:
    """The effects of an answer to an open question, as a sentence."""
    asked = to_c_question(match.seat, q)
    return _text(c.sv_text_answer, byref(_view(match, False, names)),
                 byref(to_c_answer(library._block(match.position), asked, given)))


def event(match: Match, happened: Event, names: bool = True) -> str:
    """An event (Bot.event) as a line."""
    out = _Event(type=_NUMBERS[type(happened)], space=NONE, unit=NONE)
    for name in happened.__dataclass_fields__:  # type: ignore[attr-defined]
        value = getattr(happened, name)
        if name == "offer":
            out.offer = ctypes.pointer(library.COffer.from_buffer_copy(value.pack()))
        elif name == "dice":
            out.dice[:] = value
        else:
            setattr(out, _MEMBERS.get(name, name), value)
    return _text(c.sv_text_event, byref(_view(match, False, names)), byref(out))


def read(match: Match, q: Any, reply: str, menu: bool = True, names: bool = True) -> Any:
    """The answer in the last JSON object of a reply, which is legal. Raises NotRead for any other reply."""
    out, why, asked = CAnswer(), ctypes.create_string_buffer(_ROOM), to_c_question(match.seat, q)
    said = reply.encode("utf-8", "replace")
    status = c.sv_text_read(byref(_view(match, menu, names)), byref(asked), said, len(said), byref(out), why, len(why))
    if status != Status.OK:
        raise NotRead(status, why.value.decode("utf-8", "replace"))
    return from_c_answer(match.position, out)
