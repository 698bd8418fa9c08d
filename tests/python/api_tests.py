"""Gymnasium's and PettingZoo's own API tests of solvent.gym and solvent.aec, by sources that you have:

    api_tests.py GYMNASIUM PETTINGZOO    their top folders (both need numpy, typing_extensions)
"""
import sys

sys.path[:0] = sys.argv[1:]

import gymnasium  # noqa: E402
import numpy  # noqa: E402
import pettingzoo  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from solvent.aec import SolventAEC, SolventParallel  # noqa: E402
from solvent.gym import SolventEnv, SolventVectorEnv  # noqa: E402

RULES = {"max_rounds": 5}
for mode in (None, "ansi", "svg"):
    check_env(SolventEnv((None, "careful", "tiny"), rules=RULES, render_mode=mode), skip_render_check=True)
for name in ("solvent/Duel-v0", "solvent/Table-v0"):
    check_env(gymnasium.make(f"solvent.gym:{name}", rules=RULES).unwrapped, skip_render_check=True)

# Vectors: by the id, ours; the spaces hold every observation; a wrapper of theirs understands ends; a seed is the same games.
told = []
for _ in range(2):
    world = gymnasium.make_vec("solvent.gym:solvent/Duel-v0", num_envs=8, rules=RULES)
    assert isinstance(world.unwrapped, SolventVectorEnv) and world.metadata["autoreset_mode"].value == "SameStep"
    world = RecordEpisodeStatistics(world)
    seen, infos = world.reset(seed=3)
    rng, ends, story = numpy.random.default_rng(1), 0, []
    for _ in range(200):
        assert world.observation_space.contains(seen)
        actions = (rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)
        seen, reward, terminated, truncated, infos = world.step(actions)
        assert (reward[~terminated] == 0).all() and not truncated.any()
        if terminated.any():
            ends += int(terminated.sum())
            assert (infos["final_info"]["_place"] == terminated).all() and infos["final_info"]["place"][terminated].all()
            assert all(world.single_observation_space.contains(one) for one in infos["final_obs"][terminated])
            assert (infos["episode"]["r"][terminated] == reward[terminated]).all()
        story.append((actions.tolist(), reward.tolist(), terminated.tolist()))
    assert ends >= 8
    told.append(story)
    world.close()
assert told[0] == told[1]

for table in (None, [None, "careful", None], [None, ["trader", "trained"], "tiny"]):
    api_test(SolventAEC(3, rules=RULES, table=table), num_cycles=500)
    seed_test(lambda: SolventAEC(3, rules=RULES, table=table), num_cycles=100)
    parallel_api_test(SolventParallel(3, rules=RULES, table=table), num_cycles=500)
    parallel_seed_test(lambda: SolventParallel(3, rules=RULES, table=table), num_cycles=100)
print(f"API tests passed: gymnasium {gymnasium.__version__}, pettingzoo {pettingzoo.__version__}")
