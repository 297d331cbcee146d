"""One count of what changes on a board, for painting and for state messages."""


class Changes:
    """count: goes up whenever lights or sentences may differ from before. news: the count when
    something last changed that is sent to listeners. A user of this keeps the count
    at which it last did so, and compares."""

    def __init__(self) -> None:
        self.count = 0
        self.news = 0

    def show(self) -> None:
        """The lights may differ from now on."""
        self.count += 1

    def report(self) -> None:
        """The lights may differ, and listeners should hear of it."""
        self.count += 1
        self.news = self.count
