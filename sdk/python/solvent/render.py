"""A game as text, as an SVG picture, and its actions in words (docs/ENVIRONMENT.md)."""
from __future__ import annotations

import math
from typing import List, Sequence
from xml.sax.saxutils import escape

from . import tables
from .edition import Edition
from .sets import members
from .tables import MAX_SPACES, Position

ACTIONS = [(getattr(tables, name), getattr(tables, name + "_ROW"), name[len("ACTION_"):])
           for name in dir(tables) if name.startswith("ACTION_") and hasattr(tables, name + "_ROW")]
COLOURS = ("#0b6e5f", "#c9374b", "#2768c2", "#a35f00", "#7a4ccb", "#23804a", "#5d666b", "#b0177b")


def action(number: int, edition: Edition) -> str:
    """An action in words: `BUILD Boardwalk`, `CHOICE 1`."""
    first, row, name = next(entry for entry in ACTIONS if 0 <= number - entry[0] < entry[1])
    at = number - first
    word = edition.spaces[at].name if row == MAX_SPACES and at < len(edition.spaces) else str(at) if row > 1 else ""
    return f"{name} {word}".strip()


def text(edition: Edition, p: Position, names: Sequence[str], asked: int) -> str:
    """The table, a line for each seat; `asked` is the seat that must decide."""
    lines = [f"Round {p.round} of {edition.rules.max_rounds}"]
    for seat, name in enumerate(names):
        deeds = ", ".join(edition.spaces[i].name + ("*" * p.level[i]) + (" (mortgaged)" if p.mortgaged >> i & 1 else "")
                          for i in members(p.owned[seat]))
        where = edition.spaces[p.space[seat]].name + (" (in jail)" if p.jail[seat] else "")
        out = "" if p.alive >> seat & 1 else " bankrupt"
        lines.append(f"{'>' if seat == asked else ' '} {seat} {name}:{out} ${p.cash[seat]}, {where}; {deeds or 'no deeds'}")
    return "\n".join(lines) + "\n"


def svg(edition: Edition, p: Position, names: Sequence[str], asked: int) -> str:
    """The table as a picture: the spaces around, deeds in their owners' colours, tokens, and who has what."""
    count = len(edition.spaces)
    side, cell = math.ceil(count / 4), 60
    size = (side + 1) * cell
    parts: List[str] = []
    for i, space in enumerate(edition.spaces):
        edge, step = divmod(i, side)
        x, y = [(side - step, side), (0, side - step), (step, 0), (side, step)][edge]
        x, y, owner = x * cell, y * cell, p.owner[i]
        parts.append(f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{COLOURS[owner] if owner < len(names) else "#fff"}" '
                     f'fill-opacity="{0.2 if p.mortgaged >> i & 1 else 0.5}" stroke="#999"/>'
                     f'<text x="{x + 3}" y="{y + 12}">{escape(space.name[:11])}</text><text x="{x + 3}" y="{y + 24}">{"▲" * p.level[i]}</text>')
        parts += [f'<circle cx="{x + 9 + 12 * (seat % 4)}" cy="{y + 38 + 12 * (seat // 4)}" r="5" fill="{COLOURS[seat]}" stroke="#000"/>'
                  for seat in range(len(names)) if p.space[seat] == i and p.alive >> seat & 1]
    for seat, name in enumerate(names):
        state = f"${p.cash[seat]}" if p.alive >> seat & 1 else "bankrupt"
        parts.append(f'<text class="seat" x="{1.5 * cell}" y="{1.8 * cell + 26 * seat}" fill="{COLOURS[seat]}">'
                     f'{"▶ " if seat == asked else ""}{escape(name)}: {state}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="9">'
            f'<title>Round {p.round} of {edition.rules.max_rounds}</title><style>.seat {{ font-size: 18px }}</style>'
            f'<rect width="{size}" height="{size}" fill="#f4f1e8"/>{"".join(parts)}</svg>\n')
