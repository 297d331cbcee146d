"""What is counted of games, added up."""

from msgspec import Struct, field

EXAMPLES = 50


class Counts(Struct, forbid_unknown_fields=True):
    """`kinds`: games by who plays and the level. `results`: how they ended. `slips`: careless acts.
    `acts`: of the hand, those on the way back included. `grown`: bytes that the firmware held more
    in the later half of a board's games than in the earlier; the most of any board. `wrong`: what
    may not happen."""

    games: int = 0
    boards: int = 0
    moves: int = 0
    slips: int = 0
    acts: int = 0
    phantoms: int = 0
    grown: int = 0
    held: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    kinds: dict[str, int] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def units(self) -> int:
        return self.games

    def add(self, more: "Counts") -> None:
        """Count these too."""
        for name in ("games", "boards", "moves", "slips", "acts", "phantoms", "seconds",
                     "processor_seconds"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(more, name))
        for own, further in ((self.kinds, more.kinds), (self.results, more.results)):
            for name, count in further.items():
                own[name] = own.get(name, 0) + count
        self.grown = max(self.grown, more.grown)
        self.held = max(self.held, more.held)
        self.wrong = [*self.wrong, *more.wrong][:EXAMPLES]
