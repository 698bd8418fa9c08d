"""One seat of one game, or of many, as Gymnasium's environments (https://gymnasium.farama.org): bots have the other seats. With
gymnasium installed they are its classes and have ids (docs/ENVIRONMENT.md); without it they have the same methods. Needs numpy."""
from __future__ import annotations

import random
from typing import Any, Mapping, Sequence

from . import render
from .env import ACTION_COUNT, OBSERVATION_FLOATS, Seat, VectorEnv, numpy

try:
    import gymnasium
    from gymnasium import Env as _Env, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv as _Vector
    from gymnasium.vector.utils import batch_space
    SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    gymnasium = spaces = None
    SAME_STEP = "SameStep"

    class _Env:  # type: ignore[no-redef]
        """The members of gymnasium.Env that we use, for machines without gymnasium."""
        _np_random: Any = None

        @property
        def np_random(self) -> Any:
            if self._np_random is None:
                self._np_random = numpy.random.default_rng()
            return self._np_random

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            if seed is not None:
                self._np_random = numpy.random.default_rng(seed)

    class _Vector(_Env):  # type: ignore[no-redef]
        closed = False

        def close(self, **how: Any) -> None:
            if not self.closed:
                self.close_extras()
                self.closed = True

        def close_extras(self) -> None: ...


class Discrete:
    """Of gymnasium's spaces as much as an agent needs."""

    def __init__(self, n: int) -> None:
        self.n = n

    def sample(self, mask: Any = None) -> int:
        return random.choice(list(range(self.n) if mask is None else (i for i in range(self.n) if mask[i])))

    def contains(self, x: Any) -> bool:
        return 0 <= int(x) < self.n


class Box:
    def __init__(self, low: float, high: float, shape: tuple[int, ...]) -> None:
        self.low, self.high, self.shape = low, high, shape

    def contains(self, x: Any) -> bool:
        return x.shape == self.shape and bool(((self.low <= x) & (x <= self.high)).all())


class Dict(dict):
    def contains(self, x: Any) -> bool:
        return set(x) == set(self) and all(space.contains(x[key]) for key, space in self.items())


def agent_spaces() -> tuple[Any, Any]:
    """Spaces of an agent's observations, with their mask, and of its actions."""
    low, high = -1000.0, 1000.0
    if spaces is not None:
        return (spaces.Dict({"observation": spaces.Box(low, high, (OBSERVATION_FLOATS,), "float32"),
                             "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), "int8")}), spaces.Discrete(ACTION_COUNT))
    return Dict(observation=Box(low, high, (OBSERVATION_FLOATS,)), action_mask=Box(0, 1, (ACTION_COUNT,))), Discrete(ACTION_COUNT)


def ended(world: VectorEnv, game: int) -> dict[str, Any]:
    """How a game ended, by seat."""
    return {"lineup": world.players[game].copy(), "place": world.place[game].copy(), "luck": world.luck[game].copy()}


class Table:
    """A VectorEnv with pictures: what the environments share."""
    render_modes = ["ansi", "svg"]

    def __init__(self, games: int, table: Sequence[Seat], edition: str, rules: Mapping[str, int] | None, render_mode: str | None,
                 **how: Any) -> None:
        if numpy is None:
            raise ImportError("numpy is needed: apt-get install python3-numpy")
        if render_mode not in (None, *self.render_modes):
            raise ValueError(f"found render mode '{render_mode}', expected one of {', '.join(self.render_modes)}")
        self.world = VectorEnv(games, len(table), edition, rules, table=table, floats=True, last=True, **how)
        self.render_mode = render_mode
        self.edition = self.world.edition.decoded

    def see(self, game: int) -> dict[str, Any]:
        return {"observation": self.world.observation[game].copy(), "action_mask": self.world.mask[game].astype("i1")}

    def last(self, game: int) -> dict[str, Any]:
        """The table at the end of a game, at which nothing is left to do."""
        return {"observation": self.world.last[game].copy(), "action_mask": numpy.zeros(ACTION_COUNT, "i1")}

    def render(self, game: int) -> str | None:
        if self.render_mode is None:
            return None
        draw = render.text if self.render_mode == "ansi" else render.svg
        names = [self.world.name(player) for player in self.world.lineup(game)]
        return draw(self.edition, self.world.position(game), names, int(self.world.seat[game]))


def _one_seat(table: Sequence[Seat]) -> Sequence[Seat]:
    if sum(entry is None for entry in table) != 1:
        raise ValueError(f"found table {list(table)}, expected None for one seat and bots for the others")
    return table


class SolventEnv(_Env):
    """Observations are `{"observation": floats, "action_mask": 0 or 1 for each action}`. `table` has an entry for each seat, None
    for ours alone. An episode is a game, which pays 1 for the first place to -1 for the last; `shaping` adds potential-based
    rewards on the way. An action that may not be taken is DONE. At the end `info` has `lineup`, `place` and `luck` by seat."""
    metadata: dict[str, Any] = {"render_modes": Table.render_modes, "render_fps": 4}
    spec = None

    def __init__(self, table: Sequence[Seat] = (None, "careful"), edition: str = "classic", rules: Mapping[str, int] | None = None,
                 turned: bool = True, render_mode: str | None = None, **how: Any) -> None:
        self._table = Table(1, _one_seat(table), edition, rules, render_mode, turned=turned, **how)
        self.render_mode = render_mode
        self.observation_space, self.action_space = agent_spaces()
        self._fresh = False  # a game of the seeded stream has begun, and no step was made in it

    def _info(self) -> dict[str, Any]:
        return {"seat": int(self._table.world.seat[0]), "lineup": self._table.world.lineup(0)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the first question of a new game: the first of `seed`, or without it the next one of the stream."""
        super().reset(seed=seed)
        if seed is not None or not self._fresh:
            self._table.world.reset(int(self.np_random.integers(2**63)))
        self._fresh = False
        return self._table.see(0), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        world = self._table.world
        seat = int(world.seat[0])
        world.step([int(action)])
        reward, self._fresh = float(world.reward[0, seat]), bool(world.done[0])
        if self._fresh:
            return self._table.last(0), reward, True, False, {"seat": seat, **ended(world, 0)}
        return self._table.see(0), reward, False, False, self._info()

    def render(self) -> str | None:
        return self._table.render(0)

    def close(self) -> None:
        self._table.world.close()


class SolventVectorEnv(_Vector):
    """`num_envs` games of SolventEnv that step together in C. A game that ends begins again in the same step: `infos` has its
    `final_obs`, and `final_info` with `lineup`, `place` and `luck` by seat. With `copy=False` the arrays are the same ones at
    every step, without a copy."""
    metadata: dict[str, Any] = {"render_modes": Table.render_modes, "render_fps": 4, "autoreset_mode": SAME_STEP}
    spec = None

    def __init__(self, num_envs: int = 1, table: Sequence[Seat] = (None, "careful"), edition: str = "classic",
                 rules: Mapping[str, int] | None = None, turned: bool = True, render_mode: str | None = None, copy: bool = True,
                 **how: Any) -> None:
        self._table = Table(num_envs, _one_seat(table), edition, rules, render_mode, turned=turned, **how)
        self.num_envs, self.render_mode, self._copy = num_envs, render_mode, copy
        self.single_observation_space, self.single_action_space = agent_spaces()
        if spaces is not None:
            self.observation_space = batch_space(self.single_observation_space, num_envs)
            self.action_space = batch_space(self.single_action_space, num_envs)

    def _see(self) -> dict[str, Any]:
        seen = {"observation": self._table.world.observation, "action_mask": self._table.world.mask.view("i1")}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _info(self) -> dict[str, Any]:
        return {"seat": self._table.world.seat.copy(), "_seat": numpy.ones(self.num_envs, bool)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins all games anew: those of `seed`, or without it the next ones of the stream."""
        super().reset(seed=seed)
        self._table.world.reset(int(self.np_random.integers(2**63)))
        return self._see(), self._info()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        world = self._table.world
        world.step(actions)
        done = world.done.astype(bool)
        reward = world.reward[numpy.arange(self.num_envs), (world.players == 0).argmax(1)]
        infos = self._info()
        if done.any():
            infos["final_obs"] = numpy.full(self.num_envs, None, object)
            for game in done.nonzero()[0]:
                infos["final_obs"][game] = self._table.last(game)
            figures = {"lineup": world.players.copy(), "place": world.place.copy(), "luck": world.luck.copy()}
            infos["final_info"] = {**figures, **{f"_{name}": done.copy() for name in figures}}
            infos["_final_obs"] = infos["_final_info"] = done.copy()
        return self._see(), reward.astype("f8"), done, numpy.zeros(self.num_envs, bool), infos

    def render(self) -> tuple[str, ...] | None:
        return None if self.render_mode is None else tuple(str(self._table.render(game)) for game in range(self.num_envs))

    def close_extras(self, **how: Any) -> None:
        self._table.world.close()


if gymnasium is not None:
    for name, opponents in (("Duel", ("careful",)), ("Table", ("careful", "trader", "builder"))):
        gymnasium.register(id=f"solvent/{name}-v0", entry_point="solvent.gym:SolventEnv",
                           vector_entry_point="solvent.gym:SolventVectorEnv", kwargs={"table": (None, *opponents)})
