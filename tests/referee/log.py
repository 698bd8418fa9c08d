"""The log: the events in order, the demands on the next one, and how often each check was made."""

import collections

from breach import Breach

BESIDE = ("log", "note")


def short(event):
    """An event as a breach shows it."""
    return ", ".join(f"{k} {v}" for k, v in event.items() if k not in ("n", "luck")) if event else "the end of the log"


class Log:
    """Events, read one after the other. `forfeits` is told of forfeits, which may stand anywhere."""

    def __init__(self, events, coverage=None):
        self.events, self.at, self.refused = events, 0, {}
        self.coverage = collections.Counter() if coverage is None else coverage
        self.forfeits = lambda seat: None

    def peek(self):
        """The next event that is part of the game, or {}."""
        while self.at < len(self.events):
            event = self.events[self.at]
            if event["type"] == "refused":
                self.refused[event["seat"]] = event
            elif event["type"] == "forfeit":
                self.at += 1
                self.forfeits(event["seat"])
                continue
            elif event["type"] not in BESIDE:
                return event
            self.at += 1
        return {}

    def number(self):
        return self.events[min(self.at, len(self.events) - 1)].get("n", self.at)

    def breach(self, rule, found, expected):
        raise Breach(rule, self.number(), found, expected)

    def check(self, rule, good, found, expected):
        """A check that is no event of its own."""
        self.coverage[rule] += 1
        if not good:
            self.breach(rule, found, expected)

    def is_next(self, type, **fields):
        event = self.peek()
        return event.get("type") == type and all(event.get(k) == v for k, v in fields.items())

    def take(self, rule, type, **fields):
        """The next event must be this one. Fields that are not named are free."""
        event = self.peek()
        self.coverage[rule] += 1
        if event.get("type") != type or any(event.get(k) != v for k, v in fields.items()):
            rule = self.unasked(rule, event, type)
            self.breach(rule, short(event), short({"type": type, **fields}))
        self.at += 1
        return event

    @staticmethod
    def unasked(rule, event, type):
        """The rule against an event that nothing calls for; else the rule that calls for another."""
        if not event:
            return "12.6"
        if event["type"] == "question" and event["kind"] == "manage" and type != "question":
            return "2.3"
        if type in ("turn", "roll", "move", "game_end", "question") and rule != "3.3":
            return {"cash": "12.1", "deed": "12.2", "level": "12.2", "jail_card": "12.2", "ticket": "12.2"}.get(
                event["type"], rule)
        return rule

    def take_all(self, rule, wanted):
        """These events must follow, in any order: a transaction that the rules give no order."""
        wanted = [dict(w) for w in wanted]
        while wanted:
            event = self.peek()
            self.coverage[rule] += 1
            for w in wanted:
                if all(event.get(k) == v for k, v in w.items()):
                    wanted.remove(w)
                    break
            else:
                self.breach(rule, short(event), " or ".join(short(w) for w in wanted))
            self.at += 1
