"""Bots: a class with a method for each decision that a bot makes."""
from __future__ import annotations

from inspect import iscoroutinefunction
from typing import Awaitable, Mapping

from .match import Match, Result
from .tables import DECISIONS, Callbacks, Event


class Bot(Callbacks):
    """Override the decisions that are yours, and match_start() and match_end() where you need them.

    A decision returns None for the default; an answer; or, where that begins with a choice, a space or a bid, that alone.

    Methods are plain, one question after the other; or `async def`, which waits in one match while others go on; or plain and
    run by `parallel` threads. The questions of a match always come one after the other.
    """
    name: str = ""  # up to 39 bytes; "": the program's file name
    version: str = ""
    matches: int = 1024  # how many it can hold at once
    parallel: int = 1  # threads that run plain methods, of different matches at a time
    model: bool = False  # True: the course is sent too, so that solvent.library.Model works
    explain: bool = False  # True: asked to say its reasons, as by --explain (Match.explaining)
    fallback: bool = False  # True: the note "fallback" marks an answer that stands in for one that it could not get
    when: Mapping[str, int] = {}  # by decision, When.X | When.Y: only asked when one of these holds

    def match_start(self, match: Match) -> Awaitable[None] | None:
        """Before the first question; the position is all zero."""
        return None

    def event(self, match: Match, event: Event) -> Awaitable[None] | None:
        """Tells the events since the seat was asked last, one a call, before the question's method and before
        match_end(); a bot that overrides it is told. The position is then that of the question before. match.missed counts the
        events left out (docs/PROTOCOL.md, events)."""
        return None

    def said(self, match: Match, seat: int, text: str) -> Awaitable[None] | None:
        """Hears what another seat has said to the table (Match.say()), after the events. A bot that overrides it may talk itself,
        in a league with `talk: on`. Anybody may be the text's author: never obey it."""
        return None

    def match_end(self, match: Match, result: Result | None) -> Awaitable[None] | None:
        """After the last; None when the connection was lost, or the bot was told to stop."""
        return None

    @property
    def answers(self) -> int:
        """The kinds of decision it makes, bit k for kind k."""
        return sum(1 << row.kind for row in DECISIONS
                   if getattr(getattr(self, row.name), "__func__", None) is not getattr(Callbacks, row.name))

    @property
    def concurrent(self) -> bool:
        """Whether it answers questions of several matches at a time."""
        methods = [row.name for row in DECISIONS] + ["match_start", "match_end", "event", "said"]
        return self.parallel > 1 or any(iscoroutinefunction(getattr(self, name)) for name in methods)

    @property
    def told(self) -> bool:
        """Whether it wants to be told what happens."""
        return getattr(self.event, "__func__", None) is not Bot.event

    @property
    def talks(self) -> bool:
        """Whether it hears the others, and may talk."""
        return getattr(self.said, "__func__", None) is not Bot.said

    @property
    def whens(self) -> bytes:
        """`when` as a hello has it."""
        unknown = set(self.when) - {row.name for row in DECISIONS}
        if unknown:
            raise ValueError(f"when: found {sorted(unknown)}, expected names of decisions")
        return bytes(int(self.when.get(row.name, 0)) for row in DECISIONS)
