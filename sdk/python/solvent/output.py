"""What a bot prints in a callback is marked with its match (docs/PROTOCOL.md, section 3)."""
from __future__ import annotations

import io
import os
import sys
from typing import Any

from .session import Session

MARK = "\x1e"


class Marked(io.TextIOBase):
    """In place of stdout and stderr, unbuffered. Mark, text and end mark go out in one piece."""

    def __init__(self, plain: Any, session: Session) -> None:
        self.plain = plain
        self.session = session

    def write(self, text: str) -> int:
        match = self.session.current
        if match is not None:
            data = f"{MARK}{match.id}\n{text}{MARK}\n"
        else:
            data = text
        left = data.encode("utf-8", "backslashreplace")
        while left:
            left = left[os.write(self.plain.fileno(), left):]
        return len(text)

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        return self.plain.fileno()

    def isatty(self) -> bool:
        return self.plain.isatty()

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


def mark(session: Session) -> None:
    """From now on, where the arbiter keeps what is printed by match."""
    if os.environ.get("SOLVENT_OUTPUT") == "marked":
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdout = Marked(sys.stdout, session)  # type: ignore[assignment]
        sys.stderr = Marked(sys.stderr, session)  # type: ignore[assignment]


def unmark() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, Marked):
            setattr(sys, name, stream.plain)
