"""The game as an environment: many games that step together, and one in PettingZoo's AEC form (solvent.aec)."""
from __future__ import annotations

import ctypes
from typing import Any, Iterator, Mapping, NamedTuple, Sequence, Union

from . import library
from .library import CAnswer, CEdition, c, seed_of, to_c_question
from .match import Match
from .tables import ACTION_COUNT, OBSERVATION, OBSERVATION_FLOATS, Status
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

__all__ = ["ACTION_COUNT", "ACTIONS", "Answering", "OBSERVATION", "OBSERVATION_FLOATS", "OBSERVATION_TYPE", "ASK", "BID", "BUILD", "CHOICE", "DONE", "FEATURES", "LIFT", "MORTGAGE", "SELL", "SPACE", "Trajectories", "Trajectory",
           "VectorEnv", "decide", "floats", "legal"]


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
# An observation as an array: numpy's dtype with the fields of OBSERVATION; without numpy a struct of ctypes.
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
        """Returns the observation of our seat now, a record of OBSERVATION_TYPE."""
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


Seat = Union[None, int, str, Sequence[Union[None, int, str]]]
OWN_PLAYERS = 32  # players of ours at most; reference bots have numbers from there on


class VectorEnv:
    """`games` games of `seats` players that step together. Each asks one of our seats at a time: `seat[g]`, with `mask[g]` and
    `features[g]`, or with `full=True` `seen[g]` (docs/ENVIRONMENT.md). step() takes one action a game. A game that ends says so
    in `done[g]`, pays `reward[g][seat]`, 1 for the first to -1 for the last, and has begun again.

    `table` says who sits where, an entry for each seat; None: all are ours. An entry is None (ours), the name of a reference
    bot, the number of another player of ours (1 to 31, a checkpoint say), or a list of these: then each game draws one when it
    begins, and keeps it to its end. `player[g]` is the number of the player that is asked. `turned=True` turns the seats by
    one from game to game.

    `threads` share the games. `shaping` adds potential-based shaping by the value function, of that weight, at `discount`.
    `luck=True` fills `luck[g][seat]` for games that end: what chance gave, in rewards, with mean 0."""

    def __init__(self, games: int, seats: int = 2, edition: str = "classic", rules: Mapping[str, int] | None = None,
                 seed: str | int = 1, *, full: bool = False, table: Sequence[Seat] | None = None, turned: bool = False,
                 threads: int = 1, shaping: float = 0.0, discount: float = 1.0, luck: bool = False) -> None:
        self._batch: Any = None
        self.games, self.seats, self.full = games, seats, full
        self._edition = CEdition(edition, rules)
        self._bots: dict[str, int] = {}
        how = library.CBatchHow(size=ctypes.sizeof(library.CBatchHow), games=max(games, 0), seats=max(seats, 0),
                                threads=threads, full=full, turned=turned, luck=luck, shaping=shaping, discount=discount)
        if table is not None and len(table) != seats:
            raise ValueError(f"found a table of {len(table)} seats, expected {seats}")
        if table is not None:
            for i, entry in enumerate(table):
                how.may[i] = self._players(entry, how)
            how.players = OWN_PLAYERS + len(self._bots)
        self._batch = c.sv_batch_create_with(self._edition.bytes, ctypes.byref(how), seed_of(seed))
        if not self._batch:
            raise ValueError(f"found {games} games of {seats} seats and {threads} threads, expected at least one game, 2 to 8 "
                             "seats of which one is always ours, up to 256 threads, and memory")
        actions = ACTION_COUNT if full else ACTIONS
        self.seat = _array(ctypes.c_uint8, games)
        self.player = _array(ctypes.c_uint8, games)
        self.mask = _array(ctypes.c_uint8, games, actions)
        self.reward = _array(ctypes.c_float, games, seats)
        self.luck = _array(ctypes.c_float, games, seats)
        self.done = _array(ctypes.c_uint8, games)
        self.features: Any = None if full else _array(ctypes.c_float, games, FEATURES)
        self.seen: Any = _observations(games) if full else None
        self._out = library.CBatchOut(_pointer(self.seat), _pointer(self.player), None if full else _pointer(self.features),
                                      _pointer(self.seen) if full else None, _pointer(self.mask))
        self._luck = luck
        self._action = _array(ctypes.c_int32, games)
        self._rng = _Rng()
        self._rng.key[:] = seed_of(seed)[:16]
        self._look()

    def _players(self, entry: Seat, how: Any = None) -> int:
        """A seat's entry as a set of players; bots that are new go to `how`."""
        players = 0
        for one in [entry] if entry is None or isinstance(entry, (int, str)) else entry:
            if isinstance(one, str):
                if one not in self._bots:
                    bot = c.sv_policy_named(one.encode())
                    if not bot or how is None or len(self._bots) == OWN_PLAYERS:
                        raise ValueError(f"found player '{one}', expected a reference bot (random, tiny, careful, builder, trader, "
                                         "learner, planner) that is in the first table")
                    self._bots[one] = OWN_PLAYERS + len(self._bots)
                    how.player[self._bots[one]] = bot
                players |= 1 << self._bots[one]
            elif one is not None and not 0 <= one < OWN_PLAYERS:
                raise ValueError(f"found player {one}, expected 0 to {OWN_PLAYERS - 1}")
            else:
                players |= 1 << (one or 0)
        return players

    def sit(self, seat: int, entry: Seat) -> None:
        """Sets the players of a seat for games that begin from now on; running games keep theirs."""
        if not c.sv_batch_may(self._batch, seat, self._players(entry)):
            raise ValueError(f"found {entry!r} for seat {seat}, expected players of which one of ours is always asked")

    def lineup(self, game: int) -> list[int]:
        """The number of the player at each seat of a game; reference bots have numbers from OWN_PLAYERS on."""
        out = (ctypes.c_uint8 * 8)()
        c.sv_batch_lineup(self._batch, game, out)
        return list(out)[:self.seats]

    def _look(self) -> None:
        c.sv_batch_look(self._batch, ctypes.byref(self._out))

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
        if self._luck:
            c.sv_batch_luck(self._batch, _pointer(self.luck))
        self._look()

    def random(self) -> Any:
        """A random action of those that may be taken, in each game."""
        c.sv_batch_random(self._batch, ctypes.byref(self._rng), _pointer(self._action))
        return self._action

    def floats(self, out: Any = None) -> Any:
        """`seen` as OBSERVATION_FLOATS floats a game, for a network; needs numpy and `full=True`."""
        return floats(self.seen, out)

    def save(self) -> bytes:
        """The games as they stand, for restore(): the seed, who sits where and the actions taken, some KiB a game."""
        size = c.sv_batch_save(self._batch, None, 0)
        out = ctypes.create_string_buffer(size)
        if size == 0 or c.sv_batch_save(self._batch, out, size) != size:
            raise MemoryError
        return out.raw

    def restore(self, saved: bytes) -> None:
        """Plays saved games again to where they were, in an environment of the same games, edition and table; luck, shaping and
        threads may differ. ValueError for other or damaged bytes leaves the games as they are."""
        status = c.sv_batch_restore(self._batch, saved, len(saved))
        if status == Status.E_SYSTEM:
            raise MemoryError
        if status != Status.OK:
            raise ValueError(f"found {len(saved)} bytes that are not games of an environment such as this one")
        self._look()

    def close(self) -> None:
        if self._batch:
            c.sv_batch_destroy(self._batch)
            self._batch = None

    def __del__(self) -> None:
        if getattr(self, "_batch", None):
            self.close()


def floats(seen: Any, out: Any = None) -> Any:
    """Observations as floats for a network, OBSERVATION_FLOATS a row; `seen` is an array of OBSERVATION_TYPE. Needs numpy."""
    seen = numpy.ascontiguousarray(seen, OBSERVATION_TYPE)
    out = numpy.empty((len(seen), OBSERVATION_FLOATS), "f4") if out is None else out
    for i in range(len(seen)):
        c.sv_observation_floats(seen.ctypes.data + i * _OBSERVATION_BYTES, out.ctypes.data + i * out.strides[0])
    return out


class Trajectory(NamedTuple):
    """The actions of one of our players in one seat of one game, a row for each."""
    game: int
    seat: int
    player: int
    seen: Any  # observations, or features of the small set
    mask: Any
    action: Any
    reward: Any  # from each action to the next of that seat
    luck: float  # of the game, in rewards; 0 without `luck`


class Trajectories:
    """Steps a VectorEnv and keeps what each of our seats does. Needs numpy."""

    def __init__(self, world: VectorEnv) -> None:
        self.world = world
        self._open: list[dict[int, tuple[int, list, list, list, list]]] = [{} for _ in range(world.games)]

    def step(self, actions: Any) -> list[Trajectory]:
        """world.step(actions); the trajectories of games that have ended, one for each seat of ours that was asked."""
        world, ended = self.world, []
        seen = (world.seen if world.full else world.features).copy()
        mask, seats, players = world.mask.copy(), world.seat.tolist(), world.player.tolist()
        taken = numpy.array(actions)
        world.step(actions)
        reward, done = world.reward, world.done.tolist()
        paid = reward.any(axis=1).tolist()
        for g, games in enumerate(self._open):
            at = games.setdefault(seats[g], (players[g], [], [], [], []))
            at[1].append(seen[g])
            at[2].append(mask[g])
            at[3].append(taken[g])
            at[4].append(0.0)
            if paid[g]:
                for seat, row in games.items():
                    row[4][-1] += float(reward[g, seat])
            if done[g]:
                ended += [Trajectory(g, seat, row[0], numpy.stack(row[1]), numpy.stack(row[2]), numpy.array(row[3]),
                                     numpy.array(row[4], "f4"), float(world.luck[g, seat])) for seat, row in games.items()]
                games.clear()
        return ended


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
    """The actions that may be taken by a mask of either set."""
    return (action for action, may in enumerate(mask) if may)
