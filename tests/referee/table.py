"""The table of rules against false logs: every rule has a row, every planted log is refused by its number."""

import functools
import itertools
import re

from breach import Breach
from edition import Edition
from game import Game
from play import complete, played
from rules import ROWS

RANDOM, BUILDERS = ["random"] * 4, ["builder", "builder", "random", "builder"]
GAMES = {
    "classic": ("classic", {}), "mega": ("mega", {}), "speed": ("speed-die", {"speed_die": "always"}),
    "fresh": ("comrades", {}), "claims": ("classic", {"rent": "on_request"}), "sealed": ("classic", {"auction": "sealed"}),
    "scarce": ("harbour", {"houses": 8, "hotels": 8, "start_cash": 3000}), "own_turn": ("classic", {"trade": "own_turn"}),
    "torn": ("harbour", {"houses": 8, "hotels": 10, "start_cash": 3000}),
    "poor": ("classic", {"start_cash": 300, "salary": 0}),
    "mortgaged": ("classic", {"bankrupt_mortgages_all": "true", "start_cash": 300}),
}
SEEDS, TRIES = 4, 2


class Real:
    """A real game, with all that an edit must know."""

    def __init__(self, edition, events, seats):
        self.edition, self.events, self.complete = edition, events, seats
        self.seats = len(events[0]["players"])

    def judge(self, events):
        Game(self.edition, events, self.complete).judge()

    def bare_street(self, at):
        """Whether event `at` pays the rent of a bare street to a player at large."""
        event = self.events[at]
        if self.edition.board[event["space"]].kind != "street":
            return False
        levels = [e["to"] for e in self.events[:at] if e["type"] == "level" and e["space"] == event["space"]]
        jailed = [e["in"] for e in self.events[:at] if e["type"] == "jail" and e["seat"] == event["to"]]
        return not (levels and levels[-1]) and not (jailed and jailed[-1])


def real_games(build, folder):
    """Returns the function that gives a game of a kind and seed: played once, when it is first asked for, and accepted unedited."""

    @functools.lru_cache(maxsize=None)
    def real_game(kind, seed):
        edition, rules = GAMES[kind]
        bots = BUILDERS if kind == "torn" else RANDOM
        path, events = played(build, folder, edition, {"max_rounds": 150, **rules}, bots, f"table/{seed}")
        game = Real(Edition(str(path)), events, complete(bots))
        game.judge(events)
        return game

    return real_game


def refused(game, false):
    try:
        game.judge(false)
    except Breach as breach:
        return breach
    return None


def check(root, build, folder):
    """Returns the failures, one line each; prints nothing."""
    page = (root / "docs" / "RULES.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^\*\*(\d+\.\d+)\*\*", page, re.MULTILINE)
    rows = [row[0] for row in ROWS]
    bad = [f"rule {n} has no row" for n in numbers if n not in rows]
    bad += [f"row {n} is no rule of docs/RULES.md" for n in rows if n not in numbers]
    real_game, planted = real_games(build, folder), 0
    for number, _, plant, given in ROWS:
        if plant is None:
            continue
        given = dict(given)
        names = [given.pop("game")] if "game" in given else ["classic", "mega", "mortgaged"]
        found = 0
        for game in itertools.starmap(real_game, itertools.product(names, range(SEEDS))):
            for false in itertools.islice(plant(game, **given), TRIES):
                planted += 1
                breach = refused(game, false)
                if breach is None:
                    bad.append(f"rule {number}: a planted log was accepted ({names[0]})")
                elif breach.rule != number:
                    bad.append(f"rule {number}: a planted log was refused by another: {breach}")
                else:
                    found += 1
            if found >= TRIES:
                break
        if not found:
            bad.append(f"rule {number}: no planted log was refused by it")
    return bad, planted
