"""Solvent for Python: bots as classes, the game as an environment. docs/PYTHON.md is the way in."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .bot import Bot
from .edition import CardDeck, Edition, Group
from .match import Match, Result
from .rng import Rng
from .sets import bits_of, count, has, members
from .tables import *  # noqa: F403
from .tables import VERSION as __version__


def main(bot: Bot, argv: list[str] | None = None) -> None:
    """Runs the bot until the arbiter says goodbye, and exits (solvent.run.main())."""
    try:
        from .run import main as run
    except ModuleNotFoundError as error:
        sys.stderr.write(f"{bot.name or 'solvent'}: found no module '{error.name}', which a bot needs; apt-get install "
                         "python3-zmq python3-msgpack, or pip install pyzmq msgpack\n")
        sys.exit(3)
    run(bot, argv)


if TYPE_CHECKING:
    from .recorded import Dataset, Replay


def replay(source: Any) -> Replay:
    """Opens a recorded game: a `.svr` file, or `STORE.db#N` (solvent.recorded.Replay)."""
    from .recorded import Replay
    return Replay(source)


def dataset(source: Any, **how: Any) -> Dataset:
    """The decisions of recorded games as arrays (solvent.recorded.Dataset has the arguments)."""
    from .recorded import Dataset
    return Dataset(source, **how)
