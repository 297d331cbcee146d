"""One count of what changes on a board, for whoever paints it and whoever tells of it."""


class Changes:
    """count: goes up whenever lights or sentences may differ from before. news: the count when
    something changed last that listeners should hear of. Whoever works from this keeps the count
    at which it last did so, and compares."""

    def __init__(self) -> None:
        self.count = 0
        self.news = 0

    def show(self) -> None:
        """The lights may differ from now on."""
        self.count += 1

    def tell(self) -> None:
        """The lights may differ, and listeners should hear of it."""
        self.count += 1
        self.news = self.count
