"""The game as an environment: many games that step together, and one in PettingZoo's AEC form (solvent.aec)."""
from __future__ import annotations

import ctypes
from typing import Any, Iterator, Mapping

from . import library
from .library import CAnswer, CEdition, c, seed_of, to_c_question
from .match import Match
from .tables import ACTION_COUNT, OBSERVATION, OBSERVATION_FLOATS
from .tables import ENV_ACTIONS as ACTIONS
from .tables import ENV_ASK as ASK
from .tables import ENV_BID as BID
from .tables import ENV_BUILD as BUILD
from .tables import ENV_CHOICE as CHOICE
from .tables import ENV_DONE as DONE
from .tables import ENV_FEATURES as FEATURES
from .tables import ENV_LIFT as LIFT
from .tables import ENV_MORTGAGE as MORTGAGE
from .tables import ENV_SELL as SELL
from .tables import ENV_SPACE as SPACE

try:
    import numpy
except ImportError:  # the arrays are ctypes' then
    numpy = None  # type: ignore[assignment]

__all__ = ["ACTION_COUNT", "ACTIONS", "Answering", "OBSERVATION", "OBSERVATION_FLOATS", "OBSERVATION_TYPE", "ASK", "BID", "BUILD", "CHOICE", "DONE", "FEATURES", "LIFT", "MORTGAGE", "SELL", "SPACE", "VectorEnv",
           "decide", "legal"]


def _array(kind: Any, *shape: int) -> Any:
    """An array of zeros that C can write to: numpy's, or ctypes' rows."""
    if numpy is not None:
        return numpy.zeros(shape, {ctypes.c_float: "f4", ctypes.c_uint8: "u1", ctypes.c_int32: "i4"}[kind])
    for size in reversed(shape):
        kind = kind * size
    return kind()


def _pointer(array: Any) -> int:
    return array.ctypes.data if numpy is not None and isinstance(array, numpy.ndarray) else ctypes.addressof(array)


_OBSERVATION_BYTES = c.sv_struct_bytes(library._OBSERVATION)


class _Observation(ctypes.Structure):
    _fields_ = [(name, {"i4": ctypes.c_int32, "u1": ctypes.c_uint8}[kind] * count)
                for name, kind, _, count, *_ in OBSERVATION]


if ctypes.sizeof(_Observation) != _OBSERVATION_BYTES:
    raise library.Missing(f"found {_OBSERVATION_BYTES} bytes of an observation, expected {ctypes.sizeof(_Observation)}")
# What an observation is as an array: numpy's dtype, whose fields docs/ENVIRONMENT.md lists; without numpy a struct of ctypes.
OBSERVATION_TYPE: Any = _Observation if numpy is None else numpy.dtype(
    {"names": [row[0] for row in OBSERVATION], "offsets": [row[2] for row in OBSERVATION],
     "formats": [(row[1], (row[3],)) if row[3] > 1 else row[1] for row in OBSERVATION], "itemsize": _OBSERVATION_BYTES})


def _observations(count: int) -> Any:
    return numpy.zeros(count, OBSERVATION_TYPE) if numpy is not None else (_Observation * count)()


class Answering:
    """One question of a bot, answered action by action (docs/ENVIRONMENT.md):

        asked = Answering(match, q)
        while asked.answer is None:
            asked.take(choose(asked.observation(), asked.mask()))
        return asked.answer
    """

    def __init__(self, match: Match, q: Any) -> None:
        self.answer: Any = None  # once it is complete
        self._match, self._question = match, to_c_question(match.seat, q)
        self._edition, self._position = CEdition.of(match.edition.encoded).bytes, library._block(match.position)
        self._a = CAnswer()
        c.sv_action_begin(*self._where())

    def _where(self) -> tuple[Any, ...]:
        return self._edition, self._position, ctypes.byref(self._question), ctypes.byref(self._a)

    def observation(self) -> Any:
        """What our seat sees now: a record of OBSERVATION_TYPE."""
        seen = _observations(1)
        c.sv_observe(*self._where(), _pointer(seen))
        return seen[0]

    def floats(self) -> Any:
        """The observation as OBSERVATION_FLOATS floats."""
        seen, out = _observations(1), _array(ctypes.c_float, OBSERVATION_FLOATS)
        c.sv_observe(*self._where(), _pointer(seen))
        c.sv_observation_floats(_pointer(seen), _pointer(out))
        return out

    def mask(self) -> Any:
        """Which of ACTION_COUNT actions may be taken: 1 or 0 for each."""
        out = _array(ctypes.c_uint8, ACTION_COUNT)
        c.sv_action_mask(*self._where(), _pointer(out))
        return out

    def take(self, action: int) -> bool:
        """Takes an action; one that may not be taken is DONE. True: `answer` is complete."""
        if self.answer is None and c.sv_action_take(*self._where(), int(action)):
            self.answer = library.from_c_answer(self._match.position, self._a)
        return self.answer is not None

    def toward(self, answer: Any) -> int | None:
        """The next action on the way to a legal answer; None where no action leads there."""
        wanted = library.to_c_answer(self._position, self._question, answer)
        action = c.sv_action_toward(*self._where(), ctypes.byref(wanted))
        return None if action == ACTION_COUNT else action


class _Rng(ctypes.Structure):
    _fields_ = [("key", ctypes.c_uint8 * 16), ("index", ctypes.c_uint64), ("lot", ctypes.c_uint64),
                ("held", ctypes.c_uint64 * 8)]


class VectorEnv:
    """`games` games of `seats` players. Each asks one seat at a time: `seat[g]`, with `features[g]` and `mask[g]`.
    step() takes one action a game; a game that ends says so in `done[g]`, pays `reward[g][seat]`, 1 for the first to
    -1 for the last, and has begun again."""

    def __init__(self, games: int, seats: int = 2, edition: str = "classic", rules: Mapping[str, int] | None = None,
                 seed: str | int = 1) -> None:
        self.games, self.seats = games, seats
        self._edition = CEdition(edition, rules)
        self._batch = c.sv_batch_create(self._edition.bytes, games, seats, seed_of(seed))
        if not self._batch:
            raise ValueError(f"found {games} games of {seats} seats, expected at least one of 2 to 8, and memory")
        self.seat = _array(ctypes.c_uint8, games)
        self.features = _array(ctypes.c_float, games, FEATURES)
        self.mask = _array(ctypes.c_uint8, games, ACTIONS)
        self.reward = _array(ctypes.c_float, games, seats)
        self.done = _array(ctypes.c_uint8, games)
        self._action = _array(ctypes.c_int32, games)
        self._rng = _Rng()
        self._rng.key[:] = seed_of(seed)[:16]
        self._look()

    def _look(self) -> None:
        c.sv_batch_observe(self._batch, _pointer(self.seat), _pointer(self.features), _pointer(self.mask))

    def reset(self, seed: str | int = 1) -> None:
        """All games from their first again."""
        c.sv_batch_reset(self._batch, seed_of(seed))
        self._look()

    def step(self, actions: Any) -> None:
        """One action in each game; what may not be taken is DONE. Arrays are overwritten in place."""
        if actions is not self._action:
            if len(actions) != self.games:
                raise ValueError(f"found {len(actions)} actions, expected {self.games}")
            self._action[:] = actions
        c.sv_batch_step(self._batch, _pointer(self._action), _pointer(self.reward), _pointer(self.done))
        self._look()

    def random(self) -> Any:
        """A random action of those that may be taken, in each game."""
        c.sv_batch_random(self._batch, ctypes.byref(self._rng), _pointer(self._action))
        return self._action

    def close(self) -> None:
        if self._batch:
            c.sv_batch_destroy(self._batch)
            self._batch = None

    def __del__(self) -> None:
        if getattr(self, "_batch", None):
            self.close()


def decide(match: Match, q: Any, policy: Any) -> Any:
    """A bot's answer by a policy for the environment: policy(features, mask) gives one action."""
    edition, position = CEdition.of(match.edition.encoded).bytes, library._block(match.position)
    asked, a = ctypes.byref(to_c_question(match.seat, q)), CAnswer()
    c.sv_env_begin(edition, position, asked, ctypes.byref(a))
    features, mask = _array(ctypes.c_float, FEATURES), _array(ctypes.c_uint8, ACTIONS)
    complete = False
    while not complete:
        c.sv_env_observe(edition, position, asked, ctypes.byref(a), _pointer(features))
        c.sv_env_mask(edition, position, asked, ctypes.byref(a), _pointer(mask))
        complete = c.sv_env_act(edition, position, asked, ctypes.byref(a), int(policy(features, mask)))
    return library.from_c_answer(match.position, a)


def legal(mask: Any) -> Iterator[int]:
    """The actions that may be taken."""
    return (i for i in range(ACTIONS) if mask[i])
