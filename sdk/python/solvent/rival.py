"""Models of the other players, learnt from events, and offers priced by them: <solvent/rival.h>.

    class Haggler(solvent.Bot):
        def match_start(self, match):
            match.rivals = Rivals(match)

        def event(self, match, event):
            match.rivals.event(event)

        def manage(self, match, q):
            match.rivals.see(match)
            best = match.rivals.propose(1) if q.offers > 0 else []
            return solvent.ManageAnswer(offers=[best[0].offer]) if best else None"""
from __future__ import annotations

import ctypes
from dataclasses import fields
from ctypes import POINTER, Structure, byref, c_int32, c_uint, c_uint8, c_uint32, c_void_p
from typing import NamedTuple

from .library import CEdition, COffer, _block, c, declare
from .match import Match
from .tables import EVENTS, NONE, Event, Offer

_ONE = 1000000  # SV_CHANCE_ONE, SV_MAX_VALUE
_MOST = 16  # SV_MAX_PROPOSALS


class CEvent(Structure):
    _fields_ = [("type", c_uint8), ("why", c_uint8), ("seat", c_uint8), ("from", c_uint8), ("to", c_uint8), ("space", c_uint8),
                ("on", c_uint8), ("deck", c_uint8), ("card", c_uint8), ("unit", c_uint8), ("dice", c_uint8 * 3), ("kind", c_uint8),
                ("verdict", c_uint8), ("pad", c_uint8), ("amount", c_int32), ("turn", c_uint32), ("round", c_uint32),
                ("luck", c_uint32), ("offer", POINTER(COffer)), ("answer", c_void_p), ("log_entry", c_void_p)]


class _CEstimate(Structure):
    _fields_ = [("mean", c_int32), ("low", c_int32), ("high", c_int32)]


class _CCount(Structure):
    _fields_ = [("proposed", c_uint32), ("accepted", c_uint32), ("refused", c_uint32), ("auctions", c_uint32)]


class _CProposal(Structure):
    _fields_ = [("offer", COffer), ("accept", c_int32), ("gain", c_int32)]


declare({
    "sv_rivals_create": (c_void_p, c_void_p),
    "sv_rivals_destroy": (None, c_void_p),
    "sv_rivals_see": (None, c_void_p, c_void_p),
    "sv_rivals_event": (None, c_void_p, POINTER(CEvent)),
    "sv_rivals_accepts": (_CEstimate, c_void_p, c_uint, POINTER(COffer)),
    "sv_rivals_bids": (_CEstimate, c_void_p, c_uint, c_uint),
    "sv_rivals_count": (_CCount, c_void_p, c_uint),
    "sv_rivals_propose": (c_uint, c_void_p, c_uint, POINTER(_CProposal), c_uint),
    "sv_rivals_price": (ctypes.c_bool, c_void_p, c_uint, POINTER(COffer), POINTER(_CProposal)),
})

_TYPES = {kind: number for number, kind in EVENTS.items()}
_MEMBERS = {"in_": "on", "place": "on", "from_": "from"}  # of an event, where the name in C is another


class Estimate(NamedTuple):
    """An estimate and its 95% limits."""
    mean: float
    low: float
    high: float


class Count(NamedTuple):
    """Counts of a seat's acts so far."""
    proposed: int
    accepted: int
    refused: int
    auctions: int


class Proposal(NamedTuple):
    """An offer at the cash where its proposer expects most."""
    offer: Offer
    accept: float  # chance that it is accepted
    gain: float  # of the proposer, if it is accepted, in points


def _proposal(found: _CProposal) -> Proposal:
    return Proposal(Offer.unpack(bytes(found.offer), 0), found.accept / _ONE, found.gain / _ONE)


def _offer(offer: Offer) -> COffer:
    return COffer.from_buffer_copy(offer.pack())


def to_c_event(event: Event) -> CEvent:
    told = CEvent(type=_TYPES[type(event)], space=NONE)
    for field in fields(event):
        value = getattr(event, field.name)
        if isinstance(value, Offer):
            told.offer = ctypes.pointer(_offer(value))
        elif field.name == "dice":
            told.dice[:] = value
        else:
            setattr(told, _MEMBERS.get(field.name, field.name), value)
    return told


class Rivals:
    """The models of all seats in one match. Call see() at each question before anything else."""

    def __init__(self, match: Match) -> None:
        self._edition = CEdition.of(match.edition.encoded)
        self._seat = match.seat
        self._c = c.sv_rivals_create(self._edition.bytes)
        if not self._c:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_c", None):
            c.sv_rivals_destroy(self._c)

    def see(self, match: Match) -> None:
        """Takes the table as it is now."""
        c.sv_rivals_see(self._c, _block(match.position))

    def event(self, event: Event) -> None:
        """Takes in an event (Bot.event)."""
        c.sv_rivals_event(self._c, byref(to_c_event(event)))

    def accepts(self, offer: Offer, seat: int | None = None) -> Estimate:
        """The chance that the other side accepts an offer of ours, or of another seat."""
        found = c.sv_rivals_accepts(self._c, self._seat if seat is None else seat, byref(_offer(offer)))
        return Estimate(found.mean / _ONE, found.low / _ONE, found.high / _ONE)

    def bids(self, seat: int, space: int) -> Estimate:
        """The highest bid of a seat for an unowned deed."""
        found = c.sv_rivals_bids(self._c, seat, space)
        return Estimate(found.mean, found.low, found.high)

    def count(self, seat: int) -> Count:
        found = c.sv_rivals_count(self._c, seat)
        return Count(found.proposed, found.accepted, found.refused, found.auctions)

    def propose(self, most: int = _MOST) -> list[Proposal]:
        """Our best offers, the best first: at most two deeds for two, or all of a group."""
        out = (_CProposal * _MOST)()
        return [_proposal(out[i]) for i in range(c.sv_rivals_propose(self._c, self._seat, out, min(most, _MOST)))]

    def price(self, offer: Offer) -> Proposal | None:
        """An offer of ours at the best cash, its other things as they stand; None if no cash gains."""
        found = _CProposal()
        return _proposal(found) if c.sv_rivals_price(self._c, self._seat, byref(_offer(offer)), byref(found)) else None
