"""One game in the form of PettingZoo's AEC environments (https://pettingzoo.farama.org/api/aec/). With PettingZoo and
gymnasium installed it is one of theirs; without them it has the same methods, and plain spaces."""
from __future__ import annotations

import random
from typing import Any, Iterator, Mapping

from .env import ACTIONS, DONE, FEATURES, VectorEnv, _array, legal

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object  # type: ignore[assignment,misc]
try:
    from pettingzoo import ParallelEnv as _Parallel
except ImportError:
    _Parallel = object  # type: ignore[assignment,misc]
try:
    from gymnasium import spaces
except ImportError:
    spaces = None


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
        return len(x) == self.shape[0] and all(self.low <= v <= self.high for v in x)


class Dict(dict):
    def contains(self, x: Any) -> bool:
        return set(x) == set(self) and all(space.contains(x[key]) for key, space in self.items())


def _spaces(features: int = FEATURES, actions: int = ACTIONS) -> tuple[Any, Any]:
    low, high = -1000.0, 1000.0
    if spaces is not None:
        return (spaces.Dict({"observation": spaces.Box(low, high, (features,), "float32"),
                             "action_mask": spaces.Box(0, 1, (actions,), "int8")}), spaces.Discrete(actions))
    return Dict(observation=Box(low, high, (features,)), action_mask=Box(0, 1, (actions,))), Discrete(actions)


class SolventAEC(_Base):
    """Agents `seat_0` and so on; observations `{"observation": ..., "action_mask": ...}`. All agents stay until the
    game's end, which pays 1 for the first to -1 for the last; who is bankrupt is asked no more."""
    metadata = {"name": "solvent_v0", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, seats: int = 2, edition: str = "classic", rules: Mapping[str, int] | None = None) -> None:
        self._env = VectorEnv(1, seats, edition, rules)
        self._seeds = 0
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        observation, action = _spaces()
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: action for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self._seeds += 1
        self._env.reset(f"aec {self._seeds}" if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._seen: dict[str, Any] = {}
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._env.seat[0]]
        self._seen[self.agent_selection] = self._observation(self._env.features[0], self._env.mask[0])

    @staticmethod
    def _observation(features: Any, mask: Any) -> Any:
        if hasattr(features, "astype"):
            return {"observation": features.copy(), "action_mask": mask.astype("int8")}
        return {"observation": list(features), "action_mask": list(mask)}

    def observe(self, agent: str) -> Any:
        """Returns what the agent saw when it was asked last; all zero before its first question. Only the agent that is
        asked may act: at the end no action is left."""
        import ctypes
        if agent not in self._seen:
            return self._observation(_array(ctypes.c_float, FEATURES), _array(ctypes.c_uint8, ACTIONS))
        return self._seen[agent]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            tables: tuple[dict[str, Any], ...] = (self.terminations, self.truncations, self.rewards,
                                                  self._cumulative_rewards, self.infos)
            for table in tables:
                del table[agent]
            self.agents.remove(agent)
            for left in self.rewards:
                self.rewards[left] = 0.0
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None or not self._env.mask[0][action]:
            raise ValueError(f"{agent}: found action {action}, expected one of {list(legal(self._env.mask[0]))}")
        self._take(action)

    def _take(self, action: int) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._env.step([action])
        for i, each in enumerate(self.possible_agents):
            self.rewards[each] = float(self._env.reward[0][i])
            self._cumulative_rewards[each] += self.rewards[each]
        if self._env.done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()

    def agent_iter(self, max_iter: int = 2 ** 63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._env.close()


class SolventParallel(_Parallel):
    """The same game in PettingZoo's parallel form: all agents act at every step, and only the action of the one that is asked
    counts. The others' masks leave them DONE. An action that may not be taken is DONE."""
    metadata = {"name": "solvent_parallel_v0", "render_modes": [], "is_parallelizable": True}
    render_mode = None

    def __init__(self, seats: int = 2, edition: str = "classic", rules: Mapping[str, int] | None = None) -> None:
        self._aec = SolventAEC(seats, edition, rules)
        self.possible_agents = list(self._aec.possible_agents)
        self.observation_spaces, self.action_spaces = self._aec.observation_spaces, self._aec.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _observations(self, over: bool) -> dict[str, Any]:
        out = {}
        for agent in self.possible_agents:
            seen = self._aec.observe(agent)
            if agent != self._aec.agent_selection or over:
                mask = seen["action_mask"] * 0 if hasattr(seen["action_mask"], "astype") else [0] * ACTIONS
                mask[DONE] = 1
                seen = {"observation": seen["observation"], "action_mask": mask}
            out[agent] = seen
        return out

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, dict]]:
        self._aec.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(False), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict]:
        agents = list(self.agents)
        self._aec._take(int(actions[self._aec.agent_selection]))
        over = any(self._aec.terminations.values())
        rewards = {agent: self._aec.rewards[agent] for agent in agents}
        self.agents = [] if over else agents
        return (self._observations(over), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False),
                {agent: {} for agent in agents})

    def render(self) -> None:
        return None

    def close(self) -> None:
        self._aec.close()
