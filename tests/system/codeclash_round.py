"""A round of CodeClash with our arena (tools/codeclash), on this machine in place of containers. With CODECLASH=CHECKOUT the arena
is driven by CodeClash's own code; else by what its arena calls in a round, in the same order.

    codeclash_round.py WORK GAMES NAME=FOLDER..."""
import importlib.abc
import importlib.machinery
import logging
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

SOURCE = Path(__file__).resolve().parents[2]


class Environment:
    """A container, as a folder."""

    def __init__(self, folder):
        self.folder = folder

    def execute(self, command, cwd="", *, timeout=None):
        done = subprocess.run(["bash", "-c", command], cwd=cwd or self.folder, timeout=timeout, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return {"output": done.stdout, "returncode": done.returncode}


class PlayerStats:
    def __init__(self):
        self.invalid_reason, self.score, self.valid_submit = "", 0.0, False


class RoundStats:
    def __init__(self, round_num, agents):
        self.winner, self.details = None, []
        self.scores = {agent.name: 0.0 for agent in agents}
        self.player_stats = {agent.name: PlayerStats() for agent in agents}


class CodeArena:
    def __init__(self, config, *, tournament_id, local_output_dir):
        self.config, self.log_local, self.logger = config, local_output_dir, logging.getLogger()
        self.environment = self.get_environment()

    @property
    def game_config(self):
        return self.config["game"]

    def log_round(self, round_num):
        return self.log_local / "rounds" / str(round_num)

    def run_round(self, agents, round_num):
        stats, validated = RoundStats(round_num, agents), []
        for agent in agents:
            valid, stats.player_stats[agent.name].invalid_reason = self.validate_code(agent)
            stats.player_stats[agent.name].valid_submit = valid
            validated += [agent] if valid else []
        self._pre_round_setup(validated)
        self.execute_round(validated)
        self.copy_logs_from_env(round_num)
        self.get_results(validated, round_num, stats)
        return stats


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for what CodeClash takes from others."""

    packages = ("minisweagent", "dotenv", "rich", "boto3", "botocore", "docker", "git", "jinja2", "yaml", "tqdm")

    def find_spec(self, name, path=None, target=None):
        absent = name.partition(".")[0] in self.packages
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if absent else None

    def create_module(self, spec):
        return MagicMock(__path__=[], __spec__=spec)

    def exec_module(self, module):
        pass


def modules():
    """Makes `codeclash` importable."""
    if "CODECLASH" in os.environ:
        sys.path.insert(0, os.environ["CODECLASH"])
        sys.meta_path.insert(0, Absent())
        sys.modules["codeclash.viewer"] = None  # not needed
        importlib.import_module("minisweagent.environments.docker").DockerEnvironment = type("DockerEnvironment", (), {})
        return
    for name, members in {"codeclash": {}, "codeclash.arenas": {}, "codeclash.constants": {"RESULT_TIE": "Tie"},
                          "codeclash.arenas.arena": {"CodeArena": CodeArena, "RoundStats": RoundStats}}.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)


modules()
sys.path.insert(0, str(SOURCE / "tools/codeclash"))
from solvent import SolventArena  # noqa: E402


class Arena(SolventArena):
    scripts = str(SOURCE / "tools/codeclash")

    def get_environment(self, branch_name=None):
        return Environment(work)

    def folder(self, agent):
        return agent.environment.folder

    def _pre_round_setup(self, agents):
        self.log_env = work / "logs"
        self.log_env.mkdir()

    def copy_logs_from_env(self, round_num):
        shutil.copytree(self.log_env, self.log_round(round_num))


work = Path(sys.argv[1])
config = {"game": {"name": "Solvent", "sims_per_round": int(sys.argv[2]), "args": {"sandbox": "none"}}}
players = [types.SimpleNamespace(name=name, environment=Environment(folder))
           for name, _, folder in (word.partition("=") for word in sys.argv[3:])]
arena = Arena(config, tournament_id="test", local_output_dir=work)
stats = arena.run_round(players, 1)
print("winner:", stats.winner)
for name, player in sorted(stats.player_stats.items()):
    print(f"{name}: {player.valid_submit}, {player.score:.1f} of {stats.scores[name]:.1f}, {player.invalid_reason or 'fine'}")
print("details:", len(stats.details))
