#!/usr/bin/env python3
"""Exact landing frequencies by a Markov chain, written from docs/RULES.md and independent of the engine.

Prints 41 lines "index probability": where a token stands once a roll and all that it causes is settled,
0-39 for the spaces (10 is just visiting) and 40 for in jail. The player buys nothing, pays to leave jail at
once, and both get-out-of-jail cards are held by somebody else for good; decks are `deck: redraw`.

    exact.py classic      two dice
    exact.py speed-die    three dice from the start, the bus moves by the sum, triples go to the lowest
                          other space; as no player owns anything, Mr. Monopoly goes to the next deed
"""
import sys
from fractions import Fraction
from itertools import product

SPACES = 40
VISITING, JAIL, GO_TO_JAIL = 10, 40, 30
CHANCE, CHEST = (7, 22, 36), (2, 17, 33)
RAILROADS, UTILITIES = (5, 15, 25, 35), (12, 28)
DEEDS = (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 34, 35, 37, 39)
CARDS = 15  # of 16 in each deck: the get-out-of-jail card is held


def next_of(spaces, here):
    return min(spaces, key=lambda s: (s - here - 1) % SPACES)


def chance_moves(here):
    """The ten cards of the deck that move the token; the other five do not."""
    railroad = next_of(RAILROADS, here)
    return [0, 24, 11, next_of(UTILITIES, here), railroad, railroad, here - 3, JAIL, 5, 39]


def settle(space):
    """{where the token ends up: probability} after landing on a space."""
    if space == GO_TO_JAIL:
        return {JAIL: Fraction(1)}
    if space in CHANCE:
        moves = chance_moves(space)
    elif space in CHEST:
        moves = [0, JAIL]
    else:
        return {space: Fraction(1)}
    ends = {space: Fraction(CARDS - len(moves), CARDS)}
    for to in moves:
        for end, p in (settle(to) if to not in (JAIL,) else {JAIL: Fraction(1)}).items():
            ends[end] = ends.get(end, 0) + p / CARDS
    return ends


def rolls(speed_die):
    """Every roll: (white, white, red face, probability); faces: pips 1-3, 'mr' twice, 'bus'."""
    faces = [1, 2, 3, 'mr', 'mr', 'bus'] if speed_die else [0]
    p = Fraction(1, 36 * len(faces))
    return [(a, b, face, p) for a, b, face in product(range(1, 7), range(1, 7), faces)]


def after_roll(here, doubles, roll):
    """[(end, doubles before the next roll, probability)] of one roll from `here` after `doubles` doubles."""
    a, b, face, _ = roll
    if a == b == face:
        to = 0 if here != 0 else 1
        return [(end, 0, p) for end, p in settle(to).items()]
    again = doubles + 1 if a == b else 0
    if again == 3:
        return [(JAIL, 0, Fraction(1))]
    pips = a + b + (face if face in (1, 2, 3) else 0)
    ends = []
    for first, p in settle((here + pips) % SPACES).items():
        seconds = {first: Fraction(1)}
        if face == 'mr' and first != JAIL:
            seconds = settle(next_of(DEEDS, first))
        for end, q in seconds.items():
            ends.append((end, 0 if end == JAIL else again, p * q))
    return ends


def main():
    setting = sys.argv[1] if len(sys.argv) == 2 else ''
    if setting not in ('classic', 'speed-die'):
        sys.exit('exact.py: expected one argument, classic or speed-die')
    # Chain over (space or jail, doubles rolled so far in the turn); in jail the fine is paid, then rolled.
    states = [(space, doubles) for space in range(SPACES + 1) for doubles in range(3)]
    number = {state: i for i, state in enumerate(states)}
    steps = []
    for space, doubles in states:
        row = {}
        for roll in rolls(setting == 'speed-die'):
            start = VISITING if space == JAIL else space
            for end, again, p in after_roll(start, doubles, roll):
                to = number[(end, again)]
                row[to] = row.get(to, 0) + p * roll[3]
        assert sum(row.values()) == 1
        steps.append([(to, float(p)) for to, p in row.items()])
    at = [1.0 / len(states)] * len(states)
    for _ in range(2000):
        following = [0.0] * len(states)
        for i, row in enumerate(steps):
            for to, p in row:
                following[to] += at[i] * p
        change = max(abs(x - y) for x, y in zip(at, following))
        at = following
        if change < 1e-15:
            break
    for space in range(SPACES + 1):
        print(space, format(sum(at[number[(space, d)]] for d in range(3)), '.12f'))


main()
