"""The generator of a bot: the same numbers as sv_rng of the C SDK from the same key (docs/DETERMINISM.md)."""
from __future__ import annotations

from struct import unpack
from typing import MutableSequence, Sequence, TypeVar

T = TypeVar("T")
_LOW = 0xFFFFFFFF


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011)."""
    for _ in range(10):
        a, b = c0 * 0xD2511F53, c2 * 0xCD9E8D57
        c0, c1, c2, c3 = b >> 32 ^ c1 ^ k0, b & _LOW, a >> 32 ^ c3 ^ k1, a & _LOW
        k0, k1 = k0 + 0x9E3779B9 & _LOW, k1 + 0xBB67AE85 & _LOW
    return c0, c1, c2, c3


class Rng:
    """Random numbers that follow from `key` (16 bytes) and `index`; set `index` to go anywhere."""
    __slots__ = ("index", "_key", "_held", "_held_index")

    def __init__(self, key: bytes, index: int = 0) -> None:
        if len(key) != 16:
            raise ValueError(f"a key has 16 bytes, found {len(key)}")
        self._key = unpack("<4I", key)
        self.index = index
        self._held_index = -1
        self._held = 0

    def next(self) -> int:
        """64 random bits."""
        index = self.index
        self.index = index + 1
        if index & 1 and self._held_index == index:
            return self._held
        key = self._key
        half = index >> 1
        w0, w1, w2, w3 = philox(half & _LOW, half >> 32, key[2], key[3], key[0], key[1])
        self._held, self._held_index = w3 << 32 | w2, index | 1
        return self._held if index & 1 else w1 << 32 | w0

    def below(self, n: int) -> int:
        """Uniform in 0..n-1, for n below 2**32; 0 when n is 0."""
        return self.next() * n >> 64

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
