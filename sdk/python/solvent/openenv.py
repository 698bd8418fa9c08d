"""A game for language models and agents, with OpenEnv's `reset`, `step` and `state` (https://github.com/meta-pytorch/OpenEnv).
With OpenEnv installed the classes are its own; without it they are dataclasses with the same members. Needs numpy.

Equal seeds give equal episodes: for group-relative training reset many environments with one seed."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

from . import render
from .env import Seat, legal
from .gym import SolventEnv

try:
    from openenv.core.env_server.interfaces import Environment as _Environment
    from openenv.core.env_server.types import Action as _Action, Observation as _Observation, State as _State
    _plain: Callable[[Any], Any] = lambda cls: cls  # noqa: E731
except ImportError:
    _plain = dataclass
    _Environment = object  # type: ignore[assignment,misc]

    @dataclass
    class _Action:  # type: ignore[no-redef]
        metadata: Dict[str, Any] = field(default_factory=dict)

    @dataclass
    class _Observation:  # type: ignore[no-redef]
        done: bool = False
        reward: Optional[float] = None
        metadata: Dict[str, Any] = field(default_factory=dict)

    @dataclass
    class _State:  # type: ignore[no-redef]
        episode_id: Optional[str] = None
        step_count: int = 0


@_plain
class SolventAction(_Action):
    """The number of an action (docs/ENVIRONMENT.md); one that may not be taken is DONE."""
    action: int = 0


@_plain
class SolventObservation(_Observation):
    """The table in words, and the actions that may be taken: numbers, and the same in words. `metadata` has seat and lineup, and
    at the end place and luck by seat."""
    text: str = ""
    legal: Sequence[int] = ()
    words: Sequence[str] = ()


@_plain
class SolventState(_State):
    seed: Optional[int] = None


class SolventEnvironment(_Environment):
    """One seat of one game; the arguments are those of solvent.gym.SolventEnv."""
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, table: Sequence[Seat] = (None, "careful"), edition: str = "classic", rules: Mapping[str, int] | None = None,
                 **how: Any) -> None:
        if _Environment is not object:
            super().__init__()
        self._env = SolventEnv(table, edition, rules, render_mode="ansi", **how)
        self._state = SolventState()

    def _observe(self, mask: Any, reward: Optional[float], done: bool, info: Mapping[str, Any]) -> SolventObservation:
        actions: List[int] = [] if done else list(legal(mask))
        words = [render.action(number, self._env._table.edition) for number in actions]
        metadata = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in info.items()}
        return SolventObservation(done=done, reward=reward, metadata=metadata, text="" if done else str(self._env.render()),
                                  legal=actions, words=words)

    def reset(self, seed: Optional[int] = None, episode_id: Optional[str] = None, **_: Any) -> SolventObservation:
        """Begins the game of `seed`, or without it the next one of the stream. `episode_id` only names the episode."""
        seen, info = self._env.reset(seed=seed)
        self._state = SolventState(episode_id=episode_id, seed=seed)
        return self._observe(seen["action_mask"], None, False, info)

    def step(self, action: SolventAction, timeout_s: Optional[float] = None, **_: Any) -> SolventObservation:
        seen, reward, done, _truncated, info = self._env.step(action.action)
        self._state.step_count += 1
        return self._observe(seen["action_mask"], reward, done, info)

    @property
    def state(self) -> SolventState:
        return self._state

    def close(self) -> None:
        self._env.close()
