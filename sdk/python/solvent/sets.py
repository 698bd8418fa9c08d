"""Sets of spaces, seats or cards as numbers: member m is in the set when bit m is 1."""
from __future__ import annotations

from typing import Iterable, Iterator, Union


def members(bits: int) -> Iterator[int]:
    """All members in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(spaces: Union[int, Iterable[int]]) -> int:
    """A set from its members; bits stay as they are."""
    if isinstance(spaces, int):
        return spaces
    bits = 0
    for space in spaces:
        bits |= 1 << space
    return bits


def has(bits: int, member: int) -> bool:
    return member < 64 and bits >> member & 1 == 1


def count(bits: int) -> int:
    """How many members there are."""
    return bin(bits).count("1")
