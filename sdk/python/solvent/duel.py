"""Two bots compared in process, on the same deals: <solvent/duel.h>.

    from solvent.duel import duel
    print(duel("trader", "careful", deals=500).difference)"""
from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Mapping, NamedTuple

from .env import named_bot
from .library import CDuel, CDuelDeal, CDuelHow, CEdition, c, seed_of
from .tables import MAX_SEATS, Status


class Mean(NamedTuple):
    """A mean over deals, and half the width of its 95% interval: NaN below two deals."""
    value: float
    half: float

    def __str__(self) -> str:
        return f"{self.value:+.3f} ±{self.half:.3f}"


class Duel(NamedTuple):
    """Results of the first bot: points from 1 for the first place to 0 for the last, and the share of games it won."""
    points: Mean
    wins: Mean
    difference: Mean  # of its points less those of the bot that it is compared with
    deals: int
    games: int
    illegal: int  # answers that broke the rules


def duel(bot: str, *others: str, instead: str | None = None, edition: str = "classic", rules: Mapping[str, int] | None = None,
         seed: Any = "duel", deals: int = 100, luck: bool = True, jobs: int = 1) -> Duel:
    """Plays `deals` deals, each in every rotation of the table: the bot, and 1 to 7 others.

    The bot is compared with the mean of the others, or with `instead`, which then plays the same games in its place.
    Bots are names as VectorEnv has them. `luck` takes luck off, at some 10 ms a game. `jobs` threads share the work."""
    if not 1 <= len(others) < MAX_SEATS:
        raise ValueError(f"found {len(others)} others, expected 1 to {MAX_SEATS - 1}")
    if deals < 1 or jobs < 1:
        raise ValueError(f"found {deals} deals and {jobs} jobs, expected at least one of each")
    networks: list[Any] = []
    board = CEdition(edition, rules)
    how = CDuelHow(size=ctypes.sizeof(CDuelHow), edition=ctypes.addressof(board.bytes), seats=1 + len(others), luck=luck)
    ctypes.memmove(how.seed, seed_of(seed), len(how.seed))
    for seat, name in enumerate((bot, *others)):
        how.bots[seat] = named_bot(name, networks)
    how.instead = named_bot(instead, networks) if instead is not None else None
    played = (CDuelDeal * deals)()

    def play(number: int) -> int:
        return c.sv_duel_play(ctypes.byref(how), number, 1, ctypes.byref(played, (number - 1) * ctypes.sizeof(CDuelDeal)))

    with ThreadPoolExecutor(jobs) as threads:
        for status in threads.map(play, range(1, deals + 1)):
            if status != Status.OK:
                raise MemoryError(c.sv_status_text(status).decode())
    out = CDuel()
    c.sv_duel_sum(played, deals, ctypes.byref(out))
    points, wins, difference = (Mean(mean.value, mean.half) for mean in (out.points, out.wins, out.difference))
    return Duel(points, wins, difference, out.deals, out.games, out.illegal)
