"""Solvent for Python: bots as classes, the game as an environment. docs/PYTHON.md is the way in."""
from .bot import Bot
from .edition import CardDeck, Edition, Group
from .match import Match, Result
from .rng import Rng
from .sets import bits_of, has, members
from .tables import *  # noqa: F403
from .tables import VERSION as __version__


def main(bot: Bot, argv: "list[str] | None" = None) -> None:
    """Runs the bot until the arbiter says goodbye, and exits (solvent.run.main())."""
    from .run import main as run
    run(bot, argv)
