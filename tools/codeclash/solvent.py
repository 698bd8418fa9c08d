"""An arena of CodeClash (github.com/CodeClash-ai/CodeClash) in which players' bots play leagues of Solvent: README.md."""
from __future__ import annotations

import json
import shlex

from codeclash.arenas.arena import CodeArena, RoundStats
from codeclash.constants import RESULT_TIE

RESULTS = "results.json"


class SolventArena(CodeArena):
    name: str = "Solvent"
    submission: str = "bot.py"
    description: str = """Your bot plays a property-trading game like Monopoly against the other players' bots.
It is `bot.py`, or an executable `bot`, and speaks Solvent's protocol; the Python package `solvent` does that for you.
`solvent help python` and `solvent help rules` describe package and game. `solvent check "python3 bot.py"` says whether the
bot keeps to the protocol, `solvent try "python3 bot.py"` plays 100 games and shows its worst decision.
A round is a league: every bot plays the same deals at every seat. You win it if your first place is certain at 95%."""
    default_args: dict = {"edition": "classic", "sandbox": "auto", "check_s": 600, "round_s": 7200}
    scripts: str = "/opt/solvent/codeclash"

    def arg(self, name: str):
        return self.game_config.get("args", {}).get(name, self.default_args[name])

    def folder(self, agent) -> str:
        """Where CodeClash puts a player's files in the game's container."""
        return f"/{agent.name}"

    def validate_code(self, agent) -> tuple[bool, str | None]:
        found = agent.environment.execute(f"{self.scripts}/validate_code .", timeout=self.arg("check_s"))
        return (True, None) if found["returncode"] == 0 else (False, found["output"].strip())

    def execute_round(self, agents) -> None:
        words = ["--edition", self.arg("edition"), "--sandbox", self.arg("sandbox"), str(self.log_env),
                 str(self.game_config["sims_per_round"]), *(f"{agent.name}={self.folder(agent)}" for agent in agents)]
        logs = shlex.quote(str(self.log_env))
        command = f"{self.scripts}/execute_round {shlex.join(words)} && {self.scripts}/get_results {logs} > {logs}/{RESULTS}"
        self.logger.info(f"Running game: {command}")
        done = self.environment.execute(command, timeout=self.arg("round_s"))
        if done["returncode"] != 0:
            raise RuntimeError(f"the round was not played: {done['output'].strip()}")

    def get_results(self, agents, round_num: int, stats: RoundStats) -> None:
        with open(self.log_round(round_num) / RESULTS, encoding="utf-8") as file:
            bots = json.load(file)["bots"]
        stats.winner = next((bot["bot"] for bot in bots if bot["rank_high"] == 1), RESULT_TIE)
        for bot in bots:
            score = (bot["points"] or 0) * bot["games"]
            stats.scores[bot["bot"]] = stats.player_stats[bot["bot"]].score = score
            stats.details.append(f"{bot['bot']}: {bot['points']} points a game, {bot['adjusted']} less luck, "
                                 f"{bot['incidents']} incidents in {bot['games']} games")
