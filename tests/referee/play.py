"""Games played by the program for the referee: seeded editions, switches, seats and bots."""

import json
import pathlib
import random
import subprocess

EDITIONS = ["classic", "mega", "speed-die", "mega-2006", "harbour", "classic-2007", "comrades", "classic-uk"]
BOTS = ["random"] * 5 + ["tiny", "careful", "builder", "trader"]
THINKERS = ["learner", "planner"]
YES = ["false", "true"]
SWITCHES = dict(
    deck=["cyclic", "redraw"], first_player=["rolloff", "seat0", "random"], auction_on_decline=YES,
    set_rent_needs_unmortgaged=YES, utility_fresh_roll=YES, rent=["auto", "on_request"], income_tax=["flat", "choice"],
    auction=["english", "sealed", "simultaneous"], auction_min=[1, 10, 40], auction_step=[1, 5, 7],
    bid_limit=["cash", "liquid"], jail_pay_third_turn=YES, shortage=["auction", "turn_order"], houses=[5, 12, 32],
    hotels=[2, 4, 12], trade=["windows", "own_turn", "off"], offers_per_window=[0, 1, 2, 4],
    counter_offers=[0, 1, 2, 5], forbid_gifts=YES, bank_bankrupt=["auction", "return"], max_rounds=[30, 200],
    utility_counts_speed_die=YES, mega_completion=["rulebook", "lenient"], count_rent_needs_unmortgaged=YES,
    bankrupt_mortgages_all=YES, shortage_open=["list_price", "auction_min"], window_passes=[1, 3, 6],
    start_cash=[300, 700, 4000], jail_fine=[0, 50, 180], salary=[0, 200, 500])


def chosen(dice, thinkers):
    """One game: its edition, switches and bots."""
    edition = dice.choice(EDITIONS)
    rules = {"max_rounds": 300}
    rules.update((k, dice.choice(v)) for k, v in SWITCHES.items() if dice.random() < 0.25)
    mega = edition.startswith("mega")
    if dice.random() < 0.3:
        rules["speed_die"] = dice.choice(["off", "after_salary", "always"])
        rules["bus"] = dice.choice(["ticket", "white"]) if mega else "white"
        rules["sets"] = dice.choice(["full", "all_but_one"])
    pool = BOTS + (THINKERS if thinkers else [])
    bots = ["random"] * 8 if dice.random() < 0.5 else [dice.choice(pool) for _ in range(8)]
    return edition, rules, bots[:dice.randint(2, 6)]


def write_edition(folder, edition, rules):
    path = pathlib.Path(folder) / "game.yaml"
    lines = "".join(f"  {key}: {value}\n" for key, value in rules.items())
    path.write_text(f"name: game\nextends: {edition}\nrules:\n{lines}", encoding="utf-8")
    return path


def played(build, folder, edition, rules, bots, seed):
    """The edition's file and the events of a game. Raises CalledProcessError if the program fails."""
    path = write_edition(folder, edition, rules)
    record = pathlib.Path(folder) / "game.svr"
    solvent = f"{build}/solvent"
    subprocess.run([solvent, "match", "-q", "--clock", "20000", "-e", path, "-s", seed, "-o", record,
                    *(f"{build}/bots/{bot}" for bot in bots)], check=True, stdout=subprocess.DEVNULL)
    text = subprocess.run([solvent, "replay", "--format", "jsonl", record], check=True, stdout=subprocess.PIPE).stdout
    return path, [json.loads(line) for line in text.splitlines()]


def complete(bots):
    """The seats whose bot answers every question."""
    return [seat for seat, bot in enumerate(bots) if bot == "random"]


def games(build, folder, count, seed, thinkers=True):
    """Yields what a game is called, its edition's file, its events and the complete seats."""
    for number in range(count):
        dice = random.Random(f"{seed}/{number}")
        edition, rules, bots = chosen(dice, thinkers and number % 20 == 0)
        path, events = played(build, folder, edition, rules, bots, f"{seed}/{number}")
        what = " ".join([edition, *(f"{k}={v}" for k, v in rules.items()), "bots", *bots])
        yield f"game {number} ({what})", path, events, complete(bots)


def scenes(build, folder, count, seed, each=20):
    """Yields the same of random positions played on; all seats of which answer everything."""
    for batch in range((count + each - 1) // each):
        dice = random.Random(f"{seed}/scenes/{batch}")
        edition, rules, _ = chosen(dice, False)
        rules["max_rounds"] = 3
        path = write_edition(folder, edition, rules)
        size = min(each, count - batch * each)
        first = dice.getrandbits(48)
        text = subprocess.run([f"{build}/tests/referee/scene", path, str(first), str(size)], check=True,
                              stdout=subprocess.PIPE).stdout
        what = " ".join([edition, *(f"{k}={v}" for k, v in rules.items())])
        for number, events in enumerate(split(text.splitlines())):
            yield f"scene {first + number} ({what})", path, events, range(8)


def split(lines):
    """Lines of JSON as games, each from its game_start or scene on."""
    game = []
    for line in lines:
        event = json.loads(line)
        if event["type"] in ("game_start", "scene") and game:
            yield game
            game = []
        game.append(event)
    if game:
        yield game
