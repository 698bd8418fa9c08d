"""A game from its first event, or from a position, to its last (sections 1, 2, 5, 9.4, 10)."""

import cards
import debts
import moves
import windows
from breach import Over
from log import Log
from state import State


class Game:
    def __init__(self, edition, events, complete=(), coverage=None):
        self.log = Log(events, coverage)
        position = events[0] if events[0]["type"] == "scene" else None
        if position is None:
            start = self.log.take("1.1", "game_start")
            self.st = State(edition, self.log, start["players"])
            for player in start["players"]:
                self.log.check("1.1", player["cash"] == edition.start_cash, player["cash"], edition.start_cash)
            self.log.check("1.1", 2 <= len(start["players"]) <= 8, len(start["players"]), "2 to 8 players")
        else:
            self.log.take("1.1", "scene")
            self.st = State(edition, self.log, position["players"])
            place_all(self.st, position)
        self.position = position
        self.st.complete = set(complete)

    def judge(self):
        """Reads the whole log; a Breach breaks off."""
        st, ed, log = self.st, self.st.ed, self.log
        try:
            if self.position is None:
                st.first = st.roller = self.begin()
            else:
                st.first = self.position["first"]
            self.turns(self.position or {})
        except Over as over:
            self.end(over.why)
        log.check("9.4", not log.peek(), log.peek(), "nothing after the end")
        return st

    def begin(self):
        """1.3: who begins."""
        st, log = self.st, self.log
        if st.ed.first_player == "seat0":
            return 0
        if st.ed.first_player == "random":
            return log.peek().get("seat", 0)
        group = list(range(len(st.seats)))
        while len(group) > 1:
            totals = {}
            for seat in group:
                dice = log.take("1.3", "roll", seat=seat, why="order")["dice"]
                log.check("1.3", len(dice) == 2 and all(1 <= d <= 6 for d in dice), dice, "two white dice")
                totals[seat] = sum(dice)
            group = [s for s in group if totals[s] == max(totals.values())]
        return group[0]

    def turns(self, position):
        st, log = self.st, self.log
        st.round, st.turn = position.get("round", 1), position.get("turn", 1)
        seat = position.get("seat", st.first)
        while True:
            st.roller = seat
            log.take("1.3" if st.turn == 1 else "9.4", "turn", seat=seat, round=st.round, turn=st.turn)
            self.always()
            self.one_turn(seat)
            n = len(st.seats)
            for _ in range(n):
                seat = (seat + 1) % n
                if seat == st.first:
                    st.round += 1
                    if st.round > st.ed.max_rounds:
                        raise Over("max_rounds")
                if st.seats[seat].alive:
                    break
            st.turn += 1

    def always(self):
        """12.3, 12.4: what holds whenever a turn begins."""
        st = self.st
        for group in st.ed.groups.values():
            for seat in {st.deeds[at].owner for at in group} - {None}:
                mine = st.owned_of(group[0], seat)
                levels = [st.deeds[at].level for at in mine]
                if st.ed.board[group[0]].kind == "street" and max(levels):
                    even = max(levels) - min(levels) <= 1 or st.ed.mega_completion == "lenient"
                    st.log.check("12.3", even and st.may_build(group[0], seat), f"levels {levels}", "an even, built set")
                    free = st.ed.mega_completion == "lenient" or not any(st.deeds[at].mortgaged for at in mine)
                    st.log.check("12.4", free, f"a mortgage in {mine}", "none under buildings")

    def one_turn(self, seat):
        st, log = self.st, self.log
        who = st.seats[seat]
        windows.window(st)
        if not who.alive:
            return
        if who.jail and not self.leave_jail(seat):
            return
        doubles = 0
        while True:
            if who.tickets:
                spots = self.ticket_spots(who.at)
                answer = st.answer(seat, "ticket", {"choice": "roll"}, "11.5")
                if answer["choice"] == "use":
                    log.check("11.5", answer["space"] in spots, answer["space"], f"one of {spots}")
                    log.take("11.5", "ticket", **{"from": seat, "to": "gone", "why": "ticket"})
                    who.tickets -= 1
                    self.forward(seat, answer["space"], "ticket", "11.5")
                    moves.land(st, seat)
                    return
            else:
                st.never("11.5", seat, "ticket", "who has none is not asked")
            again, doubles = self.roll(seat, doubles)
            if not (again and who.alive and not who.jail):
                return
            windows.window(st, only=seat)

    def forward(self, seat, to, why, rule):
        """Forward to a space of choice: GO pays, but not on the way to Go To Jail."""
        st = self.st
        moves.go(st, seat, to, why, rule, st.ed.board[to].kind != "gotojail")

    def ticket_spots(self, at):
        """11.5: up to and including the corner of this side; from a corner, along the next."""
        n, spots = len(self.st.ed.board), []
        for step in range(1, n):
            to = (at + step) % n
            spots.append(to)
            if to in self.st.ed.corners:
                break
        return spots

    def roll(self, seat, doubles):
        """2.1, 2.2 and section 10: a roll with all it causes. Returns whether another follows, and the doubles."""
        st, ed, log = self.st, self.st.ed, self.log
        who = st.seats[seat]
        speedy = ed.speed_die == "always" or (ed.speed_die == "after_salary" and who.salaried)
        dice = log.take("2.1", "roll", seat=seat, why="move")["dice"]
        log.check("10.1", len(dice) == (3 if speedy else 2), f"{len(dice)} dice", f"{3 if speedy else 2}")
        log.check("2.1", all(d in range(1, 7) for d in dice[:2]), dice, "white dice from 1 to 6")
        white, double = dice[0] + dice[1], dice[0] == dice[1]
        red = dice[2] if speedy else None
        log.check("10.1", red in (None, 1, 2, 3, "mr", "bus"), red, "a face of the speed die")
        n = len(ed.board)
        if double and red == dice[0]:
            spots = [s.at for s in ed.board if s.at != who.at]
            to = st.answer(seat, "triple", {"space": spots[0]}, "10.3")["space"]
            log.check("10.3", to in spots, to, "any other space")
            self.forward(seat, to, "triple", "10.3")
            moves.land(st, seat)
            return False, 0
        doubles += double
        if doubles == 3:
            moves.jailed(st, seat, "doubles", "2.2")
            return False, 0
        if red in (1, 2, 3):
            pips = white + (red if ed.utility_counts_speed_die else 0)
            moves.go(st, seat, (who.at + white + red) % n, "roll", "10.2", True)
            on = moves.land(st, seat, pips)
        elif red == "bus" and ed.bus == "white":
            choice = st.answer(seat, "bus", {"choice": "sum"}, "10.5")["choice"]
            step = {"sum": white, "first": dice[0], "second": dice[1]}[choice]
            moves.go(st, seat, (who.at + step) % n, "roll", "10.5", True)
            on = moves.land(st, seat, step)
        else:
            moves.go(st, seat, (who.at + white) % n, "roll", "2.1", True)
            on = moves.land(st, seat, white)
            if red == "mr" and on and who.alive and not who.jail:
                on = moves.mr_monopoly(st, seat)
            elif red == "bus" and on and who.alive and not who.jail:
                on = self.ride(seat)
        return on and double, doubles

    def ride(self, seat):
        """10.5: the Mega bus."""
        st = self.st
        if cards.tickets_left(st):
            if st.answer(seat, "ride", {"choice": "ticket"}, "10.5")["choice"] == "ticket":
                return cards.draw(st, seat, "bus")
        else:
            st.never("10.5", seat, "ride", "no tickets are left")
        to = moves.nearest(st, st.seats[seat].at, lambda s: s.kind in ("chance", "chest"))
        moves.go(st, seat, to, "bus", "10.5", True)
        return moves.land(st, seat)

    def leave_jail(self, seat):
        """5.2. Returns whether a roll as always follows."""
        st, ed, log = self.st, self.st.ed, self.log
        who = st.seats[seat]
        can_pay = who.cash >= ed.jail_fine and (who.misses < 2 or ed.jail_pay_third_turn)
        choice = "roll"
        if can_pay or who.cards:
            choice = st.answer(seat, "jail", {"choice": "roll"}, "5.2")["choice"]
        else:
            st.never("5.2", seat, "jail", "who could only roll is not asked")
        if choice == "pay":
            log.check("5.2", can_pay, "a fine paid", "the roll, or a card")
            st.pay("5.2", seat, None, ed.jail_fine, "fine", ed.jail)
        elif choice == "card":
            log.check("5.2", bool(who.cards), "a card used", "one in hand")
            card = log.take("5.2", "jail_card", **{"from": seat, "to": "deck"})["card"]
            log.check("5.2", card in who.cards, f"card {card}", f"one of {sorted(who.cards)}")
            who.cards.remove(card)
            cards.returned(st, card)
        else:
            return self.try_doubles(seat)
        log.take("5.2", "jail", **{"seat": seat, "in": False, "why": "fine" if choice == "pay" else "card"})
        who.jail = False
        return True

    def try_doubles(self, seat):
        st, ed, log = self.st, self.st.ed, self.log
        who = st.seats[seat]
        dice = log.take("5.2", "roll", seat=seat, why="jail")["dice"]
        log.check("10.1", len(dice) == 2, dice, "the white dice")
        if dice[0] != dice[1]:
            who.misses += 1
            if who.misses < 3:
                return False
            if not debts.owe(st, "5.2", seat, None, ed.jail_fine, "fine", ed.jail):
                return False
        log.take("5.2", "jail", **{"seat": seat, "in": False, "why": "doubles" if dice[0] == dice[1] else "fine"})
        who.jail = False
        moves.go(st, seat, (who.at + sum(dice)) % len(ed.board), "roll", "5.2", True)
        moves.land(st, seat, sum(dice))
        return False

    def end(self, why):
        """9.4: places and worth."""
        st, log = self.st, self.log
        alive = [s.number for s in st.seats if s.alive]
        score = {s: (not st.seats[s].forfeited, st.worth(s)) for s in alive}
        places = [0] * len(st.seats)
        for s in alive:
            places[s] = 1 + sum(score[o] > score[s] for o in alive)
        for order, s in enumerate(st.fallen):
            places[s] = len(st.seats) - order
        log.take("9.4", "game_end", why=why, places=places, worth=[st.worth(s.number) for s in st.seats])


def place_all(st, position):
    """A scene to start from: who has what, where tokens stand; nothing is known of the decks."""
    for data in position["players"]:
        st.seats[data["seat"]].at = data["space"]
    for data in position["deeds"]:
        deed = st.deeds[data["space"]]
        deed.owner, deed.mortgaged = data["owner"], data["mortgaged"]
        st.count_level(data["space"], data["level"])
    st.stock_holds("12.2")
