"""Networks of whole numbers, as sdk/python/examples/train.py exports them: the same answers as <solvent/network.h>. Needs numpy."""
from __future__ import annotations

import math
from typing import Any, Iterable

import numpy

from . import env
from .tables import ACTION_COUNT, OBSERVATION, OBSERVATION_FLOATS

ONE, MOST = 1024, 32767  # inputs and hidden units are whole numbers: 1.0, and the largest
MAGIC = b"SVNET 1\n"
# Each float of an observation: (field, bytes of the number, where it is, divisor, value that makes it 1 or -1: the number itself).
COLUMNS = [(name, size, at + i * size, of, value)
           for name, kind, at, count, code, of, *_ in OBSERVATION for size in [4 if kind == "i4" else 1]
           for i in range(count) for value in (range(of) if code == "ONE_OF" else [-1])]
CASH = next(row[2] for row in OBSERVATION if row[0] == "start_cash") // 4


class Inputs:
    """Observations as rows of whole numbers, a column for each chosen float of theirs in 1024ths."""

    def __init__(self, columns: Iterable[int]) -> None:
        self.columns = sorted(columns, key=lambda j: (COLUMNS[j][1], COLUMNS[j][4] < 0, j))  # yes or no, small, money
        same: list[Any] = []
        small: list[Any] = []
        wide: list[Any] = []
        for row in (COLUMNS[j] for j in self.columns):
            (wide if row[1] == 4 else small if row[4] < 0 else same).append(row)
        self.same, self.small, self.wide = same, small, wide
        self.at = [[row[2] // row[1] for row in part] for part in (same, small, wide)]
        self.value = numpy.array([row[4] for row in same], "u1")
        self.times = numpy.array([ONE // row[3] for row in small], "i2")
        self.of = numpy.array([row[3] for row in wide], "i8")

    def __call__(self, seen: Any) -> Any:
        numbers = numpy.ascontiguousarray(seen, env.OBSERVATION_TYPE).view("u1").reshape(len(seen), -1)
        wide = numbers.view("i4").astype("i8")
        cash = numpy.maximum(wide[:, CASH:CASH + 1], 1)
        wide = wide[:, self.at[2]]
        wide = numpy.where(self.of > 0, wide * (ONE // numpy.maximum(self.of, 1)), wide * ONE // cash)
        return numpy.concatenate([(numbers[:, self.at[0]] == self.value) * numpy.int16(ONE), numbers[:, self.at[1]] * self.times,
                                  wide.clip(0, MOST).astype("i2")], 1)


class Exported:
    """A network from a file, in whole numbers, as <solvent/network.h> has it. Floats of 64 bits hold all of them exactly."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            data = file.read()
        if data[:len(MAGIC)] != MAGIC:
            raise ValueError(f"{path}: found no network, expected a file that train.py has written")
        at = len(MAGIC)

        def take(kind: str, *shape: int) -> Any:
            nonlocal at
            count = math.prod(shape)
            out = numpy.frombuffer(data, kind, count, at).reshape(shape)
            at += out.nbytes
            return out

        head = take("<u2", 6)
        if head[0] > OBSERVATION_FLOATS or head[1] != ACTION_COUNT:
            raise ValueError(f"{path}: found a network for other observations or actions, expected one of this version")
        sizes = [int(n) for n in head[2:]]
        columns = take("<u2", sizes[0]).tolist()
        self.inputs, self.actions = Inputs(columns), take("<u2", sizes[3]).astype("i8")
        if self.inputs.columns != columns:
            raise ValueError(f"{path}: found columns in another order than train.py writes")
        self.layers = [(int(take("<u2", 1)[0]), take("<i2", i, o).astype("f8"), take("<i4", o).astype("f8"))
                       for i, o in zip(sizes, sizes[1:])]

    def choose(self, seen: Any, mask: Any) -> Any:
        """Of each row the legal action with the highest score, the first of equals."""
        at = self.inputs(seen).astype("f8")
        for k, (shift, weight, bias) in enumerate(self.layers):
            at = at @ weight + bias
            if k < 2:
                at = numpy.floor(numpy.maximum(at, 0) / 2**shift).clip(0, MOST)
        legal = mask[:, self.actions] > 0
        best = self.actions[numpy.where(legal, at, -numpy.inf).argmax(1)]
        return numpy.where(legal.any(1), best, mask.argmax(1))
