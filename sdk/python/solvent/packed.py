"""Reads MessagePack without a package: editions, headers of recorded games, events in process. A bot that an arbiter asks
reads far more; it uses msgpack, which is faster (solvent.session)."""
from __future__ import annotations

from typing import Any, Dict

DEEPEST = 8  # arrays within arrays; an edition has 4
_SIZED = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}  # bytes of a length
_PLAIN: Dict[int, Any] = {0xC0: None, 0xC2: False, 0xC3: True}


class Reader:
    """Reads one value after the other. Errors are those of unpack()."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise ValueError("the MessagePack ends early")
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, size: int, signed: bool = False) -> int:
        return int.from_bytes(self.take(size), "big", signed=signed)

    def value(self, depth: int = 0) -> Any:
        first = self.number(1)
        if first < 0x80 or first >= 0xE0:
            return first if first < 0x80 else first - 0x100
        if first in _PLAIN:
            return _PLAIN[first]
        if 0xCC <= first <= 0xD3:
            return self.number(1 << (first & 3), first >= 0xD0)
        if first < 0xC0:  # the length stands in the first byte
            kind, length = (first & 0xF0, first & 0x0F) if first < 0xA0 else (0xA0, first & 0x1F)
        elif first in _SIZED:
            kind, length = first, self.number(_SIZED[first])
        else:
            raise ValueError(f"found a MessagePack value of type {first:#x}, expected none with fractions or extensions")
        if 0xC4 <= kind <= 0xC6:
            return self.take(length)
        if kind == 0xA0 or 0xD9 <= kind <= 0xDB:
            return self.take(length).decode()
        if depth == DEEPEST or length > len(self.data) - self.at:  # before anything is made: each value has a byte at least
            raise ValueError("the MessagePack is too deep or ends early")
        if kind == 0x90 or 0xDC <= kind <= 0xDD:
            return [self.value(depth + 1) for _ in range(length)]
        return {self.value(depth + 1): self.value(depth + 1) for _ in range(length)}


def unpack(data: bytes) -> Any:
    """Returns the value in `data`. Raises ValueError if it has no value or more bytes behind it; TypeError for a map whose key is a list."""
    reader = Reader(data)
    value = reader.value()
    if reader.at < len(data):
        raise ValueError(f"found {len(data) - reader.at} bytes behind the MessagePack, expected none")
    return value
