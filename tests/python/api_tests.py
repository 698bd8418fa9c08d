"""Gymnasium's and PettingZoo's own API tests of solvent.gym and solvent.aec, by sources that you have:

    api_tests.py GYMNASIUM PETTINGZOO    their top folders (both need numpy, cloudpickle and farama-notifications)
"""
import sys

sys.path[:0] = sys.argv[1:]

import gymnasium  # noqa: E402
import pettingzoo  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from solvent.aec import SolventAEC, SolventParallel  # noqa: E402
from solvent.gym import SolventEnv  # noqa: E402

check_env(SolventEnv((None, "careful", "tiny"), rules={"max_rounds": 5}), skip_render_check=True)
api_test(SolventAEC(3, rules={"max_rounds": 5}), num_cycles=500)
seed_test(lambda: SolventAEC(3, rules={"max_rounds": 5}), num_cycles=100)
parallel_api_test(SolventParallel(3, rules={"max_rounds": 5}), num_cycles=500)
parallel_seed_test(lambda: SolventParallel(3, rules={"max_rounds": 5}), num_cycles=100)
print(f"API tests passed: gymnasium {gymnasium.__version__}, pettingzoo {pettingzoo.__version__}")
