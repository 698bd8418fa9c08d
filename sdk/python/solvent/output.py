"""Marks a bot's output in a callback with its match (docs/PROTOCOL.md, section 3)."""
from __future__ import annotations

import io
import os
import sys
import threading
from typing import Any

from .session import CURRENT

MARK = "\x1e"
WRITING = threading.Lock()  # one text at a time, of all threads


class Marked(io.TextIOBase):
    """In place of stdout and stderr, unbuffered. Mark, text and end mark go out in one piece."""

    def __init__(self, plain: Any) -> None:
        self.plain = plain

    def write(self, text: str) -> int:
        match = CURRENT.get()
        if match is not None:
            data = f"{MARK}{match.id}\n{text}{MARK}\n"
        else:
            data = text
        left = data.encode("utf-8", "backslashreplace")
        with WRITING:
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


def mark() -> None:
    """Marks output from now on, if the arbiter keeps it by match."""
    if os.environ.get("SOLVENT_OUTPUT") == "marked":
        sys.stdout.flush()
        sys.stderr.flush()
        sys.stdout = Marked(sys.stdout)  # type: ignore[assignment]
        sys.stderr = Marked(sys.stderr)  # type: ignore[assignment]


def unmark() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, Marked):
            setattr(sys, name, stream.plain)
