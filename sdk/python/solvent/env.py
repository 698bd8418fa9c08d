"""The game as an environment: many games that step together in C (docs/ENVIRONMENT.md)."""
from __future__ import annotations

import ctypes
import os
import weakref
from typing import Any, Iterator, Mapping, NamedTuple, Sequence, Union

from . import library
from .library import CAnswer, CEdition, c, seed_of, to_c_question
from .match import Match
from .tables import ACTION_COUNT, EVENTS, OBSERVATION, OBSERVATION_FLOATS, POSITION_BYTES, Position, Status

try:
    import numpy
except ImportError:  # the arrays are ctypes' then
    numpy = None  # type: ignore[assignment]

__all__ = ["ACTION_COUNT", "Answering", "History", "OBSERVATION", "OBSERVATION_FLOATS", "OBSERVATION_TYPE", "Trajectories", "Trajectory", "VectorEnv",
           "WAIT", "floats", "legal"]

_EVENT_TYPES = {row: kind for kind, row in EVENTS.items()}
WAIT = -1  # in place of an action: this game waits


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


class History:
    """Bids and offers of a game so far, by seat. A bot passes it every event, and Answering takes it:

        def match_start(self, match):
            match.user = env.History()
        def event(self, match, event):
            match.user.note(event)
    """

    def __init__(self) -> None:
        self.c = library.CHistory()

    def note(self, event: Any) -> None:
        c.sv_history_told(ctypes.byref(self.c), _EVENT_TYPES[type(event)],
                          *(getattr(event, name, 0) for name in ("why", "seat", "to", "amount")))


class Answering:
    """One question of a bot, answered action by action (docs/ENVIRONMENT.md):

        asked = Answering(match, q)
        while asked.answer is None:
            asked.take(choose(asked.observation(), asked.mask()))
        return asked.answer
    """

    def __init__(self, match: Match, q: Any, history: History | None = None) -> None:
        self.answer: Any = None  # once it is complete
        self._history = ctypes.byref(history.c) if history else None
        self._match, self._question = match, to_c_question(match.seat, q)
        self._edition, self._position = CEdition.of(match.edition.encoded).bytes, library._block(match.position)
        self._a = CAnswer()
        c.sv_action_begin(*self._where())

    def _where(self) -> tuple[Any, ...]:
        return self._edition, self._position, ctypes.byref(self._question), ctypes.byref(self._a)

    def observation(self) -> Any:
        """Returns the observation of our seat now, a record of OBSERVATION_TYPE."""
        seen = _observations(1)
        c.sv_observe_with(self._history, *self._where(), _pointer(seen))
        return seen[0]

    def floats(self) -> Any:
        """The observation as OBSERVATION_FLOATS floats."""
        seen, out = _observations(1), _array(ctypes.c_float, OBSERVATION_FLOATS)
        c.sv_observe_with(self._history, *self._where(), _pointer(seen))
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
TRAINED = os.path.join(os.path.dirname(__file__), "trained.net")
OWN_PLAYERS = 32  # players of ours at most; reference bots have numbers from there on


class VectorEnv:
    """`games` games of `seats` players that step together. Each asks one of our seats at a time: `seat[g]`, with `mask[g]` and
    `seen[g]`, or with `floats=True` `observation[g]` (docs/ENVIRONMENT.md). step() takes one action a game. A game that ends
    says so in `done[g]`, pays `reward[g][seat]`, 1 for the first to -1 for the last, and has begun again. `place[g]` and
    `luck[g]` are those of the game that ended, else 0; `players[g]` sat at the seats of the game in which the action was taken.

    `table` says who sits where, an entry for each seat; None: all are ours. An entry is None (ours), the name of a reference
    bot, `trained`, a file of train.py (`mine.net`), the number of another player of ours (1 to 31), or a list of these: then
    each game draws one when it begins, and keeps it to its end. `player[g]` is the number of the player that is asked.
    `turned=True` turns the seats by one from game to game.

    `threads` share the games. `shaping` adds potential-based shaping by the value function, of that weight, at `discount`.
    `luck=True` fills `luck`: what chance gave, in rewards, with mean 0. `less_luck=True` also takes it off rewards. `last=True` fills `last[g]` of games that end: floats
    of the table at the end, as the seat that acted last sees it."""

    def __init__(self, games: int, seats: int = 2, edition: str = "classic", rules: Mapping[str, int] | None = None,
                 seed: str | int = 1, *, table: Sequence[Seat] | None = None, turned: bool = False, threads: int = 1,
                 shaping: float = 0.0, discount: float = 1.0, luck: bool = False, less_luck: bool = False,
                 floats: bool = False, last: bool = False,
                 **other: Any) -> None:
        self._batch: Any = None
        if other:
            raise TypeError(f"found {', '.join(other)}, which VectorEnv does not have"
                            + ("; all actions are always there now, so leave `full` out" if "full" in other else ""))
        self.games, self.seats = games, seats
        self.edition = CEdition(edition, rules)
        self._bots: dict[str, int] = {}
        self._networks: list[_Network] = []
        how = library.CBatchHow(size=ctypes.sizeof(library.CBatchHow), games=max(games, 0), seats=max(seats, 0),
                                threads=threads, turned=turned, luck=luck, less_luck=less_luck, shaping=shaping,
                                discount=discount)
        if table is not None and len(table) != seats:
            raise ValueError(f"found a table of {len(table)} seats, expected {seats}")
        if table is not None:
            for i, entry in enumerate(table):
                how.may[i] = self._players(entry, how)
            how.players = OWN_PLAYERS + len(self._bots)
        self._batch = c.sv_batch_create_with(self.edition.bytes, ctypes.byref(how), seed_of(seed))
        if not self._batch:
            raise ValueError(f"found {games} games of {seats} seats and {threads} threads, expected at least one game, 2 to 8 "
                             "seats of which one is always ours, up to 256 threads, and memory")
        u1, f4 = ctypes.c_uint8, ctypes.c_float
        self.seat, self.player, self.done = _array(u1, games), _array(u1, games), _array(u1, games)
        self.mask = _array(u1, games, ACTION_COUNT)
        self.reward, self.luck = _array(f4, games, seats), _array(f4, games, seats)
        self.place, self.players = _array(u1, games, seats), _array(u1, games, seats)
        self.observation: Any = _array(f4, games, OBSERVATION_FLOATS) if floats else None
        self.seen: Any = None if floats else _observations(games)
        self.last: Any = _array(f4, games, OBSERVATION_FLOATS) if last else None
        self._out = library.CBatchOut(size=ctypes.sizeof(library.CBatchOut), lineup=_pointer(self.players), **{
            name: None if getattr(self, array) is None else _pointer(getattr(self, array)) for name, array in (
                ("seat", "seat"), ("player", "player"), ("seen", "seen"), ("floats", "observation"), ("mask", "mask"),
                ("reward", "reward"), ("done", "done"), ("place", "place"), ("luck", "luck"), ("last", "last"))})
        self._action = _array(ctypes.c_int32, games)
        self._rng = _Rng()
        self._rng.key[:] = seed_of(seed)[:16]
        self._advance(None)
        self._out.update = True  # we keep the arrays, so only what changes is written

    def _players(self, entry: Seat, how: Any = None) -> int:
        """A seat's entry as a set of players; bots that are new go to `how`."""
        players = 0
        for one in [entry] if entry is None or isinstance(entry, (int, str)) else entry:
            if isinstance(one, str):
                if one not in self._bots:
                    if how is None or len(self._bots) == OWN_PLAYERS:
                        raise ValueError(f"found player '{one}', expected one that is in the first table")
                    how.player[OWN_PLAYERS + len(self._bots)] = named_bot(one, self._networks)
                    self._bots[one] = OWN_PLAYERS + len(self._bots)
                players |= 1 << self._bots[one]
            elif one is not None and not 0 <= one < OWN_PLAYERS:
                raise ValueError(f"found player {one}, expected 0 to {OWN_PLAYERS - 1}")
            else:
                players |= 1 << (one or 0)
        return players

    def name(self, player: int) -> str:
        """The name of a player's number: of a bot as the table has it, else `player N`."""
        return next((bot for bot, number in self._bots.items() if number == player), f"player {player}")

    def sit(self, seat: int, entry: Seat) -> None:
        """Sets the players of a seat for games that begin from now on; running games keep theirs."""
        if not c.sv_batch_may(self._batch, seat, self._players(entry)):
            raise ValueError(f"found {entry!r} for seat {seat}, expected players of which one of ours is always asked")

    def lineup(self, game: int) -> list[int]:
        """The number of the player at each seat of a game; bots have numbers from OWN_PLAYERS on."""
        out = (ctypes.c_uint8 * 8)()
        c.sv_batch_lineup(self._batch, game, out)
        return list(out)[:self.seats]

    def position(self, game: int) -> Position:
        """The table of a game, a copy."""
        return Position(bytearray(ctypes.string_at(c.sv_batch_position(self._batch, game), POSITION_BYTES)))

    def _advance(self, action: Any) -> None:
        if not c.sv_batch_advance(self._batch, action, ctypes.byref(self._out)):
            raise MemoryError

    def reset(self, seed: str | int = 1) -> None:
        """All games from their first again."""
        if not c.sv_batch_reset(self._batch, seed_of(seed)):
            raise MemoryError
        self._advance(None)

    def step(self, actions: Any) -> None:
        """Takes one action in each game. An illegal action counts as DONE; WAIT leaves the game as it is. Arrays are overwritten in place."""
        if actions is not self._action:
            if len(actions) != self.games:
                raise ValueError(f"found {len(actions)} actions, expected {self.games}")
            self._action[:] = actions
        self._advance(_pointer(self._action))

    def random(self) -> Any:
        """A random action of those that may be taken, in each game."""
        c.sv_batch_random(self._batch, ctypes.byref(self._rng), _pointer(self._action))
        return self._action

    def floats(self, out: Any = None) -> Any:
        """Each game's observation as OBSERVATION_FLOATS floats, for a network; needs numpy."""
        return floats(self.seen, out) if self.observation is None else self.observation

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
        self._advance(None)

    def close(self) -> None:
        if self._batch:
            c.sv_batch_destroy(self._batch)
            self._batch = None

    def __del__(self) -> None:
        if getattr(self, "_batch", None):
            self.close()


class _Network:
    """A struct sv_network."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            data = file.read()
        wrong = ctypes.c_char_p()
        self.c = c.sv_network_create(data, len(data), ctypes.byref(wrong))
        if not self.c:
            raise ValueError(f"{path}: {(wrong.value or b'').decode()}")

    def __del__(self) -> None:
        c.sv_network_destroy(getattr(self, "c", None))


def named_bot(name: str, networks: list[_Network]) -> Any:
    """A bot of the library by its name; a network that is loaded for it goes to `networks`, which must outlive the bot."""
    bot = c.sv_policy_named(name.encode())
    if not bot and name.endswith(".net"):
        networks.append(_Network(name))
        bot = c.sv_network_bot(networks[-1].c)
    if not bot:
        raise ValueError(f"found player '{name}', expected a reference bot (random, tiny, careful, builder, trader, "
                         "learner, planner, trained, learner@1, planner@1), or a file of weights (*.net)")
    return bot


def floats(seen: Any, out: Any = None) -> Any:
    """Observations as floats for a network, OBSERVATION_FLOATS a row; `seen` is an array of OBSERVATION_TYPE. Needs numpy."""
    seen = numpy.ascontiguousarray(seen, OBSERVATION_TYPE)
    out = numpy.empty((len(seen), OBSERVATION_FLOATS), "f4") if out is None else out
    if out.dtype != "f4" or out.shape != (len(seen), OBSERVATION_FLOATS) or not out.flags.c_contiguous:
        raise ValueError(f"found an array {out.dtype} {out.shape}, expected float32 {(len(seen), OBSERVATION_FLOATS)} in rows")
    c.sv_observations_floats(seen.ctypes.data, len(seen), out.ctypes.data)
    return out


class Trajectory(NamedTuple):
    """The actions of one of our players in one seat of one game, a row for each. The arrays are yours."""
    game: int
    seat: int
    player: int
    seen: Any  # observations
    mask: Any
    action: Any
    reward: Any  # from each action to the next of that seat
    luck: float  # of the game, in rewards; 0 without `luck`
    place: int  # of the seat in the end


class Trajectories:
    """Steps a VectorEnv and keeps what each of our seats does from now on. Needs numpy."""

    def __init__(self, world: VectorEnv) -> None:
        self.world = world
        self._out = (library.CTrajectory * 64)()
        if not c.sv_batch_record(world._batch):
            raise MemoryError

    def step(self, actions: Any) -> list[Trajectory]:
        """world.step(actions); the trajectories of games that have ended, one for each seat of ours that was asked."""
        self.world.step(actions)
        ended: list[Trajectory] = []
        while True:
            count = c.sv_batch_trajectories(self.world._batch, self._out, len(self._out))
            ended += [self._take(t) for t in self._out[:count]]
            if count < len(self._out):
                return ended

    @staticmethod
    def _take(t: Any) -> Trajectory:
        """Wraps C's arrays, which are freed with the last view of them."""
        def view(address: int, kind: Any, *shape: int) -> Any:
            block = (ctypes.c_uint8 * (t.rows * numpy.dtype(kind).itemsize * (shape[0] if shape else 1))).from_address(address)
            block.owner = owner
            return numpy.frombuffer(block, kind).reshape(t.rows, *shape)
        owner = library.CTrajectory.from_buffer_copy(t)
        weakref.finalize(owner, c.sv_trajectory_finish, ctypes.byref(library.CTrajectory.from_buffer_copy(t)))
        return Trajectory(t.game, t.seat, t.player, view(t.seen, OBSERVATION_TYPE), view(t.mask, "u1", ACTION_COUNT),
                          view(t.action, "i4"), view(t.reward, "f4"), t.luck, t.place)


# Names of the small set of actions, and what to use now.
_REMOVED = {"decide": "env.Answering", "ACTIONS": "env.ACTION_COUNT", "FEATURES": "env.OBSERVATION_FLOATS", "ASK": "solvent.tables.ACTION_OFFER",
            **{name: f"solvent.tables.ACTION_{name}" for name in ("BID", "BUILD", "CHOICE", "DONE", "LIFT", "MORTGAGE", "SELL", "SPACE")}}


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module 'solvent.env' has no attribute '{name}'" + (f"; use {_REMOVED[name]}" if name in _REMOVED else ""))


def legal(mask: Any) -> Iterator[int]:
    """The actions that may be taken by a mask."""
    return (action for action, may in enumerate(mask) if may)
