"""What is counted of boards, added up."""

from msgspec import Struct, field
from msgspec.structs import asdict

BIN_MV = 10
BINS = 150
LATENCY_TICKS = 64
LEVELS = ("empty", "far", "near")  # of what lies on a cell, whoever's it is
EXAMPLES = 20
METHODS = ("firmware", "midpoint", "fixed")


def _bins(count: int) -> list[list[int]]:
    return [[0] * count for _ in LEVELS]


class Counts(Struct, forbid_unknown_fields=True):
    """Boards, cells, and what became of them. `readings`: cells by level and by the size of the
    firmware's deviation, in steps of BIN_MV. `latency`: cells by level and by the ticks from a
    tile coming to rest to its code. `examples`: the first cells that were wrong."""

    boards: int = 0
    refused: int = 0  # boards that refused their zeros; they are looked at all the same
    refused_cells: int = 0
    asked: int = 0  # boards that asked whether something lies on a cell, when zeros were set
    skipped: int = 0  # cells whose gain was not measured, as their tile did not read as one
    cells: int = 0
    wrong_cells: int = 0
    wrong_boards: int = 0
    unclear_cells: int = 0
    unclear_boards: int = 0
    midpoint_cells: int = 0
    midpoint_boards: int = 0
    fixed_cells: int = 0
    fixed_boards: int = 0
    long: int = 0  # boards looked at for long enough to find tiles between cells
    traces: int = 0  # of these, with a cell that reports one
    readings: list[list[int]] = field(default_factory=lambda: _bins(BINS))
    latency: list[list[int]] = field(default_factory=lambda: _bins(LATENCY_TICKS))
    examples: list[str] = []

    @property
    def units(self) -> int:
        return self.boards

    def add(self, more: "Counts") -> None:
        """Count these too."""
        for name, figure in asdict(more).items():
            own = getattr(self, name)
            if isinstance(own, int):
                setattr(self, name, own + figure)
        for own, figure in ((self.readings, more.readings), (self.latency, more.latency)):
            for here, there in zip(own, figure, strict=True):
                here[:] = [a + b for a, b in zip(here, there, strict=True)]
        self.examples = [*self.examples, *more.examples][:EXAMPLES]

    def wrong(self, method: str) -> tuple[int, int]:
        """Cells and boards that a method of METHODS took for something else."""
        name = "wrong" if method == "firmware" else method
        return getattr(self, f"{name}_cells"), getattr(self, f"{name}_boards")
