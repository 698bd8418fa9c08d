"""The environment keeps its word: the same seed the same games, masks tell the truth, PettingZoo's AEC contract."""
import random
import re
import sys

import solvent
from solvent import env
from solvent.aec import SolventAEC
from solvent import library
from solvent.library import CEdition, NotLegal, State, c

# Batches: the same seed, the same games; every masked action taken, places paid, games begun again.
runs = []
for _ in range(2):
    world = env.VectorEnv(16, 3, rules={"max_rounds": 2}, seed="x")
    told, ended = [], 0
    for _ in range(900):
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
for wrong in (lambda: env.VectorEnv(0), lambda: env.VectorEnv(1, 9), lambda: CEdition("nowhere"),
              lambda: CEdition(rules={"salary": -1}), lambda: CEdition(rules={"nonsense": 1})):
    try:
        wrong()
    except ValueError as error:
        assert "found" in str(error) or "salary" in str(error), error
    else:
        raise AssertionError("taken")

# Removed names of the small set of actions name their successors.
for wrong, told in ((lambda: env.decide, "use env.Answering"), (lambda: env.ACTIONS, "use env.ACTION_COUNT"),
                    (lambda: env.BUILD, "use solvent.tables.ACTION_BUILD"), (lambda: env.nonsense, "has no attribute 'nonsense'"),
                    (lambda: env.VectorEnv(1, full=True), "leave `full` out"), (lambda: env.VectorEnv(1, fast=True), "found fast")):
    try:
        wrong()
    except (AttributeError, TypeError) as error:
        assert told in str(error), error
        assert "; use" not in str(error) or hasattr(solvent.tables if "tables." in told else env, told.split(".")[-1]), error
    else:
        raise AssertionError(told)

# A state: an illegal answer changes nothing; a copy goes its own way; the end has places.
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

# PettingZoo's AEC contract, by our own test; tests/python/api_tests.py runs theirs.
def same(one, other):
    """Two observations."""
    return all((one[key] == other[key]).all() for key in ("observation", "action_mask"))


def refused(world, action):
    """Nothing happens but a ValueError."""
    before = world.agent_selection, dict(world._cumulative_rewards)
    try:
        world.step(action)
    except ValueError:
        assert before == (world.agent_selection, dict(world._cumulative_rewards))
        return
    raise AssertionError(f"{action} is taken")


def cycle(world, seed, most=2 ** 63):
    """A game by random actions: who was asked what, and what each agent was paid."""
    world.reset(seed=seed)
    agents = list(world.possible_agents)
    assert world.agents == agents
    for table in (world.rewards, world.terminations, world.truncations, world.infos):
        assert list(table) == agents
    assert not any(world.rewards.values()) and not any(world.terminations.values()) and not any(world.truncations.values())
    totals, story, dead, turns, seen = dict.fromkeys(agents, 0.0), [], [], 0, {}
    for agent in world.agent_iter(most):
        assert agent == world.agent_selection and agent in world.agents
        observation, reward, terminated, truncated, info = world.last()
        assert world.observation_space(agent).contains(observation), observation
        assert same(observation, world.observe(agent))
        assert world.last(observe=False) == (None, reward, terminated, truncated, info)
        assert not truncated and info is world.infos[agent] and set(info) == ({"lineup", "place", "luck"} if terminated else set())
        assert reward == world._cumulative_rewards[agent] and terminated == world.terminations[agent]
        for other in agents:  # others keep their observations until they are asked again
            assert other == agent or other not in seen or terminated or same(world.observe(other), seen[other])
        totals[agent] += reward
        if terminated:
            dead.append(agent)
            refused(world, 0)
            world.step(None)
            assert agent not in world.agents
            for table in (world.rewards, world.terminations, world.truncations, world.infos, world._cumulative_rewards):
                assert agent not in table and set(table) == set(world.agents)
            assert not any(world.rewards.values()), "a dead agent's step pays somebody"
            continue
        assert not dead, "an agent lives after the game's end"
        turns += 1
        seen[agent] = observation
        legal = observation["action_mask"].nonzero()[0].tolist()
        if turns % 50 == 5:
            refused(world, next(i for i in range(env.ACTION_COUNT) if i not in legal))
            refused(world, None)
        action = random.choice(legal)
        assert world.action_space(agent).contains(action)
        assert world.action_space(agent).sample(observation["action_mask"]) in legal or \
            hasattr(world.action_space(agent), "np_random")  # gymnasium wants masks of its own type
        story.append((agent, action, observation["observation"].tobytes(), legal))
        before = dict(world._cumulative_rewards)
        world.step(action)
        for each in agents:  # paid to all, gathered until each is asked; who has acted begins anew
            assert world._cumulative_rewards[each] == (0.0 if each == agent else before[each]) + world.rewards[each]
    return totals, story, dead, turns


world = SolventAEC(3, rules={"max_rounds": 5})
for seed in range(4):
    runs = []
    for _ in range(2):  # the same seed and actions, the same game
        random.seed(seed)
        runs.append(cycle(world, seed))
    totals, story, dead, turns = runs[0]
    assert runs[0] == runs[1], "a reset with the same seed gives another game"
    assert world.agents == [] and sorted(dead) == world.possible_agents and turns > 5
    assert abs(sum(totals.values())) < 1e-6 and max(totals.values()) > 0, totals
games = []
for seed in (100, 101, None, None):  # without a seed each reset is another game
    random.seed(1)
    games.append(cycle(world, seed, 60))
    assert games[-1][3] == 60, "agent_iter(60) does not end"
assert all(one[1] != other[1] for one in games for other in games if one is not other), "another seed, the same game"
world.reset(seed=3)
first = world.observe(world.agent_selection)
world.step(next(env.legal(first["action_mask"])))
world.reset(seed=3)  # in the middle of a game
assert same(world.observe(world.agent_selection), first)

# Answers action by action: the questions of games of random actions, as the header's tables have it.
for text, table in (("actions.h", "ACTION_"), ("observation.h", None)):
    header = open(sys.argv[1] + "/sdk/include/solvent/" + text).read()
    if table:
        for name in re.findall(r"^    X\(([A-Z_]+), ", header, re.M):
            assert isinstance(getattr(solvent.tables, table + name), int), name
    else:
        names = re.findall(r"^    X\((?:i32|u8), (\w+), ", header, re.M)
        assert names == [row[0] for row in env.OBSERVATION] and len(names) > 50
page = open(sys.argv[1] + "/docs/ENVIRONMENT.md").read()
assert f"{solvent.tables.OBSERVATION_NUMBERS:,} numbers" in page and f"{env.ACTION_COUNT} actions" in page
assert f"{env.OBSERVATION_FLOATS:,} floats" in page


class Composer(solvent.Bot):
    """Answers by random actions; before that it says the default in actions."""
    name = "composer"
    kinds: set = set()

    def compose(self, match, q):
        self.kinds.add(type(q))
        default, said = library.default(match, q), env.Answering(match, q)
        while said.answer is None:
            action = said.toward(default)
            assert action is not None and said.mask()[action], (q, default, action)
            said.take(action)
        assert type(said.answer) is type(default)
        for part in default.__dataclass_fields__:
            if part != "space" or getattr(default, part) != solvent.NONE:
                assert getattr(said.answer, part) == getattr(default, part), (said.answer, default)
        asked, steps = env.Answering(match, q), 0
        while asked.answer is None:
            seen, mask = asked.observation(), asked.mask()
            assert seen["cash"][0] == match.cash and seen["round"] == match.position.round
            assert [int(owner) for owner in seen["owner"]] == [
                owner if owner >= 8 and owner != 255 else 9 if owner == 255 else (owner - match.seat) % match.seats
                for owner in match.position.owner]
            floats = asked.floats()
            assert len(floats) == env.OBSERVATION_FLOATS
            for name, _, _, count, code, of, first, many, _ in env.OBSERVATION:
                if name == "kind":
                    assert floats[first + int(seen["kind"])] == 1 and sum(floats[first:first + many]) == 1
            assert asked.take(match.rng.choice([i for i in range(env.ACTION_COUNT) if mask[i]])) == (asked.answer is not None)
            steps += 1
            assert steps < 500
        assert library.check(match, q, asked.answer) == solvent.Status.OK
        return asked.answer

    manage = jail = buy = bid = debt = trade = interest = place = tax = compose


if env.numpy is not None:
    library.play([Composer(), Composer(), Composer()], seed=1, edition=CEdition("classic", {"max_rounds": 14}))
    assert len(Composer.kinds) >= 5, Composer.kinds


# The last action too.
assert list(env.legal(bytes(env.ACTION_COUNT - 1) + b"\1")) == [env.ACTION_COUNT - 1]
# Bots at some seats: we are asked for ours alone; rewards, luck and trajectories add up; saved games go on.
if env.numpy is not None:
    table = [None, ["careful", 1], ["trader", "tiny", "builder"]]
    world = env.VectorEnv(8, 3, rules={"max_rounds": 3}, seed="t", table=table, turned=True, threads=2, shaping=0.5, luck=True)
    record, ended = env.Trajectories(world), []
    for i in range(500):
        if i == 100:
            saved = world.save()
        assert set(world.player.tolist()) <= {0, 1} and world.floats().shape == (8, env.OBSERVATION_FLOATS)
        for g in range(8):
            assert world.lineup(g)[world.seat[g]] == world.player[g]
        ended += record.step(world.random().copy())
    assert len(ended) > 8 and {t.player for t in ended} == {0, 1} and {t.seat for t in ended} == {0, 1, 2}
    for t in ended:
        assert len(t.seen) == len(t.mask) == len(t.action) == len(t.reward) and all(t.mask[i, a] for i, a in enumerate(t.action))
        assert -1.6 <= t.reward.sum() <= 1.6 and (t.seen["seats"] == 3).all()
    assert abs(sum(t.luck for t in ended)) < len(ended) and any(t.luck for t in ended)
    world.restore(saved)
    assert [world.seen["round"].tolist(), world.seat.tolist()] != []
    world.sit(1, "careful")
    for wrong in (lambda: world.sit(0, "nobody"), lambda: world.sit(5, None), lambda: world.restore(b"x"),
                  lambda: world.restore(saved[:-1] + bytes([saved[-1] ^ 1])),
                  lambda: env.VectorEnv(2, 2, table=[None]), lambda: env.VectorEnv(2, 2, table=["tiny", "tiny"])):
        try:
            wrong()
        except ValueError as error:
            assert "found" in str(error), error
        else:
            raise AssertionError("taken")
# Gymnasium's form: the same seed the same game, paid by place at its end; and PettingZoo's parallel one.
if env.numpy is not None:
    from solvent.gym import SolventEnv
    told = []
    for _ in range(2):
        world, story = SolventEnv((None, "careful"), rules={"max_rounds": 3}), []
        observation, info = world.reset(seed=3)
        rng, over = random.Random(1), False
        while not over:
            assert world.observation_space.contains(observation) and info["lineup"][info["seat"]] == 0
            legal = observation["action_mask"].nonzero()[0].tolist()
            observation, reward, over, truncated, info = world.step(rng.choice(legal))
            story.append((legal, reward))
            assert not truncated and (over or reward == 0)
        assert reward in (-1, 0, 1) and not observation["action_mask"].any()
        first, _ = world.reset()
        again, _ = world.reset(seed=3)
        assert again["action_mask"].any() and first["action_mask"].any()
        told.append(story)
    assert told[0] == told[1] and len(story) > 5
    try:
        SolventEnv(("tiny", "careful"))
        raise AssertionError("a table without us is taken")
    except ValueError as error:
        assert "found" in str(error)
from solvent.aec import SolventParallel
parallel = SolventParallel(3, rules={"max_rounds": 3})
seen, _ = parallel.reset(seed=2)
total, rng = dict.fromkeys(seen, 0.0), random.Random(2)
while parallel.agents:
    acting = [agent for agent in seen if list(seen[agent]["action_mask"]) != [1] + [0] * (env.ACTION_COUNT - 1)]
    assert len(acting) <= 1
    seen, reward, ended, _, _ = parallel.step({agent: rng.choice([i for i in range(env.ACTION_COUNT) if seen[agent]["action_mask"][i]])
                                               for agent in parallel.agents})
    total = {agent: total[agent] + reward[agent] for agent in total}
assert all(ended.values()) and abs(sum(total.values())) < 1e-6 and any(total.values())
# Many seats at once: ends are told, a seed is the same games, and a stream goes on; pictures; OpenEnv's form.
if env.numpy is not None:
    from xml.dom.minidom import parseString
    from solvent.gym import SolventVectorEnv
    from solvent.openenv import SolventAction, SolventEnvironment
    vector, told = SolventVectorEnv(8, (None, "trained", "careful"), rules={"max_rounds": 2}, luck=True, copy=False, render_mode="svg"), []
    for seed in (4, None, 4, None):
        seen, infos = vector.reset(seed=seed)
        assert seen["observation"] is vector.reset(seed=seed)[0]["observation"]
        story, ends = [], 0
        for _ in range(150):
            seen, reward, done, cut, infos = vector.step(seen["action_mask"].argmax(1))
            story.append((reward.tolist(), seen["observation"].sum(1).tolist()))
            assert (reward[~done] == 0).all() and not cut.any() and ("final_obs" in infos) == done.any()
            for game in done.nonzero()[0]:
                final, own = infos["final_info"], infos["final_info"]["lineup"][game].tolist().index(0)
                assert sorted(final["place"][game]) and reward[game] == 2 - final["place"][game][own] - (list(final["place"][game]).count(final["place"][game][own]) - 1) / 2
                assert abs(final["luck"][game].sum()) < 1e-3 and not infos["final_obs"][game]["action_mask"].any()
                ends += 1
        assert ends >= 8
        told.append(story)
    assert told[0] == told[2] and told[1] == told[3] and told[0] != told[1]
    assert len(vector.render()) == 8 and parseString(vector.render()[0])
    vector.close()
    games = []
    for episode in ("a", "b"):
        world = SolventEnvironment((None, "careful"), rules={"max_rounds": 2})
        seen, game = world.reset(seed=5, episode_id=episode), []
        while not seen.done:
            assert len(seen.legal) == len(seen.words) > 0 and "careful" in seen.text
            game.append((seen.text, seen.words))
            seen = world.step(SolventAction(action=seen.legal[0]))
        assert world.state.episode_id == episode and world.state.step_count == len(game)
        games.append((game, seen.reward, seen.metadata))
    assert games[0] == games[1] and sorted(games[0][2]["place"]) == [1, 2] and games[0][1] in (-1, 1)
    for wrong in (lambda: env.VectorEnv(2, 2, table=[None, "nobody.net"]), lambda: env.VectorEnv(2, 2, table=[None, __file__ + ".net"])):
        try:
            wrong()
        except (ValueError, OSError) as error:
            assert "nobody.net" in str(error) or ".py.net" in str(error)
        else:
            raise AssertionError("taken")
print("environment: all as it should be")
