"""Writes what the agent of the GNOME project answers in drawn situations, for tests/bots/test_gnome.c:

    gnome_answers.py CHECKOUT >tests/bots/gnome.txt

CHECKOUT is github.com/mayankkejriwal/GNOME-p3 at 8347408e, whose background_agent_v3_1 is asked. A line has the kind, the
cash of four seats, and for each space its owner, level and mortgage, then what the question names, and behind = the
answer. Seat 0 is asked. Prices are cut to whole money. Left out are situations in which sets decide by their order."""
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, sys.argv[1])
from monopoly_simulator import background_agent_v3_1 as agent  # noqa: E402

TEXT = (Path(__file__).resolve().parents[2] / "leagues/editions/classic.yaml").read_text()
BOARD = {}
for line in re.findall(r"- {(index: .*price.*)}", TEXT):
    names = re.search(r'name: "?(.*?)"?, group: (\w+), price: (\d+), rent: \[(.*?)\]', line)
    cost = re.search(r"house_cost: (\d+)", line)
    BOARD[int(re.search(r"index: +(\d+)", line)[1])] = (names[1], names[2], int(names[3]), [int(r) for r in names[4].split(",")],
                                                       int(cost[1]) if cost else 0, int(re.search(r"mortgage: (\d+)", line)[1]))
GROUPS = {}
for space, row in BOARD.items():
    GROUPS.setdefault(row[1], []).append(space)
SALARY = 200


class Place(SimpleNamespace):
    __hash__ = object.__hash__
    __eq__ = object.__eq__


class Player(SimpleNamespace):
    __hash__ = object.__hash__
    __eq__ = object.__eq__


class Table:
    def __init__(self, rng):
        self.cash = [rng.choice((rng.randrange(60, 260), rng.randrange(60, 1600))) for _ in range(4)]
        self.owner, self.level, self.mortgaged = {}, dict.fromkeys(range(40), 0), set()
        for group, spaces in GROUPS.items():
            if rng.random() < 0.3:  # a whole set, or all but one deed
                one, other, odd = rng.randrange(4), rng.randrange(4), rng.choice(spaces)
                whole = rng.random() < 0.5
                self.owner.update({s: one if s != odd or whole else other for s in spaces})
                if whole and group not in ("rail", "utility"):
                    self.level.update(dict.fromkeys(spaces, rng.choice((0, 0, 1, 3, 4))))
            else:
                self.owner.update({s: rng.randrange(4) for s in spaces if rng.random() < 0.7})
            if not any(self.level[s] for s in spaces):
                if len({self.owner.get(s) for s in spaces}) > 1:
                    self.mortgaged |= {s for s in spaces if s in self.owner and rng.random() < 0.2}

    def build(self):
        """The objects that the agent looks at."""
        self.place = {}
        for s, (name, group, price, rent, cost, mortgage) in BOARD.items():
            street = group not in ("rail", "utility")
            place = Place(name=name, color=group if street else None, price=price, mortgage=mortgage, space=s,
                                    loc_class="real_estate" if street else {"rail": "railroad"}.get(group, group),
                                    is_mortgaged=s in self.mortgaged, price_per_house=cost, num_houses=self.level[s] % 5,
                                    num_hotels=self.level[s] // 5)
            if street:
                place.rent, place.rent_1_house, place.rent_2_houses, place.rent_3_houses, place.rent_4_houses, place.rent_hotel = rent
            self.place[s] = place
        self.players = []
        for seat in range(4):
            own = {self.place[s] for s, o in self.owner.items() if o == seat}
            self.players.append(Player(
                player_name=f"seat {seat}", seat=seat, current_cash=self.cash[seat], assets=own, status="waiting_for_move",
                mortgaged_assets={p for p in own if p.is_mortgaged},
                full_color_sets_possessed={g for g, spaces in GROUPS.items() if g not in ("rail", "utility") and
                                           all(self.owner.get(s) == seat for s in spaces)},
                num_railroads_possessed=sum(p.loc_class == "railroad" for p in own),
                num_utilities_possessed=sum(p.loc_class == "utility" for p in own),
                agent=SimpleNamespace(_agent_memory={"previous_action": None})))
        self.board = {"players": self.players, "go_increment": SALARY, "color_assets":
                      {g: [self.place[s] for s in spaces] for g, spaces in GROUPS.items()},
                      "bank": SimpleNamespace(house_limit_before_hotel=4, mortgage_percentage=0.1, property_sell_percentage=0.5)}
        return self.players[0]

    def text(self):
        owners = "".join(str(self.owner.get(s, ".")) for s in range(40))
        levels = "".join(str(self.level[s]) for s in range(40))
        return f"{','.join(map(str, self.cash))} {owners} {levels} {''.join('m' if s in self.mortgaged else '.' for s in range(40))}"


def move(table, player, allowed):
    return agent.make_out_of_turn_move(player, table.board, allowed, 1)


def space_of(name):
    return next(s for s, row in BOARD.items() if row[0] == name)


def buy(rng, table):
    player = table.build()
    free = [s for s in BOARD if s not in table.owner]
    if free:
        space = rng.choice(free)
        return f"{space}", int(agent.make_buy_property_decision(player, table.board, table.place[space]))


def bid(rng, table):
    player = table.build()
    free = [s for s in BOARD if s not in table.owner]
    if free:
        space = rng.choice(free)
        high = rng.randrange(0, BOARD[space][2] * 3 // 2)
        offered = int(agent.make_bid(player, table.board, table.place[space], high))
        return f"{space} {high}", offered if offered > high else 0


def trade(rng, table):
    """Seat 1 offers."""
    player = table.build()
    bare = {g for g, spaces in GROUPS.items() if not any(table.level[s] for s in spaces)}
    give, get = ([s for s in BOARD if table.owner.get(s) == seat and BOARD[s][1] in bare and
                  (s not in table.mortgaged or rng.random() < 0.2)] for seat in (1, 0))
    give, get = (sorted(rng.sample(side, min(len(side), rng.choice((0, 1, 1, 2))))) for side in (give, get))
    pays = rng.choice((0, rng.randrange(-300, 300), rng.randrange(-1000, 1000)))
    pays = min(pays, table.cash[1]) if get else min(pays, 0)
    if not give and not get:
        return None
    player.outstanding_trade_offer = {"from_player": table.players[1], "cash_offered": max(pays, 0), "cash_wanted": max(-pays, 0),
                                      "property_set_offered": {table.place[s] for s in give},
                                      "property_set_wanted": {table.place[s] for s in get}}
    answer = move(table, player, {"accept_trade_offer", "concluded_actions"})[0]
    return f"{','.join(map(str, give)) or '-'} {','.join(map(str, get)) or '-'} {pays}", int(answer == "accept_trade_offer")


def propose(rng, table):
    player = table.build()
    player.status = "current_move"
    if len(set(table.cash)) < 4:
        return None
    action, offers = move(table, player, {"make_trade_offer", "concluded_actions"})
    said = []
    for one in offers if isinstance(action, list) else []:
        offer = one["offer"]
        give, get = (",".join(str(space_of(n)) for n in offer[side]) or "-" for side in ("property_set_offered", "property_set_wanted"))
        pays = int(offer["cash_offered"]) - int(offer["cash_wanted"])
        said.append(f"{one['to_player'][5:]}:{give}:{get}:{pays}")
    return "", " ".join(said[:2]) or "-"


def manage(rng, table):
    """In others' turns, until it has enough."""
    lifted, player = [], table.build()
    for _ in range(200):
        action, how = move(table, player, {"improve_property", "free_mortgage", "concluded_actions"})
        if action == "concluded_actions":
            levels = "".join(str(table.level[s]) for s in range(40))
            return "", f"{levels} {','.join(map(str, sorted(lifted))) or '-'}"
        space = space_of(how["asset"])
        if action == "improve_property":
            table.cash[0] -= BOARD[space][4]
            table.level[space] += 1
        else:
            table.cash[0] -= BOARD[space][5] + (BOARD[space][5] + 9) // 10
            table.mortgaged.discard(space)
            lifted.append(space)
        player = table.build()
    raise AssertionError("it never has enough")


def debt(rng, table):
    if any(table.level[s] for s, o in table.owner.items() if o == 0):
        return None
    least = sum(BOARD[s][5] for s, o in table.owner.items() if o == 0 and s not in table.mortgaged)
    if least == 0:
        return None
    owed = table.cash[0] + rng.randrange(1, least + 1)
    table.cash[0] -= owed
    mortgaged = []
    while table.cash[0] < 0:
        action, how = agent.handle_negative_cash_balance(table.build(), table.board)
        assert action == "mortgage_property", action
        mortgaged.append(space_of(how["asset"]))
        table.cash[0] += BOARD[mortgaged[-1]][5]
        table.mortgaged.add(mortgaged[-1])
    return f"{owed}", ",".join(map(str, sorted(mortgaged)))


def main():
    rng = random.Random(1)
    for kind, want in ((buy, 80), (bid, 100), (trade, 200), (propose, 200), (manage, 80), (debt, 60)):
        said = {}
        while sum(said.values()) < want:
            table = Table(rng)
            text = table.text()
            row = kind(rng, table)
            # Half of all proposals at least say something.
            if row is None or (row[1] == "-" and said.get("-", 0) >= want // 4):
                continue
            said[str(row[1])[:1]] = said.get(str(row[1])[:1], 0) + 1
            print(f"{kind.__name__} {text} {row[0]}".rstrip(), "=", row[1])


main()
