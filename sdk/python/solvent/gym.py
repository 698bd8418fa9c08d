"""One seat of one game in the form of Gymnasium's environments (https://gymnasium.farama.org/api/env/): the other seats are
reference bots. With gymnasium installed it is one of theirs; without it it has the same methods, and plain spaces."""
from __future__ import annotations

import random
from typing import Any, Mapping, Sequence

from .aec import _spaces
from .env import ACTION_COUNT, OBSERVATION_FLOATS, Seat, VectorEnv, numpy

try:
    from gymnasium import Env as _Env
except ImportError:
    _Env = object  # type: ignore[assignment,misc]


class SolventEnv(_Env):
    """Observations are `{"observation": floats, "action_mask": 0 or 1 for each action}` of docs/ENVIRONMENT.md. `table` has an
    entry for each seat, None for ours alone. An episode is a game, which pays 1 for the first place to -1 for the last;
    `shaping` adds potential-based rewards on the way. An action that may not be taken is DONE. Needs numpy."""
    metadata: dict[str, Any] = {"render_modes": []}
    render_mode = None
    spec = None

    def __init__(self, table: Sequence[Seat] = (None, "careful"), edition: str = "classic", rules: Mapping[str, int] | None = None,
                 turned: bool = True, shaping: float = 0.0, discount: float = 1.0) -> None:
        if numpy is None:
            raise ImportError("numpy is needed: apt-get install python3-numpy")
        if sum(entry is None for entry in table) != 1:
            raise ValueError(f"found table {list(table)}, expected None for one seat and bots for the others")
        self._world = VectorEnv(1, len(table), edition, rules, random.getrandbits(64), full=True, table=table, turned=turned,
                                shaping=shaping, discount=discount)
        self.observation_space, self.action_space = _spaces(OBSERVATION_FLOATS, ACTION_COUNT)
        self._stepped = False  # since the game that is shown began

    def _observe(self) -> dict[str, Any]:
        return {"observation": self._world.floats()[0], "action_mask": self._world.mask[0].astype("i1")}

    def _info(self) -> dict[str, Any]:
        return {"seat": int(self._world.seat[0]), "lineup": self._world.lineup(0)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the first question of a new game: of the game of `seed`, or without it of a game not seen before."""
        if _Env is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._world.reset(seed)
        elif self._stepped:
            self._world.reset(random.getrandbits(64))
        self._stepped = False
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        seat = int(self._world.seat[0])
        self._world.step([int(action)])
        reward, over = float(self._world.reward[0, seat]), bool(self._world.done[0])
        self._stepped = not over
        if over:  # the next game has begun; of this one there is nothing left to see or do
            nothing = {"observation": numpy.zeros(OBSERVATION_FLOATS, "f4"), "action_mask": numpy.zeros(ACTION_COUNT, "i1")}
            return nothing, reward, True, False, {}
        return self._observe(), reward, False, False, self._info()

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._world.close()
