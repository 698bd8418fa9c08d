"""Selling, mortgaging, lifting and building (7.1, 7.2, 8.2, 11.1, 11.3): which plans are lawful, and which events must follow."""


def judge(st, seat, answer, builds=True):
    """Breaks off unless the plan of an accepted answer is lawful. Returns what it leaves in cash."""
    log, ed = st.log, st.ed
    wanted = {c["space"]: c["level"] for c in answer.get("levels", [])}
    mortgage, lift = answer.get("mortgage", []), answer.get("lift", [])
    level = {at: wanted.get(at, st.deeds[at].level) for at in st.deeds}
    mortgaged = {at: d.mortgaged for at, d in st.deeds.items()}
    cash = st.seats[seat].cash
    for at in wanted:
        log.check("7.1", at in st.deeds and st.deeds[at].owner == seat, f"levels for {at}", f"a deed of {seat}")
    for at in mortgage:
        log.check("8.2", st.deeds[at].owner == seat and not st.deeds[at].mortgaged, f"mortgage of {at}",
                  f"an unmortgaged deed of {seat}")
        mortgaged[at] = True
        cash += ed.board[at].value
    for at in lift:
        log.check("8.2", st.deeds[at].owner == seat and st.deeds[at].mortgaged, f"lifting of {at}",
                  f"a mortgaged deed of {seat}")
        mortgaged[at] = False
        cash -= st.lift_cost(at)
    for at in mortgage:
        if ed.board[at].kind == "street":
            free = all(level[s] == 0 for s in st.owned_of(at, seat))
        else:
            free = level[at] == 0
        log.check("8.2", free, f"mortgage of {at} under buildings", "none in the set")
    need = dict(house=0, hotel=0, skyscraper=0, depot=0)
    sold = dict(need)
    for group in {ed.board[at].group: at for at in wanted}.values():
        space = ed.board[group]
        mine = st.owned_of(group, seat)
        ups = [s for s in mine if level[s] > st.deeds[s].level]
        downs = [s for s in mine if level[s] < st.deeds[s].level]
        if space.kind == "street":
            log.check("7.1", not (ups and downs), f"the set of {group} built and sold", "one of them")
            low, high = min(level[s] for s in mine), max(level[s] for s in mine)
            was = max(st.deeds[s].level for s in mine) - min(st.deeds[s].level for s in mine)
            if ups or downs:
                even = high - low <= 1 or (was > 1 and towards_even(st, mine, level))
                log.check("7.1", even, f"levels {[level[s] for s in mine]} in the set of {group}", "an even set")
            if ups:
                log.check("7.1" if ed.sets == "full" else "11.1", st.may_build(group, seat),
                          f"building on {group}", f"enough of the set with {seat}")
                log.check("7.1", not any(mortgaged[s] for s in mine), f"building on {group}", "a set without mortgages")
                if max(level[s] for s in ups) > 5:
                    log.check("11.3", space.tower and st.whole(group, seat) and low >= 5, f"a skyscraper on {group}",
                              "a whole set of hotels")
                log.check("7.1", max(level[s] for s in ups) <= 6, "a level above 6", "6 at most")
        elif ups:
            log.check("11.3", space.kind == "rail" and space.depot and max(level[s] for s in ups) == 1
                      and not any(mortgaged[s] for s in ups), f"a depot on {ups}", "unmortgaged railroads")
        for s in ups:
            for new in range(st.deeds[s].level + 1, level[s] + 1):
                need[ed.board[s].unit(new)] += 1
                cash -= ed.board[s].cost(new)
        for s in downs:
            cash += st.sale(s, st.deeds[s].level, level[s])
            for at_level, sign in ((st.deeds[s].level, 1), (level[s], -1)):
                if at_level:
                    unit = ed.board[s].unit(at_level)
                    sold[unit] += sign * (at_level if unit == "house" else 1)
    if not builds:
        log.check("3.1", not any(need.values()) and not lift, "building or lifting in such an answer", "none")
    for unit in need:
        log.check("7.2", st.stock[unit] + sold[unit] >= 0, f"sales that take {-sold[unit]} of the kind {unit}",
                  f"at most {st.stock[unit]}")
        log.check("7.1", need[unit] <= st.stock[unit] + sold[unit], f"{need[unit]} of the kind {unit} built",
                  f"at most {st.stock[unit] + sold[unit]}")
    log.check("8.2" if lift and not any(need.values()) else "7.1", cash >= 0 or not (lift or any(need.values())),
              f"a plan that leaves {cash}", "one that cash covers")
    return cash


def towards_even(st, mine, level):
    """11.2, lenient: an uneven set may only be built towards even, or torn down towards it."""
    old = [st.deeds[s].level for s in mine]
    low, high = min(old), max(old)
    return all(level[s] == st.deeds[s].level or low <= level[s] <= high for s in mine)


def sales_hold(st, seat, answer):
    """Whether the bank still has what the plan's sales take."""
    stock = dict(st.stock)
    for change in answer.get("levels", []):
        at, new = change["space"], change["level"]
        if new < st.deeds[at].level:
            for level, sign in ((st.deeds[at].level, 1), (new, -1)):
                if level:
                    unit = st.ed.board[at].unit(level)
                    stock[unit] += sign * (level if unit == "house" else 1)
    return all(left >= 0 for left in stock.values())


def sell_to(st, seat, targets, rule="7.1"):
    """Sales, in whatever steps, down to the levels named: each step pays half of each building."""
    log = st.log
    left = {at: new for at, new in targets.items() if new < st.deeds[at].level}
    while left:
        event = log.peek()
        at = event.get("space")
        expected = f"a sale on {sorted(left)}"
        log.check("12.6", bool(event), "the end of the log", expected)
        log.check(rule, event.get("type") == "cash" and event.get("why") == "sell" and at in left, event, expected)
        follows = log.events[log.at + 1] if log.at + 1 < len(log.events) else {}
        log.check("12.6", bool(follows), "the end of the log", f"a level of {at}")
        if st.ed.board[at].kind == "rail":
            new = 0
        else:
            new = follows.get("to", -1)
        log.check(rule, left[at] <= new < st.deeds[at].level, follows, f"a level of {at} from {left[at]} on")
        st.pay("7.1" if st.ed.board[at].kind == "street" and st.deeds[at].level < 6 else "11.3", None, seat,
               st.sale(at, st.deeds[at].level, new), "sell", at)
        st.set_level(rule, at, new)
        if new == left[at]:
            del left[at]
    st.stock_holds("7.2")


def raise_money(st, seat, answer):
    """Sales, then mortgages, then liftings of a plan, as they must follow."""
    sell_to(st, seat, {c["space"]: c["level"] for c in answer.get("levels", [])})
    for at in sorted(answer.get("mortgage", [])):
        st.pay("8.2", None, seat, st.ed.board[at].value, "mortgage", at)
        st.mortgage("8.2", at, True)
    for at in sorted(answer.get("lift", [])):
        lift(st, seat, at, "8.2")


def lift(st, seat, at, rule):
    st.pay(rule, seat, None, st.lift_cost(at), "lift", at)
    st.mortgage(rule, at, False)


def build_one(st, seat, at, price, why="build", rule="7.1"):
    """One unit: its price, then the level."""
    st.pay(rule, seat, None, price, why, at)
    st.set_level(rule, at, st.deeds[at].level + 1)


def default_raise(st, seat, need):
    """9.1: the default of a debt: just enough, in the documented order, or nothing when all would not do."""
    answer = {"levels": [], "mortgage": [], "offers": []}
    cash, level = st.seats[seat].cash, {at: st.deeds[at].level for at in st.owned(seat)}
    if st.liquid(seat) < need:
        return answer
    mortgages = []

    def free(at):
        return not st.built(at, seat)

    def changes():
        return [{"space": s, "level": level[s]} for s in sorted(level) if level[s] != st.deeds[s].level]

    for at in sorted(st.owned(seat)):
        if cash >= need:
            break
        if free(at) and not st.deeds[at].mortgaged:
            mortgages.append(at)
            cash += st.ed.board[at].value
    done = set()
    for at in sorted(st.owned(seat)):
        space = st.ed.board[at]
        key = space.group if space.kind == "street" else at
        if cash >= need or free(at) or key in done:
            continue
        done.add(key)
        mine = sorted(st.owned_of(at, seat)) if space.kind == "street" else [at]
        pending = 0
        while cash < need and any(level[s] for s in mine):
            top = max(level[s] for s in mine)
            s = max(s for s in mine if level[s] == top)
            pending += st.half(s, top)
            level[s] -= 1
            # 7.2: a sale for which the bank lacks houses counts once the set is torn down far enough.
            if sales_hold(st, seat, {"levels": changes()}):
                cash, pending = cash + pending, 0
        for s in mine:
            if cash < need and not st.deeds[s].mortgaged:
                mortgages.append(s)
                cash += space.value if s == at else st.ed.board[s].value
    answer["levels"] = changes()
    answer["mortgage"] = sorted(mortgages)
    return answer
