"""Recorded games: one of them decision by decision, or many as arrays to learn from (docs/ENVIRONMENT.md)."""
from __future__ import annotations

import ctypes
import os
import sqlite3
import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from threading import local
from typing import Any, Deque, Iterable, Iterator, List, NamedTuple, Sequence, Tuple, Union
from urllib.parse import quote

from . import env, library
from .edition import Edition
from .library import CEdition, CRecorded, CRows, CRowsFound, CRowsHow, State, c
from .match import Match, Result
from .packed import Reader
from .tables import ACTION_COUNT, KEY_BYTES, MAX_SEATS, POSITION_BYTES, SLOTS, Event, Verdict

try:
    import numpy
except ImportError:  # Replay does without
    numpy = None  # type: ignore[assignment]

Source = Union[str, "os.PathLike[str]"]

APPLICATION = 0x534F4C56  # of a store, in the header of its file
VERSIONS = range(4, 6)  # of its tables
LONGEST = 1 << 28  # bytes of a replay


# ---- where games are ----------------------------------------------------------------------------

class _File:
    """A .svr file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.names = [str(name) for name, *_ in _header(path, self.read(0))[9]]
        self.numbers = [0]

    def read(self, number: int) -> bytes:
        with open(self.path, "rb") as file:
            return file.read()

    def seated(self, number: int) -> List[int]:
        return list(range(len(self.names)))

    def called(self, number: int) -> str:
        return self.path


class _Store:
    """A store of a league, of which the games are seen whose deal is over."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._db = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, timeout=5, check_same_thread=False)
        if sys.version_info >= (3, 11):
            self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        self._db.execute("PRAGMA trusted_schema = OFF")
        application, version = (self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if application != APPLICATION:
            raise ValueError(f"{path}: found a database of another program, expected a store of a league")
        if version not in VERSIONS:
            raise ValueError(f"{path}: found a store of version {version}, expected {VERSIONS[0]} to {VERSIONS[-1]}")
        self._lanes = self._db.execute("SELECT lanes FROM league").fetchone()[0]
        self.names = [name for name, in self._db.execute("SELECT name FROM bots ORDER BY bot")]

    @cached_property
    def numbers(self) -> List[int]:
        return [number for number, in self._db.execute(
            "SELECT number FROM matches WHERE (number - 1) / ?1 IN"
            " (SELECT (number - 1) / ?1 FROM matches GROUP BY 1 HAVING count(*) = ?1) ORDER BY number", (self._lanes,))]

    def shows(self, number: int) -> bool:
        """Whether the game is there and may be seen."""
        deal = "SELECT count(*) FROM matches WHERE (number - 1) / ?1 = (?2 - 1) / ?1"
        return number > 0 and self._db.execute(deal, (self._lanes, number)).fetchone()[0] == self._lanes

    def read(self, number: int) -> bytes:
        row = self._db.execute("SELECT svr FROM replays WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise ValueError(f"{self.called(number)}: found no replay of this game, expected one")
        return row[0]

    def seated(self, number: int) -> List[int]:
        return [bot for bot, in self._db.execute("SELECT bot FROM seats WHERE number = ? ORDER BY seat", (number,))]

    def called(self, number: int) -> str:
        return f"{self.path}#{number}"


def _header(name: str, data: bytes) -> List[Any]:
    """The header of a .svr file. The library says whether it is sound."""
    try:
        fields = Reader(data[4:]).value() if data[:4] == b"SVR1" else None
        assert isinstance(fields, list) and len(fields) == 11 and all(isinstance(seat, list) and seat for seat in fields[9])
        return fields
    except (AssertionError, ValueError, TypeError):
        raise ValueError(f"{name}: found no replay, expected a .svr file or a store") from None


def _open(source: Source) -> Union[_File, _Store]:
    path = os.fspath(source)
    with open(path, "rb") as file:
        store = file.read(16) == b"SQLite format 3\0"
    try:
        return _Store(path) if store else _File(path)
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None


class _Reader:
    """A struct sv_replay."""

    def __init__(self) -> None:
        self.c = c.sv_replay_create()
        if not self.c:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "c", None):
            c.sv_replay_destroy(self.c)

    def open(self, name: str, data: bytes, sink: Any = None) -> None:
        self._data = data  # as long as it is read
        c.sv_replay_open(self.c, data, len(data), sink)
        self.check(name)

    def check(self, name: str) -> None:
        error = c.sv_replay_error(self.c)
        if error is not None:
            raise ValueError(f"{name}: {error.decode()}")

    def rows(self, name: str, how: CRowsHow) -> CRowsFound:
        found = CRowsFound()
        c.sv_replay_rows(self.c, ctypes.byref(how), ctypes.byref(found))
        self.check(name)
        return found

    def state(self, edition: CEdition) -> State:
        """A copy of the game as it stands."""
        state = State(edition)
        ctypes.memmove(state._c, c.sv_replay_state(self.c), len(state.bytes))
        return state


# ---- a game, decision by decision ---------------------------------------------------------------

@dataclass(**SLOTS)
class Recorded:
    """A decision of a recorded game."""
    number: int  # from 1, as `solvent replay` counts
    seat: int
    question: Any  # of its kind, as a bot gets it: BuyQuestion, ...
    answer: Any  # that was carried out
    verdict: Verdict  # OK: it is the bot's own
    forfeits: bool  # the seat forfeited with it
    state: State  # the game when the seat was asked; to play on, take a copy()
    events: List[Event]  # up to the next question
    names: Tuple[str, ...]  # of the game

    @property
    def match(self) -> Match:
        """The match as the seat saw it: for a bot's method, or env.Answering(d.match, d.question)."""
        match = self.state.match(self.seat)
        match.names = self.names
        return match


class Replay:
    """A recorded game: a `.svr` file, or game N of a store as `STORE.db#N`. It is played again and compared with the file when
    it is opened: ValueError names the fault. Iterate over it for its decisions, as often as you like:

        for d in solvent.replay("game.svr"):
            print(d.number, d.seat, d.question, d.answer)
    """

    edition: Edition
    names: Tuple[str, ...]  # by seat
    seats: int
    result: Result
    meta: dict[str, str]  # notes in its header, as `league`, `match`, `deal`

    def __init__(self, source: Source) -> None:
        path, number = os.fspath(source), 0
        if "#" in path and not os.path.exists(path):
            path, _, text = path.rpartition("#")
            if not text.isdecimal():
                raise ValueError(f"{source}: found game '{text}', expected its number")
            number = int(text)
        where = _open(path)
        if isinstance(where, _Store) and not where.shows(number):
            raise ValueError(f"{source}: found no game {number} whose deal is over, expected STORE.db#N")
        self._name, self._data = where.called(number), where.read(number)
        reader = _Reader()
        reader.open(self._name, self._data)
        reader.rows(self._name, CRowsHow())
        self.seats = c.sv_replay_seats(reader.c)
        self.names = tuple(c.sv_replay_name(reader.c, seat).decode() for seat in range(self.seats))
        self._edition = _edition(reader)
        self.edition = self._edition.decoded
        self.meta = _header(self._name, self._data)[10]
        end = reader.state(self._edition)
        self.result = Result(end.position.over, tuple(end.places()), tuple(end.worth(seat) for seat in range(self.seats)))

    def __iter__(self) -> Iterator[Recorded]:
        log, reader, found = library._EventLog(), _Reader(), CRecorded()
        told = Match(0, 0, self.names, self.edition, bytes(KEY_BYTES), bytearray(POSITION_BYTES))
        reader.open(self._name, self._data, log.sink)
        log.message(0)  # the roll-off
        while c.sv_replay_next(reader.c, ctypes.byref(found)):
            state = reader.state(self._edition)
            message = log.message(0)
            yield Recorded(found.number, found.question.seat, library.from_c_question(found.question),
                           library.from_c_answer(state.position, found.answer), Verdict(found.verdict), found.forfeits, state,
                           list(told._happened(*message[2:])) if message else [], self.names)
        reader.check(self._name)

    def __repr__(self) -> str:
        return f"<Replay {self._name}: {', '.join(self.names)}>"


def _edition(reader: _Reader) -> CEdition:
    out = ctypes.create_string_buffer(library.MAX_EDITION)
    size = c.sv_edition_encode(c.sv_replay_edition(reader.c), out, len(out))
    return CEdition.of(out.raw[:size])


# ---- many games as arrays -----------------------------------------------------------------------

class Batch(NamedTuple):
    """Rows of a dataset, numpy arrays of one length. A decision has a row for each action of its answer."""
    observation: Any  # as VectorEnv.seen
    mask: Any  # as VectorEnv.mask
    action: Any  # i4
    reward: Any  # f4, of the seat at the game's end: 1 for the first to -1 for the last
    luck: Any  # f4, what chance gave the seat in the game, in rewards; 0 without luck=True
    points: Any  # f4, of the seat: 1 for the first to 0 for the last
    game: Any  # i8, its number in the store; 0 in a file
    decision: Any  # u4, number of the decision in the game
    seat: Any  # u1
    bot: Any  # i4, index into Dataset.names
    source: Any  # i4, index into Dataset.sources


class Dataset:
    """The decisions of recorded games as arrays, game after game, in batches of `batch` rows. `source` is a store, a `.svr`
    file, or a list of them. Of a store the games are seen whose deal is over. Needs numpy.

        for batch in solvent.dataset("league.db", bots=["trader"]):
            learn(env.floats(batch.observation), batch.mask, batch.action)

    `bots` are the names of bots whose decisions are wanted, `seats` the seats; None: of all. `luck=True` accounts for luck, which takes long. `threads` read games at a time; rows do not depend on it.

    Decisions are left out and counted whose answer the actions cannot express (`skipped`), or is not the bot's own (`missed`:
    late, illegal, dead). The counts are those of the last iteration so far."""

    def __init__(self, source: Union[Source, Sequence[Source]], bots: Union[None, str, Iterable[str]] = None,
                 seats: Union[None, int, Iterable[int]] = None, batch: int = 4096, *, luck: bool = False,
                 threads: int = 1) -> None:
        if numpy is None:
            raise ImportError("no numpy: apt-get install python3-numpy")
        if batch < 1 or threads < 1:
            raise ValueError(f"found batches of {batch} rows and {threads} threads, expected at least 1 of each")
        self.sources = [source] if isinstance(source, (str, os.PathLike)) else list(source)
        self.luck, self.batch, self.threads = luck, batch, threads
        self._where = [_open(one) for one in self.sources]
        self.names: List[str] = list(dict.fromkeys(name for where in self._where for name in where.names))
        wanted = self.names if bots is None else [bots] if isinstance(bots, str) else list(bots)
        for name in wanted:
            if name not in self.names:
                raise ValueError(f"found bot '{name}', expected one of {', '.join(self.names[:5])}{', ...' if len(self.names) > 5 else ''}")
        self._bots = {self.names.index(name) for name in wanted}
        self._seats = set(range(MAX_SEATS)) if seats is None else {seats} if isinstance(seats, int) else set(seats)
        if not self._seats <= set(range(MAX_SEATS)):
            raise ValueError(f"found seats {sorted(self._seats)}, expected 0 to {MAX_SEATS - 1}")
        self.games = self.decisions = self.skipped = self.missed = 0

    def __iter__(self) -> Iterator[Batch]:
        self.games = self.decisions = self.skipped = self.missed = 0
        rows: Deque[Batch] = deque()
        count = 0
        for game in self._games():
            rows.append(game)
            count += len(game.action)
            while count >= self.batch:
                yield _take(rows, self.batch)
                count -= self.batch
        if count:
            yield _take(rows, count)

    def _games(self) -> Iterator[Batch]:
        """The rows of each game, in order."""
        if self.threads == 1:
            readers = local()
            for job in self._jobs():
                yield self._count(*self._read(readers, *job))
            return
        with ThreadPoolExecutor(self.threads) as pool:
            readers, ahead = local(), deque[Future[Tuple[Batch, CRowsFound]]]()
            for job in self._jobs():
                ahead.append(pool.submit(self._read, readers, *job))
                if len(ahead) > 2 * self.threads:
                    yield self._count(*ahead.popleft().result())
            while ahead:
                yield self._count(*ahead.popleft().result())

    def _count(self, batch: Batch, found: CRowsFound) -> Batch:
        self.games += 1
        self.decisions += found.decisions
        self.skipped += found.skipped
        self.missed += found.missed
        return batch

    def _jobs(self) -> Iterator[Tuple[int, int, str, bytes, List[int], int]]:
        """(source, number, name, replay, bots by seat, wanted seats) of each game that has any."""
        for source, where in enumerate(self._where):
            own = [self.names.index(name) for name in where.names]
            for number in where.numbers:
                bots = [own[bot] for bot in where.seated(number)]
                seats = sum(1 << seat for seat, bot in enumerate(bots) if bot in self._bots and seat in self._seats)
                if seats:
                    yield source, number, where.called(number), where.read(number), bots, seats

    def _read(self, readers: local, source: int, number: int, name: str, data: bytes, bots: List[int],
              seats: int) -> Tuple[Batch, CRowsFound]:
        if not hasattr(readers, "own"):
            readers.own = _Reader()
        reader: _Reader = readers.own
        reader.open(name, data)
        found = reader.rows(name, CRowsHow(seats, self.luck))
        n = found.rows
        seen, mask = numpy.empty(n, env.OBSERVATION_TYPE), numpy.empty((n, ACTION_COUNT), "u1")
        action, decision, seat = numpy.empty(n, "i4"), numpy.empty(n, "u4"), numpy.empty(n, "u1")
        out = CRows(*(column.ctypes.data for column in (seen, mask, action, decision, seat)))
        c.sv_replay_copy(reader.c, 0, n, ctypes.byref(out))
        reward, luck = (numpy.array(list(figure), "f4") for figure in (found.reward, found.luck))
        return Batch(seen, mask, action, reward[seat], luck[seat], (1 + reward[seat]) / 2, numpy.full(n, number, "i8"), decision, seat,
                     numpy.array(bots, "i4")[seat], numpy.full(n, source, "i4")), found


def _take(rows: Deque[Batch], count: int) -> Batch:
    """The first `count` rows of all."""
    parts: List[Batch] = []
    while count:
        first = rows.popleft()
        if len(first.action) > count:
            rows.appendleft(Batch(*(column[count:] for column in first)))
            first = Batch(*(column[:count] for column in first))
        parts.append(first)
        count -= len(first.action)
    return parts[0] if len(parts) == 1 else Batch(*(_join(column) for column in zip(*parts)))


def _join(parts: Sequence[Any]) -> Any:
    """numpy.concatenate() takes the padding out of observations."""
    out = numpy.empty((sum(map(len, parts)), *parts[0].shape[1:]), parts[0].dtype)
    at = 0
    for part in parts:
        out[at:at + len(part)] = part
        at += len(part)
    return out
