#!/usr/bin/env python3
"""Learns by playing, then plays what it has learned:

    learn.py --train SECONDS|STEPSsteps policy.npy     against random play, by REINFORCE on a small table
    SOLVENT_POLICY=policy.npy learn.py                 the bot (the sandbox of a league: `files: [policy.npy]`)

The policy is a row of preferences for each kind of question and cash in hand, one for each kind of action."""
import os
import sys
import time

import numpy
import solvent
from solvent import env

GAMES, ROUNDS, RATE, BUCKETS = 128, 60, 0.4, 4
STARTS = numpy.array([env.DONE, env.CHOICE, env.CHOICE + 1, env.CHOICE + 2, *range(env.BID, env.SPACE), env.SPACE,
                      env.BUILD, env.SELL, env.MORTGAGE, env.LIFT, env.ASK])
KIND_OF = numpy.searchsorted(STARTS, numpy.arange(env.ACTIONS), "right") - 1  # of action
KINDS = len(STARTS)
QUESTIONS = env.FEATURES - 7 - len(solvent.DECISIONS)  # where the kind of question stands


def row_of(features):
    """Which row of the table: the kind of question, and how much cash is in hand or an offer brings."""
    kind = features[..., QUESTIONS:-7].argmax(-1)
    brings = features[..., -4] + features[..., -2] - features[..., -3] - features[..., -1]
    scale = numpy.where(kind == solvent.Decision.TRADE, brings * 30 + 1, features[..., -5] * 6)
    return kind * BUCKETS + scale.clip(0, BUCKETS - 1).astype(int)


def by_kind(mask):
    """How many actions of each kind may be taken."""
    return numpy.add.reduceat(mask, STARTS, axis=-1, dtype=numpy.int32)


def chances(table, rows, mask):
    """Of each kind of action."""
    prefer = numpy.where(by_kind(mask) > 0, table[rows], -1e9)
    prefer = numpy.exp(prefer - prefer.max(-1, keepdims=True))
    return prefer / prefer.sum(-1, keepdims=True)


def draw(p, u):
    """The kind of action that `u`, from 0 to below 1, falls on: never one that has no chance."""
    sums = p.cumsum(-1)
    return (sums <= u * sums[..., -1:]).sum(-1)


def pick(rng, p, mask):
    """A kind of action by its chance, then any of that kind."""
    kind = draw(p, rng.random((len(p), 1)))
    may = (KIND_OF == kind[:, None]) & (mask > 0)
    return kind, (may * rng.random(may.shape)).argmax(-1)


def train(seconds, steps):
    rng = numpy.random.default_rng(1)
    table = numpy.zeros((len(solvent.DECISIONS) * BUCKETS, KINDS))
    table[:, 0] = 3.0  # random play that stops: a window offers dozens of things to do
    table[solvent.Decision.TRADE * BUCKETS :][:BUCKETS, 1] = 3.0  # trades that training does not meet are rejected
    idle = table.copy()
    idle[solvent.Decision.TRADE * BUCKETS :][:BUCKETS, 1] = 0.0
    trace, length = numpy.zeros((GAMES, *table.shape)), numpy.zeros(GAMES)
    world = env.VectorEnv(GAMES, 2, rules={"max_rounds": ROUNDS})
    begun, taken, played, won, every = time.monotonic(), 0, 0, 0.0, numpy.arange(GAMES)
    while time.monotonic() - begun < seconds and taken < steps:
        ours = world.seat == every % 2  # in half of the games we sit second
        rows = row_of(world.features)
        p = numpy.where(ours[:, None], chances(table, rows, world.mask), chances(idle, rows, world.mask))
        kind, actions = pick(rng, p, world.mask)
        step = -p
        step[every, kind] += 1
        numpy.add.at(trace, (every[ours], rows[ours]), step[ours])
        length += ours
        world.step(actions)
        taken += GAMES
        done = world.done.nonzero()[0]
        if len(done):
            reward = world.reward[done, done % 2]
            table += RATE * numpy.tensordot(reward / numpy.sqrt(length[done] + 1), trace[done], 1)
            trace[done], length[done] = 0, 0
            played, won = played + len(done), 0.98 * won + 0.02 * reward.mean()
    print(f"{taken} steps, {played} games in {time.monotonic() - begun:.0f} s; {won:+.2f} a game of late (-1 to 1)")
    return table


class Learned(solvent.Bot):
    name = "learned"
    when = {"manage": solvent.When.CAN_BUILD | solvent.When.CAN_LIFT | solvent.When.DEEDS_CHANGED}

    def __init__(self, table):
        self.table = table

    def answer(self, match, q):
        def policy(features, mask):
            p = chances(self.table, row_of(features), mask)
            kind = int(draw(p, match.rng.below(1 << 20) / (1 << 20)))
            may = numpy.flatnonzero((KIND_OF == kind) & (mask > 0))
            return may[match.rng.below(len(may))]
        return env.decide(match, q, policy)

    manage = jail = buy = bid = debt = trade = interest = place = answer


if __name__ == "__main__":
    if sys.argv[1:2] == ["--train"] and len(sys.argv) == 4:
        word = sys.argv[2]
        whole = word.endswith("steps")
        numpy.save(sys.argv[3], train(1e9 if whole else float(word), int(word[:-5]) if whole else 1 << 60))
    else:
        solvent.main(Learned(numpy.load(os.environ.get("SOLVENT_POLICY", "policy.npy"))))
