"""One game as PettingZoo's environments (https://pettingzoo.farama.org): agents for our seats, and bots at the others. With
PettingZoo installed they are its classes; without it they have the same methods. Needs numpy."""
from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

from .env import ACTION_COUNT, OBSERVATION_FLOATS, Seat, legal, numpy
from .gym import Table, agent_spaces, ended
from .tables import ACTION_DONE

try:
    from pettingzoo import AECEnv as _Base, ParallelEnv as _Parallel
except ImportError:
    _Base = _Parallel = object  # type: ignore[assignment,misc]


class SolventAEC(_Base):
    """Agents `seat_0` and so on; observations `{"observation": floats, "action_mask": 0 or 1 for each action}`. `table` has an
    entry for each seat, None for an agent; without it all `seats` are agents. They stay until the game's end, which pays 1 for
    the first to -1 for the last; who is bankrupt is asked no more. Then infos have `lineup`, `place` and `luck` by seat."""
    metadata = {"name": "solvent_v0", "render_modes": Table.render_modes, "is_parallelizable": False, "render_fps": 4}

    def __init__(self, seats: int = 2, edition: str = "classic", rules: Mapping[str, int] | None = None, *,
                 table: Sequence[Seat] | None = None, render_mode: str | None = None, **how: Any) -> None:
        table = [None] * seats if table is None else table
        self._table = Table(1, table, edition, rules, render_mode, **how)
        self._env, self.render_mode = self._table.world, render_mode
        self._rng = numpy.random.default_rng()
        self._seats = {f"seat_{i}": i for i, entry in enumerate(table) if entry is None}
        self.possible_agents = list(self._seats)
        observation, action = agent_spaces()
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: action for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self._rng = numpy.random.default_rng(seed)
        self._env.reset(int(self._rng.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._seen: dict[str, Any] = {}
        self._select()

    def _select(self) -> None:
        self.agent_selection = f"seat_{self._env.seat[0]}"
        self._seen[self.agent_selection] = self._table.see(0)

    def observe(self, agent: str) -> Any:
        """Returns what the agent saw when it was asked last; all zero before its first question, and the table at the end."""
        return self._seen.get(agent) or {"observation": numpy.zeros(OBSERVATION_FLOATS, "f4"),
                                         "action_mask": numpy.zeros(ACTION_COUNT, "i1")}

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
        for each, seat in self._seats.items():
            self.rewards[each] = float(self._env.reward[0][seat])
            self._cumulative_rewards[each] += self.rewards[each]
        if self._env.done[0]:
            self._seen[self.agent_selection] = self._table.last(0)
            self.infos = {agent: ended(self._env, 0) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()

    def agent_iter(self, max_iter: int = 2 ** 63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str | None:
        return self._table.render(0)

    def close(self) -> None:
        self._env.close()


class SolventParallel(_Parallel):
    """The same game in PettingZoo's parallel form: all agents act at every step, and only the action of the one that is asked
    counts. The others' masks leave them DONE. An action that may not be taken is DONE."""
    metadata = {**SolventAEC.metadata, "name": "solvent_parallel_v0", "is_parallelizable": True}

    def __init__(self, *arguments: Any, **how: Any) -> None:
        """Takes the arguments of SolventAEC."""
        self._aec = SolventAEC(*arguments, **how)
        self.render_mode = self._aec.render_mode
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
                seen = {"observation": seen["observation"], "action_mask": (numpy.arange(ACTION_COUNT) == ACTION_DONE).astype("i1")}
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
                {agent: self._aec.infos[agent] for agent in agents})

    def render(self) -> str | None:
        return self._aec.render()

    def close(self) -> None:
        self._aec.close()
