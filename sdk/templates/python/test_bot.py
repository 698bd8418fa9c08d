"""Decisions at tables made for them, and whole games in process. `make test` runs it."""
import unittest

from solvent import BuyChoice, BuyQuestion, ManageQuestion, Match
from solvent.library import CEdition, Scene, Status, check, play

from bot import Bot


class Decisions(unittest.TestCase):
    def ask(self, match: Match, name: str, q):
        """Returns the bot's answer, which must be legal."""
        bot = Bot()
        bot.match_start(match)
        answer = getattr(bot, name)(match, q)
        self.assertEqual(check(match, q, answer), Status.OK)
        return answer

    def test_buy(self):
        """Boardwalk for 400."""
        q = BuyQuestion(choices=3, space=39, amount=400)
        scene = Scene(2)
        scene.cash[0] = 1000
        self.assertEqual(self.ask(scene.match(0), "buy", q), BuyChoice.BUY)
        scene.cash[0] = 410
        self.assertEqual(self.ask(scene.match(0), "buy", q), BuyChoice.DECLINE)

    def test_manage(self):
        """Both dark blues and the cash for two houses: one on each."""
        scene = Scene(2)
        scene.owner[37] = scene.owner[39] = 0
        scene.cash[0] = 560
        answer = self.ask(scene.match(0), "manage", ManageQuestion(offers=2))
        self.assertEqual(answer.levels, {37: 1, 39: 1})


class Games(unittest.TestCase):
    def test_games(self):
        """Whole games of two editions against itself; an answer that is not legal raises NotLegal."""
        for edition in "classic", "mega":
            result = play([Bot(), Bot(), Bot()], seed=1, edition=CEdition(edition))
            self.assertEqual(len(result.places), 3)


if __name__ == "__main__":
    unittest.main()
