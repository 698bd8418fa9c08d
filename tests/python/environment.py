"""The environment keeps its word: the same seed the same games, masks tell the truth, PettingZoo's AEC contract."""
import random
import re
import sys

import solvent
from solvent import env
from solvent.aec import SolventAEC
from solvent.library import CEdition, NotLegal, State, c

# The actions are the header's.
header = open(sys.argv[1] + "/sdk/include/solvent/env.h").read()
for name in re.findall(r"^    X\(([A-Z]+), ", header, re.M):
    assert isinstance(getattr(env, name), int), name
assert env.DONE == 0 and env.ACTIONS > env.ASK

# Batches: the same seed, the same games; every masked action taken, places paid, games begun again.
runs = []
for _ in range(2):
    world = env.VectorEnv(16, 3, rules={"max_rounds": 4}, seed="x")
    told, ended = [], 0
    for _ in range(400):
        world.step(world.random())
        told.append(bytes(world.seat) + bytes(world.done))
        for game in range(16):
            assert sum(world.mask[game]) >= 1 and world.seat[game] < 3
            if world.done[game]:
                ended += 1
                assert abs(sum(world.reward[game])) < 1e-6
    runs.append(told)
    assert ended > 16, ended
assert runs[0] == runs[1]
world.reset("x")
assert world.mask[0][env.DONE:].any() if hasattr(world.mask, "any") else True
for wrong in (lambda: env.VectorEnv(0), lambda: env.VectorEnv(1, 9), lambda: CEdition("nowhere"),
              lambda: CEdition(rules={"salary": -1}), lambda: CEdition(rules={"nonsense": 1})):
    try:
        wrong()
    except ValueError as error:
        assert "found" in str(error) or "salary" in str(error), error
    else:
        raise AssertionError("taken")

# A state: what is not legal changes nothing; a copy goes its own way; the end has places.
state = State.start(2, 42)
before = bytes(state.bytes)
seat = state.pending[0]
try:
    state.apply(seat, solvent.ManageAnswer(levels={1: 5}) if type(state.ask(seat)) is solvent.ManageQuestion else 77)
    raise AssertionError("a wrong answer is taken")
except NotLegal:
    assert bytes(state.bytes) == before
other = state.copy()
while other.pending:
    other.apply(other.pending[0])
assert sorted(other.places()) == [1, 2] and bytes(state.bytes) == before and other.position.over

# PettingZoo's AEC contract. Theirs where it is installed, ours anyway.
try:
    from pettingzoo.test import api_test
    api_test(SolventAEC(3, rules={"max_rounds": 5}), num_cycles=500)
    print("pettingzoo's api_test passed")
except ImportError:
    print("no pettingzoo here: its api_test was not run, only our own test of the contract")
random.seed(2)
world = SolventAEC(3, rules={"max_rounds": 5})
for game in range(3):
    world.reset(seed=game)
    assert world.agents == world.possible_agents and set(world.rewards) == set(world.agents)
    totals, dead, turns = dict.fromkeys(world.agents, 0.0), [], 0
    for agent in world.agent_iter():
        assert agent == world.agent_selection and agent in world.agents
        observation, reward, terminated, truncated, info = world.last()
        assert world.observation_space(agent).contains(observation), observation
        assert not truncated and info == {}
        totals[agent] += reward
        if terminated:
            dead.append(agent)
            world.step(None)
            continue
        assert not dead, "an agent lives after the game's end"
        turns += 1
        legal = [i for i, may in enumerate(observation["action_mask"]) if may]
        if turns == 5:
            try:
                world.step(next(i for i in range(env.ACTIONS) if i not in legal))
                raise AssertionError("an action that the mask forbids is taken")
            except ValueError:
                pass
        action = world.action_space(agent).sample(observation["action_mask"])
        assert action in legal
        world.step(action)
    assert world.agents == [] and sorted(dead) == world.possible_agents and turns > 5
    assert abs(sum(totals.values())) < 1e-6 and max(totals.values()) > 0, totals
print("environment: all as it should be")
