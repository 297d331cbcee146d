"""What is counted of games on the chip, added up."""

from msgspec import Struct, field


class Counts(Struct, forbid_unknown_fields=True):
    """`results`: how the games ended. `free`: bytes that were free after each game, following a
    collection. `wrong`: what may not happen."""

    games: int = 0
    boots: int = 0
    moves: int = 0
    board_seconds: float = 0.0
    processor_seconds: float = 0.0
    results: dict[str, int] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def units(self) -> int:
        return self.games

    def add(self, more: "Counts") -> None:
        """Count these too."""
        for name in ("games", "boots", "moves", "board_seconds", "processor_seconds"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        for name, count in more.results.items():
            self.results[name] = self.results.get(name, 0) + count
        self.free += more.free
        self.wrong += more.wrong
