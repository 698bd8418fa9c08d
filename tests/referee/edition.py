"""An edition as data: its files are read here afresh, so that the loader of the program is judged as well."""

import copy
import pathlib

import yaml

DEFAULTS = dict(
    start_cash=1500, salary=200, houses=32, hotels=12, skyscrapers=0, depots=0, deck="cyclic", first_player="rolloff",
    auction_on_decline=True, set_rent_needs_unmortgaged=False, utility_fresh_roll=False, rent="auto", income_tax="flat",
    auction="english", auction_min=1, auction_step=1, bid_limit="cash", jail_fine=50, jail_pay_third_turn=False,
    shortage="auction", window_passes=3, trade="windows", offers_per_window=2, counter_offers=2, forbid_gifts=True,
    bank_bankrupt="auction", max_rounds=1000, speed_die="off", bus="white", utility_counts_speed_die=True, sets="full",
    mega_completion="rulebook", count_rent_needs_unmortgaged=False, bankrupt_mortgages_all=False,
    shortage_open="list_price")

BUILT_IN = pathlib.Path(__file__).resolve().parents[2] / "leagues" / "editions"


def plain(value):
    """YAML 1.1 reads `off` and `on` as truth; switches mean the words."""
    return {False: "off", True: "on"}.get(value, value) if isinstance(value, bool) else value


def resolved(path):
    """The file with all that it extends, as one mapping."""
    data = yaml.safe_load(pathlib.Path(path).read_text(encoding="utf-8"))
    parent = data.get("extends")
    if parent is None:
        base = {"rules": {}, "decks": {}, "board": []}
    elif "/" in parent or parent.endswith(".yaml"):
        base = resolved(pathlib.Path(path).parent / parent)
    else:
        base = resolved(BUILT_IN / f"{parent}.yaml")
    base = copy.deepcopy(base)
    base["rules"].update(data.get("rules") or {})
    if "board" in data:
        base["board"], base["decks"] = data["board"], {}
    for number, name in enumerate(data.get("names") or []):
        base["board"][number]["name"] = name
    for change in data.get("spaces") or []:
        old = base["board"][change["index"]]
        if change.get("kind", old["kind"]) != old["kind"]:
            old = {"name": old.get("name")}
        old.update(change)
        base["board"][change["index"]] = old
    for key, deck in (data.get("decks") or {}).items():
        cards = [c for c in deck.get("cards", base["decks"].get(key, [])) if c["id"] not in deck.get("remove", [])]
        for change in deck.get("change", []):
            for i, card in enumerate(cards):
                if card["id"] == change["id"]:
                    kept = card if change.get("kind", card["kind"]) == card["kind"] else {"text": card.get("text")}
                    cards[i] = {**kept, **change}
        base["decks"][key] = cards + deck.get("add", [])
    return base


class Space:
    """A space of the board, with every figure that a rule may need."""

    def __init__(self, at, data):
        self.at, self.kind = at, data["kind"]
        self.group = data.get("group", self.kind if self.kind in ("rail", "utility") else None)
        self.price = data.get("price", 0)
        self.value = data.get("mortgage", self.price // 2)
        self.rent = data.get("rent", [])
        self.house = data.get("house_cost", 0)
        self.hotel = data.get("hotel_cost", self.house)
        self.tower = data.get("tower_cost", 0)
        self.depot = data.get("depot_cost", 0)
        self.amount, self.income, self.name = data.get("amount", 0), data.get("income", False), data.get("name")

    @property
    def is_deed(self):
        return self.kind in ("street", "rail", "utility")

    def unit(self, level):
        """The kind of building that makes this level."""
        if self.kind == "rail":
            return "depot"
        return "house" if level <= 4 else "hotel" if level == 5 else "skyscraper"

    def cost(self, level):
        """The list price of the building that makes this level."""
        return {"house": self.house, "hotel": self.hotel, "skyscraper": self.tower, "depot": self.depot}[self.unit(level)]


class Edition:
    """Board, groups, decks and switches."""

    def __init__(self, name):
        path = name if str(name).endswith(".yaml") else BUILT_IN / f"{name}.yaml"
        data = resolved(path)
        self.rules = dict(DEFAULTS)
        for key, value in data["rules"].items():
            self.rules[key] = value if isinstance(DEFAULTS[key], bool) else plain(value)
        self.board = [Space(i, s) for i, s in enumerate(data["board"])]
        self.groups = {}
        for space in self.board:
            if space.is_deed:
                self.groups.setdefault(space.group, []).append(space.at)
        self.jail = next(s.at for s in self.board if s.kind == "jail")
        self.corners = [s.at for s in self.board if s.kind in ("go", "jail", "gotojail", "parking")]
        self.decks, self.jail_cards = {}, []
        for key in ("chance", "chest", "bus"):
            cards = []
            for card in data["decks"].get(key, []):
                copies = card.get("copies", 1)
                digits = len(str(copies))
                for n in range(1, copies + 1):
                    cards.append({**card, "id": card["id"] if copies == 1 else f"{card['id']}_{n:0{digits}}"})
            self.decks[key] = {c["id"]: c for c in cards}
            self.jail_cards += [(key, c["id"]) for c in cards if c["kind"] == "jail_card"]

    def __getattr__(self, name):
        try:
            return self.__dict__["rules"][name]
        except KeyError:
            raise AttributeError(name) from None

    def target(self, value):
        """A card's target: a space by number or name."""
        if isinstance(value, int):
            return value
        return next(s.at for s in self.board if s.name == value)
