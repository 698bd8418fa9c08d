"""The referee's reports: one breach of one rule, at one event."""


class Breach(Exception):
    """A log that breaks a rule: its number, what stands in the log, and what the rule demands."""

    def __init__(self, rule, number, found, expected):
        super().__init__(f"event {number}: rule {rule}: found {found}, expected {expected}")
        self.rule, self.number, self.found, self.expected = rule, number, found, expected


class Over(Exception):
    """The game is decided; `why` as in game_end."""

    def __init__(self, why):
        super().__init__(why)
        self.why = why
