"""Counts changes on a board, for painting and for state messages."""


class Changes:
    """count: increases whenever lights or sentences may change. news: the value of `count` at the
    last change that listeners should get. Users remember the count of their last update and
    compare."""

    def __init__(self) -> None:
        self.count = 0
        self.news = 0

    def show(self) -> None:
        """Note that the lights may have changed."""
        self.count += 1

    def report(self) -> None:
        """Note that the lights may have changed and that listeners need a new state."""
        self.count += 1
        self.news = self.count
