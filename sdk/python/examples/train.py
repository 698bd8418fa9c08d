#!/usr/bin/env python3
"""Trains a network to play two-seat games: it imitates a bot's recorded games, then plays against others and itself.

    train.py --store STORE.db --bot NAME FILE.net    writes FILE.net for bots/trained, and the curves as FILE.html
    train.py --resume ... FILE.net                   goes on where a run with the same options was interrupted (FILE.state.npz)
    train.py --play [FILE.net]                       a bot in Python, with the same answers as bots/trained

Needs numpy; with PyTorch the gradients are PyTorch's. The same options give the same weights on the same machine."""
import argparse
import json
import math
import os
import sys
import time
import zipfile

import numpy
import solvent
from solvent import env
from solvent.duel import duel
from solvent.network import COLUMNS, MAGIC, MOST, ONE, Exported, Inputs
from solvent.tables import ACTION_COUNT, OBSERVATION_FLOATS

try:
    torch = None
    if sys.argv[1:2] != ["--play"]:
        import torch
except ImportError:
    pass

HIDDEN = (96, 64)
GAMES, STEPS, ROUNDS = 256, 96, 150  # games at once, steps of each between two updates, rounds after which a game ends
POOL = 3  # checkpoints that sit at the tables, the oldest makes room


def has_fast_blas():
    """Whether numpy multiplies by OpenBLAS or one of its kind, rather than by the reference BLAS."""
    try:
        with open("/proc/self/maps", encoding="utf-8") as file:
            return any(name in line for line in file for name in ("openblas", "mkl", "blis", "atlas"))
    except OSError:
        return True


FAST_BLAS = has_fast_blas()


def product(a, b):
    """a @ b.T. Without a fast BLAS, einsum's inner product takes less than half the time."""
    if FAST_BLAS:
        return a @ b.T
    return numpy.einsum("ik,jk->ij", numpy.ascontiguousarray(a), numpy.ascontiguousarray(b))


class Net:
    """Two hidden layers; the outputs are a score for each action, and last the expected reward."""

    def __init__(self, inputs, outputs, rng):
        sizes = (inputs, *HIDDEN, outputs)
        self.w = []
        for i, o, spread in zip(sizes, sizes[1:], (1.4, 1.4, 0.1)):
            self.w += [(rng.standard_normal((i, o)) * spread / math.sqrt(i)).astype("f4"), numpy.zeros(o, "f4")]
        self.begin()

    def begin(self):
        self.first, self.second, self.count = [0 * w for w in self.w], [0 * w for w in self.w], 0  # Adam's moments

    def begin_play(self):
        """Begins anew behind imitation: likelier first choices, which are all that the exported network plays, and no expected
        reward, as shaped rewards have hardly any."""
        for w in self.w[4:]:
            w *= 2
            w[..., -1] = 0
        self.begin()

    def frozen(self):
        other = object.__new__(Net)
        other.w = [w.copy() for w in self.w]
        return other

    def state(self):
        """Weights and moments, as arrays in a fixed order."""
        return [*self.w, *self.first, *self.second, numpy.array(self.count)]

    def restore(self, state):
        n = len(self.w)
        for i, now in enumerate([*self.w, *self.first, *self.second]):
            now[:] = state[i]
        self.count = int(state[3 * n])

    def __call__(self, x):
        x = x.astype("f4") / ONE
        one = numpy.maximum(product(x, self.w[0].T) + self.w[1], 0)
        two = numpy.maximum(product(one, self.w[2].T) + self.w[3], 0)
        self.units = x, one, two
        return product(two, self.w[4].T) + self.w[5]

    def learn(self, d, rate):
        """A step of Adam against the gradient `d` of the outputs of the last call, of norm 1 at most."""
        x, one, two = self.units
        d_two = product(d, self.w[4]) * (two > 0)
        d_one = product(d_two, self.w[2]) * (one > 0)
        gradient = [g for a, b in ((x, d_one), (one, d_two), (two, d)) for g in (product(a.T, b.T), b.sum(0))]
        norm = math.sqrt(sum(float((g * g).sum()) for g in gradient))
        self.count += 1
        for w, first, second, g in zip(self.w, self.first, self.second, gradient):
            g /= max(norm, 1)
            first += 0.1 * (g - first)
            second += 0.001 * (g * g - second)
            w -= rate * (first / (1 - 0.9**self.count)) / (numpy.sqrt(second / (1 - 0.999**self.count)) + 1e-5)


class TorchNet(Net):
    """As Net, with PyTorch's gradients and Adam; both see the same weights."""

    def begin(self):
        super().begin()
        self.t = [torch.from_numpy(w).requires_grad_() for w in self.w]
        self.adam = torch.optim.Adam(self.t, eps=1e-5)
        for t, first, second in zip(self.t, self.first, self.second):  # Adam's moments are ours, so that state() has them
            self.adam.state[t] = {"step": torch.zeros(()), "exp_avg": torch.from_numpy(first), "exp_avg_sq": torch.from_numpy(second)}

    def restore(self, state):
        super().restore(state)
        for t in self.t:
            self.adam.state[t]["step"] += self.count

    def __call__(self, x):
        at = torch.from_numpy(x.astype("f4") / ONE)
        for k in (0, 2):
            at = torch.relu(at @ self.t[k] + self.t[k + 1])
        self.out = at @ self.t[4] + self.t[5]
        return self.out.detach().numpy()

    def learn(self, d, rate):
        self.adam.param_groups[0]["lr"] = rate
        self.adam.zero_grad()
        self.out.backward(torch.from_numpy(numpy.ascontiguousarray(d, "f4")))
        torch.nn.utils.clip_grad_norm_(self.t, 1.0)
        self.adam.step()
        self.count += 1


def chances(scores, mask):
    p = numpy.where(mask > 0, scores, -1e9)
    p = numpy.exp(p - p.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


class Player:
    """A network with its inputs and actions."""

    def __init__(self, inputs, actions, net):
        self.inputs, self.actions, self.net = inputs, actions, net

    def look(self, seen, mask, rng):
        """Of each row: inputs, mask, index of an action drawn by its chance, that chance, expected reward."""
        x, mask = self.inputs(seen), mask[:, self.actions]
        out = self.net(x)
        p = chances(out[:, :-1], mask)
        sums = p.cumsum(1, "f8")
        a = (sums <= rng.random((len(p), 1)) * sums[:, -1:]).sum(1)  # never one without a chance
        return x, mask, a, p[numpy.arange(len(p)), a], out[:, -1]


# ---- whole numbers ------------------------------------------------------------------------------

def export(player, path):
    """Writes the network in whole numbers, as <solvent/network.h> describes the file."""
    w = player.net.w
    sizes = (len(player.inputs.columns), *HIDDEN, len(player.actions))
    parts = [MAGIC, numpy.array([OBSERVATION_FLOATS, ACTION_COUNT, *sizes], "<u2"), numpy.array(player.inputs.columns, "<u2"),
             player.actions.astype("<u2")]
    for k in range(3):
        weight, bias = w[2 * k][:, :sizes[k + 1]], w[2 * k + 1][:sizes[k + 1]]
        shift = min(13, int(math.log2(MOST / max(1e-9, numpy.abs(weight).max()))))
        parts += [numpy.array([shift], "<u2"), numpy.rint(weight * 2**shift).astype("<i2"),
                  numpy.rint(bias.astype("f8") * 2**shift * ONE).clip(-2**31, 2**31 - 1).astype("<i4")]
    with open(path, "wb") as file:
        file.write(b"".join(part if isinstance(part, bytes) else part.tobytes() for part in parts))


class Trained(solvent.Bot):
    name, version = "trained", "1"

    def __init__(self, path):
        self.net = Exported(path)

    def match_start(self, match):
        match.user = env.History()

    def event(self, match, event):
        match.user.note(event)

    def decide(self, match, q):
        asked = env.Answering(match, q, match.user)
        while asked.answer is None:
            asked.take(self.net.choose(numpy.array([asked.observation()]), asked.mask()[None])[0])
        return asked.answer


for decision in solvent.DECISIONS:
    setattr(Trained, decision.name, Trained.decide)


# ---- learning -----------------------------------------------------------------------------------

def recorded(store, bot, inputs):
    """(inputs, mask, action, reward) of a bot's decisions that leave a choice."""
    parts = []
    for batch in solvent.dataset(store, bots=[bot]):
        free = batch.mask.sum(1) > 1
        parts.append((inputs(batch.observation[free]), batch.mask[free], batch.action[free], batch.reward[free]))
    if not parts:
        raise ValueError(f"{store}: found no decision of {bot}, expected games of it")
    return [numpy.concatenate(part) for part in zip(*parts)]


def survey():
    """Returns the columns that vary between random games, and the actions that are ever legal in them."""
    world = env.VectorEnv(64, 2, rules={"max_rounds": 60})
    every, legal = Inputs(range(len(COLUMNS))), numpy.zeros(ACTION_COUNT, bool)
    low = high = every(world.seen[:1])[0]
    for _ in range(1500):
        world.step(world.random())
        legal |= world.mask.any(0)
        x = every(world.seen)
        low, high = numpy.minimum(low, x.min(0)), numpy.maximum(high, x.max(0))
    # How long a game still lasts is left out: it ends earlier in training than elsewhere.
    return [j for j, varies in zip(every.columns, low != high) if varies and not COLUMNS[j][0].startswith("round")], legal


def imitate(player, rows, rng, rate, batch=512):
    """A pass over the rows; returns the shares of actions that the player found most likely too, for 20,000 rows each."""
    x, mask, action, reward = rows
    place = numpy.zeros(ACTION_COUNT, int)
    place[player.actions] = numpy.arange(len(player.actions))
    order, shares, agreed, seen = rng.permutation(len(action)), [], 0, 0
    for at in range(0, len(order), batch):
        some = order[at:at + batch]
        right = numpy.arange(len(some)), place[action[some]]
        out = player.net(x[some])
        p = chances(out[:, :-1], mask[some][:, player.actions])
        agreed, seen = agreed + int((p.argmax(1) == right[1]).sum()), seen + len(some)
        p[right] -= 1
        value = 0.5 * (out[:, -1:] - reward[some, None])
        player.net.learn(numpy.concatenate([p, value], 1) / len(some), rate)
        if seen >= 20000 or at + batch >= len(order):
            shares.append(agreed / seen)
            agreed = seen = 0
    return shares


class Tables:
    """Games of the player against bots, checkpoints of its own and itself."""

    def __init__(self, player, others, threads):
        self.player, self.pool, self.others = player, {}, others
        self.world = env.VectorEnv(GAMES, 2, rules={"max_rounds": ROUNDS}, table=[None, [*others, None]], turned=True,
                                   threads=threads, shaping=1.0, less_luck=True)
        self.lineup = [self.world.lineup(g) for g in range(GAMES)]
        self.names = {env.OWN_PLAYERS + i: name for i, name in enumerate(others)}

    def keep(self, number):
        """The player as it is now sits at tables from now on."""
        self.pool[1 + number % POOL] = self.seated(self.player.net.frozen())
        self.world.sit(1, [*self.others, None, *self.pool])

    def seated(self, net):
        return Player(self.player.inputs, self.player.actions, net)

    def restore(self, saved, pool):
        """Goes on with saved games, and with the weights of earlier selves by their number."""
        for number, weights in pool.items():
            net = self.player.net.frozen()
            net.w = weights
            self.pool[number] = self.seated(net)
        self.world.restore(saved)
        self.lineup = [self.world.lineup(g) for g in range(GAMES)]

    def play(self, rng, fade=0.95):
        """(inputs, mask, action, chance, advantage, return) of our decisions, and (opponent, won) of games that ended."""
        world, every, steps, ended = self.world, numpy.arange(GAMES), [], []
        for _ in range(STEPS):
            action, seat, who, mine = numpy.zeros(GAMES, "i4"), world.seat.copy(), world.player.copy(), None
            for k in numpy.unique(who):
                i = numpy.flatnonzero(who == k)
                player = self.pool[k] if k else self.player
                x, mask, a, p, value = player.look(world.seen[i], world.mask[i], rng)
                action[i] = player.actions[a]
                if k == 0:
                    free = mask.sum(1) > 1
                    mine = [part[free] for part in (i, seat[i], value, x, mask, a, p)]
            world.step(action)
            steps.append((mine, world.reward.copy(), world.done > 0))
            for g in world.done.nonzero()[0]:
                us = self.lineup[g].index(0)
                ended.append((self.lineup[g][1 - us], world.place[g, us] == 1))
                self.lineup[g] = world.lineup(g)
        # Backward, by seat: the rewards since its last decision, and the value and the advantage of the next one.
        paid, after, ahead = numpy.zeros((3, GAMES, 2), "f4")
        known = numpy.zeros((GAMES, 2), bool)
        i = every[world.player == 0]
        if len(i):
            after[i, world.seat[i]] = self.player.net(self.player.inputs(world.seen[i]))[:, -1]
            known[i, world.seat[i]] = True
        rows = []
        for mine, reward, done in reversed(steps):
            paid[done] = after[done] = ahead[done] = 0
            known[done] = True
            paid += reward
            if mine is not None:
                g, s, value, *row = mine
                ahead[g, s] = numpy.where(known[g, s], paid[g, s] + after[g, s] - value + fade * ahead[g, s], 0)
                paid[g, s], after[g, s], known[g, s] = 0, value, True
                rows.append((*row, ahead[g, s], ahead[g, s] + value))
        return [numpy.concatenate(part) for part in zip(*rows)], ended


def improve(net, rows, rng, rate, batch=512, passes=2, clip=0.2, bonus=0.002):
    """Proximal policy optimisation; returns the mean entropy of the choices."""
    x, mask, action, before, advantage, returned = rows
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    entropies = []
    for _ in range(passes):
        order = rng.permutation(len(action))
        for at in range(0, max(1, len(order) - batch + 1), batch):
            i = order[at:at + batch]
            taken = numpy.arange(len(i)), action[i]
            out = net(x[i])
            p = chances(out[:, :-1], mask[i])
            ratio, gain = p[taken] / before[i], advantage[i]
            push = gain * ratio * numpy.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
            log = numpy.log(p + 1e-9)
            entropy = -(p * log).sum(1, keepdims=True)
            d = p * (push[:, None] + bonus * (log + entropy))
            d[taken] -= push
            net.learn(numpy.concatenate([d, 0.5 * (out[:, -1] - returned[i])[:, None]], 1) / len(i), rate)
            entropies.append(float(entropy.mean()))
    return numpy.mean(entropies)


# ---- the page -----------------------------------------------------------------------------------

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --page: #efece4; --panel: #fffefb; --ink: #1c2328; --faint: #5d666b; --grid: #e8e4d9;
  --l0: #0b6e5f; --l1: #c9374b; --l2: #2768c2; --l3: #a35f00; --l4: #7a4ccb; --l5: #23804a; }}
@media (prefers-color-scheme: dark) {{ :root {{ --page: #111518; --panel: #1a2024; --ink: #e7e5de; --faint: #98a2a6; --grid: #272f34;
  --l0: #4cc2a9; --l1: #ff7a85; --l2: #6fabff; --l3: #f2ad46; --l4: #b493ff; --l5: #5fcf8b; }} }}
body {{ margin: 0 auto; max-width: 760px; padding: 20px; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 26px; margin: 0; }} h2 {{ font-size: 17px; margin: 0; }} p {{ margin: 4px 0; color: var(--faint); }}
section {{ background: var(--panel); border-radius: 10px; padding: 14px 18px; margin: 14px 0; }}
svg {{ width: 100%; }} text {{ font-size: 12px; fill: var(--faint); }} path {{ fill: none; stroke-width: 2; }}
</style>
<h1>{title}</h1>
{body}
</html>
"""


def chart(title, note, curves, low, high):
    """A section with a curve for each name: [(x, y), ...], y from low to high."""
    most = max((x for points in curves.values() for x, _ in points), default=0) or 1
    width, height = 560, 180

    def place(x, y):
        return f"{40 + width * x / most:.1f} {10 + height * (high - min(max(y, low), high)) / (high - low):.1f}"

    lines = [f'<path stroke="var(--grid)" d="M{place(0, y)} L{place(most, y)}"/>'
             f'<text x="0" y="{place(0, y).split()[1]}">{y:.2f}</text>' for y in (low + (high - low) * k / 4 for k in range(5))]
    lines += [f'<text x="{place(x, low).split()[0]}" y="{height + 28}" text-anchor="{side}">{x:.0f}</text>'
              for x, side in ((0, "start"), (most, "end"))]
    ends = -99.0
    for k, (name, points) in sorted(enumerate(curves.items()), key=lambda row: -row[1][1][-1][1]):
        ends = max(ends + 13, float(place(*points[-1]).split()[1]) + 4)  # names one below the other
        lines.append(f'<path stroke="var(--l{k % 6})" d="M{" L".join(place(*at) for at in points)}"/>'
                     f'<text x="{width + 46}" y="{ends:.1f}" style="fill: var(--l{k % 6})">{name} {points[-1][1]:.2f}</text>')
    picture = f'<svg viewBox="0 0 720 {height + 34}" role="img" aria-label="{title}">{"".join(lines)}</svg>'
    return f"<section><h2>{title}</h2><p>{note}</p>{picture}</section>"


def weights(text):
    if not text.endswith(".net"):
        raise argparse.ArgumentTypeError(f"found '{text}', expected a name that ends in .net")
    return text


def number(least):
    def read(text):
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"found '{text}', expected a whole number from {least}")
        return int(text)
    return read


def options():
    o = argparse.ArgumentParser(description="Trains a network for bots/trained: imitation, then self-play.", allow_abbrev=False)
    o.add_argument("file", metavar="FILE.net", type=weights, help="where the weights go; the curves go beside it as FILE.html")
    o.add_argument("--store", help="games to imitate; without it self-play alone")
    o.add_argument("--bot", default="planner", help="whose decisions in the store are imitated (default: planner)")
    o.add_argument("--passes", type=number(1), default=5, help="over the store (default: 5)")
    o.add_argument("--updates", type=number(0), default=200, help=f"of self-play, {GAMES * STEPS} steps each (default: 200)")
    o.add_argument("--against", default="careful,trader,tiny", help="reference bots at the tables (default: careful,trader,tiny)")
    o.add_argument("--games", type=number(0), default=2048, help="against careful in the end, 0: none (default: 2048)")
    o.add_argument("--threads", type=number(1), default=2, help="for the games (default: 2)")
    o.add_argument("--every", type=number(1), default=10, help="updates between two checkpoints (default: 10)")
    o.add_argument("--resume", action="store_true", help="go on from the last checkpoint of FILE.net")
    return o


# ---- a run --------------------------------------------------------------------------------------

class Run:
    """A run and its checkpoint: FILE.state.npz has all that the rest of the run depends on."""

    def __init__(self, how):
        self.how, self.stem = how, os.path.splitext(how.file)[0]
        self.path, self.rng, self.tables, self.begun, self.cpu = self.stem + ".state.npz", numpy.random.default_rng(1), None, 0, 0
        self.told = {"passes": 0, "updates": 0, "agreed": [], "last": {}, "curves": {}, "entropy": [], "seconds": 0, "cpu": 0,
                     "options": {name: value for name, value in vars(how).items() if name not in ("file", "threads", "every", "resume", "games")}}
        self.told["options"]["library"] = "PyTorch" if torch else "numpy"

    def begin(self):
        """Creates the player. Returns the recorded rows, or None; and the checkpoint, or None."""
        how, saved = self.how, self.load() if self.how.resume else None
        columns, legal = survey()
        rows = recorded(how.store, how.bot, Inputs(columns)) if how.store else None
        if rows:
            legal |= rows[1].any(0)
        inputs, actions = Inputs(columns), legal.nonzero()[0]
        self.player = Player(inputs, actions, (TorchNet if torch else Net)(len(columns), len(actions) + 1, self.rng))
        if saved:
            self.rng.bit_generator.state = self.told.pop("rng")
            self.player.net.restore([saved[f"net{i}"] for i in range(3 * len(self.player.net.w) + 1)])
        self.say(f"{len(columns)} inputs, {len(actions)} actions, {len(rows[2]) if rows else 0} recorded rows; "
                 f"{self.told['options']['library']}{'' if FAST_BLAS or torch else ' without a fast BLAS'}")
        return rows, saved

    def load(self):
        try:
            saved = dict(numpy.load(self.path))
            told = json.loads(saved["told"].tobytes())
        except (FileNotFoundError, KeyError, ValueError, zipfile.BadZipFile):
            raise ValueError(f"{self.path}: found no checkpoint, expected one that train.py has written") from None
        other = [f"{name} {value}" for name, value in told["options"].items() if value != self.told["options"].get(name)]
        if other:
            raise ValueError(f"{self.path}: found a run with {', '.join(other)}, expected the options of this run")
        self.told = told
        return saved

    def seconds(self):
        return self.told["seconds"] + time.monotonic() - self.begun, self.told["cpu"] + time.process_time() - self.cpu

    def say(self, text):
        print(f"{self.seconds()[0]:5.0f} s  {text}", file=sys.stderr, flush=True)

    def sit_down(self, saved):
        """Opens the tables for self-play, with the games of a checkpoint if it has any."""
        self.tables = Tables(self.player, self.how.against.split(","), self.how.threads)
        if saved and "games" in saved:
            weights = range(len(self.player.net.w))
            self.tables.restore(saved["games"].tobytes(), {k: [saved[f"pool{k}_{i}"] for i in weights]
                                                           for k in range(1, 1 + POOL) if f"pool{k}_0" in saved})

    def save(self):
        """Replaces the checkpoint, and the page of curves."""
        seconds, cpu = self.seconds()
        told = {**self.told, "seconds": seconds, "cpu": cpu, "rng": self.rng.bit_generator.state}
        arrays = {f"net{i}": part for i, part in enumerate(self.player.net.state())}
        if self.tables:
            arrays["games"] = numpy.frombuffer(self.tables.world.save(), "u1")
            for k, player in self.tables.pool.items():
                arrays.update({f"pool{k}_{i}": w for i, w in enumerate(player.net.w)})
        with open(self.path + ".new", "wb") as file:
            numpy.savez(file, told=numpy.frombuffer(json.dumps(told).encode(), "u1"), **arrays)
        os.replace(self.path + ".new", self.path)
        self.draw(f"after {self.told['updates']} updates of self-play")

    def draw(self, result):
        told, body = self.told, []
        if told["agreed"]:
            curve = [((i + 1) * told["passes"] / len(told["agreed"]), y) for i, y in enumerate(told["agreed"])]
            note = f"Share of the actions of {self.how.bot} that it finds most likely too, by passes over the store"
            body.append(chart("Imitation", note, {self.how.bot: curve}, 0.5, 1))
        if told["curves"]:
            note = "Share of the last 300 games won against each opponent, by updates. Actions are drawn by their chances."
            body.append(chart("Self-play", note, told["curves"], 0, 1))
        if told["entropy"]:
            note = "Entropy of the chances of actions, by updates: 0 is a player who never varies"
            body.append(chart("Choices", note, {"entropy": told["entropy"]}, 0, 1))
        took = "{:.0f} s, {:.0f} s of processor time".format(*self.seconds())
        with open(self.stem + ".html", "w", encoding="utf-8") as file:
            file.write(PAGE.format(title=f"{os.path.basename(self.how.file)}, trained",
                                   body=f"<p>{result}. It took {took}.</p>" + "".join(body)))
        return took

    def update(self):
        """An update of self-play, the next one."""
        told, update = self.told, self.told["updates"]
        if update % 25 == 0:
            self.tables.keep(update // 25)
        rows, ended = self.tables.play(self.rng)
        rate = 6e-4 * (1 - 0.9 * update / self.how.updates) * min(1, (update + 1) / 5)
        told["entropy"].append((update + 1, float(improve(self.player.net, rows, self.rng, rate))))
        names = {**self.tables.names, 0: "itself", **{1 + k: "earlier selves" for k in range(POOL)}}
        for opponent, won in ended:
            told["last"][names[opponent]] = (told["last"].get(names[opponent], []) + [bool(won)])[-300:]
        for name, won in told["last"].items():
            if len(won) == 300:
                told["curves"].setdefault(name, []).append((update + 1, sum(won) / 300))
        told["updates"] += 1
        if update % 10 == 9:
            self.say(f"update {update + 1}: " + ", ".join(f"{name} {sum(won) / len(won):.2f}" for name, won in sorted(told["last"].items())))


def train(how):
    run = Run(how)
    run.begun, run.cpu = time.monotonic(), time.process_time()
    rows, saved = run.begin()
    told, passes = run.told, how.passes if rows else 0
    while told["passes"] < passes:
        told["agreed"] += imitate(run.player, rows, run.rng, 1e-3 if told["passes"] + 1 < passes else 2e-4)
        told["passes"] += 1
        run.say(f"agrees with {how.bot} in {told['agreed'][-1]:.3f} of the rows")
        if told["passes"] == passes:
            run.player.net.begin_play()
        run.save()
    rows = None
    run.sit_down(saved)
    while told["updates"] < how.updates:
        run.update()
        if told["updates"] % how.every == 0:
            run.save()
    export(run.player, how.file)
    result = "not tried against careful"
    if how.games:
        found = duel(how.file, "careful", deals=max(2, how.games // 2), luck=False, jobs=how.threads)
        result = f"{found.points.value:.3f} ± {found.points.half:.3f} points a game against careful in {found.games} games"
    print(f"{how.file}: {os.path.getsize(how.file)} bytes; {result}; {run.draw(result)}")
    if os.path.exists(run.path):
        os.remove(run.path)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        given = len(sys.argv) > 2 and not sys.argv[2].startswith("-")
        bot = Trained(sys.argv[2] if given else env.TRAINED)
        del sys.argv[1:2 + given]  # the others are every bot's
        solvent.main(bot)
    else:
        try:
            train(options().parse_args())
        except (OSError, ValueError) as wrong:
            sys.exit(f"train.py: {wrong}")
