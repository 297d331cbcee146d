"""What a step of a bring-up comes to, and the whole of them."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from host_tools.board.device.errors import DeviceError
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK, Numbers

LEFT_OUT = "left out"
VERDICTS = (OK, FAULTY, LOOK, LEFT_OUT)
UNDER_WAY = "under way"
DONE = "done"
BROKEN_OFF = "broken off"
FORMAT = 1


class GoneError(DeviceError):
    """The board went away in the middle of a step."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"the board on {port} has gone in the middle (unplugged? power lost?). Plug it in "
            "again, then start the bring-up again"
        )


@dataclass(frozen=True)
class Row:
    """One thing that a step tried: its name, the verdict, what was found, and what to do."""

    name: str
    verdict: str
    found: str = ""
    fix: str = ""


@dataclass(frozen=True)
class Game:
    """One game of the soak. `slowest_ms`: the longest time between two readings of the board."""

    kind: str
    moves: int
    seconds: float
    slowest_ms: int


@dataclass
class Played:
    """What the soak saw of one game. `mistakes`: how often the board saw one in what its lights had
    asked for, and `seen`: which. `differences`: of records from the rules. `line_errors`: lines
    that came damaged, or were refused. `starts`: by itself. `free`: bytes before and after, None
    where not measured."""

    game: str
    games: int = 0
    moves: int = 0
    board_min: float = 0.0
    wall_min: float = 0.0
    mistakes: int = 0
    seen: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    line_errors: int = 0
    starts: int = 0
    free: tuple[int, int] | None = None


@dataclass
class Step:
    """One step. `why`: the reason of the verdict in a sentence; `figures` by what they are;
    `sensors`: what was measured of each, by cell; `games`: those of the soak, and `played` by
    game."""

    name: str
    verdict: str = LEFT_OUT
    why: str = ""
    took_s: float = 0.0
    rows: list[Row] = field(default_factory=list)
    figures: dict[str, str | int | float] = field(default_factory=dict)
    sensors: dict[str, Numbers] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)

    def judge(self, why: str = "") -> None:
        """The worst verdict of the rows; with rows left out only, left out."""
        self.verdict = worst(row.verdict for row in self.rows)
        self.why = why or counted(self.rows)


@dataclass
class Bringup:
    """A whole bring-up of one board. `state`: UNDER_WAY, DONE or BROKEN_OFF, and `why`."""

    board: str
    id: str
    port: str
    begun: str
    steps: list[Step]
    state: str = UNDER_WAY
    why: str = ""

    @property
    def failed(self) -> bool:
        """Whether a step found a fault, or not all was done."""
        return self.state == BROKEN_OFF or any(step.verdict == FAULTY for step in self.steps)

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"format": FORMAT, **asdict(self)}


def worst(verdicts: Iterable[str]) -> str:
    """Of several verdicts the one that people must hear of."""
    there = set(verdicts)
    return next((each for each in (FAULTY, LOOK, OK) if each in there), LEFT_OUT)


def counted(rows: Iterable[Row]) -> str:
    """How many rows there are of each verdict."""
    verdicts = [row.verdict for row in rows]
    counts = {each: verdicts.count(each) for each in dict.fromkeys((*VERDICTS, *verdicts))}
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
