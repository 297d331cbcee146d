"""The results of a bring-up and of its steps."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK, Numbers

LEFT_OUT = "left out"
VERDICTS = (OK, FAULTY, LOOK, LEFT_OUT)
UNDER_WAY = "under way"
DONE = "done"
BROKEN_OFF = "broken off"
FORMAT = 1


@dataclass(frozen=True)
class Row:
    """One test of a step: name, verdict, findings, and what to do."""

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
    """The soak's results for one game. `mistakes`: number of mistakes that the board reported
    although its lights were obeyed; `seen`: which. `differences`: of records from the rules.
    `line_errors`: lines damaged or refused. `starts`: unexpected ones. `free`: bytes before and
    after, None if not measured."""

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
    """One step. `why`: the reason of the verdict in a sentence; `figures`: by name; `sensors`:
    measured values by cell; `games`: those of the soak; `played`: results by game."""

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
        """Set the verdict to the worst of the rows; if all rows are skipped, the step is
        skipped."""
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
        """Return whether a step found a fault or was not completed."""
        return self.state == BROKEN_OFF or any(step.verdict == FAULTY for step in self.steps)

    def as_dict(self) -> dict[str, Any]:
        """Return it as a dict for JSON."""
        return {"format": FORMAT, **asdict(self)}


def worst(verdicts: Iterable[str]) -> str:
    """Return the most serious of several verdicts."""
    there = set(verdicts)
    return next((each for each in (FAULTY, LOOK, OK) if each in there), LEFT_OUT)


def counted(rows: Iterable[Row]) -> str:
    """Return the number of rows with each verdict."""
    verdicts = [row.verdict for row in rows]
    counts = {each: verdicts.count(each) for each in dict.fromkeys((*VERDICTS, *verdicts))}
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
