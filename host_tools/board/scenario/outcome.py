"""Results of scenarios: one by one, and as files for other programs."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from host_tools.board.contract import Board
from host_tools.board.hands.stage import Stage
from host_tools.board.scenario.runner import Runner, ScenarioError
from host_tools.board.scenario.script import Line, Script
from host_tools.board.scenario.sequence import Sequences, differences
from host_tools.board.simulator.meanings import UNCLEAR
from host_tools.jobs.printable import printable

Tape = Callable[[Board], AbstractContextManager[object]]
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass
class Outcome:
    """The result of one scenario. `why`: why it failed or was skipped. `differences`: of its lights
    from the simulator's, by cell; `first`: the first line after which lights differed."""

    name: str
    title: str
    status: str
    why: str = ""
    board_s: float = 0.0
    took_s: float = 0.0
    differences: list[str] = field(default_factory=list)
    first: str = ""


class Performance:
    """A scenario on one board, with its lights line by line. `tape` records the board while the
    scenario runs."""

    def __init__(
        self, one: Script, board: Board, verbose: bool = False, tape: Tape = nullcontext
    ) -> None:
        self._script = one
        self._tape = tape
        self._stage = stage = Stage(board)
        self.names = stage.cells
        self.sequences = Sequences(stage)
        self._verbose = verbose
        self._at: list[list[str]] = []  # the lights before each line

    @property
    def after(self) -> list[list[str]]:
        """The lights after each executed line."""
        return self._at[1:]

    def run(self) -> Outcome:
        """Run the scenario; return an Outcome without a comparison. Errors from the board are
        passed on."""
        one, board = self._script, self._stage.board
        outcome = Outcome(one.name, one.title, PASSED)
        begun_s, begun_ms = time.monotonic(), board.now_ms
        try:
            with self._tape(board):
                Runner(self._stage).run(one, self._report)
            self._at.append(self._stage.lights())
        except ScenarioError as error:
            outcome.status, outcome.why = FAILED, str(error)
        outcome.board_s = (board.now_ms - begun_ms) / 1000
        outcome.took_s = time.monotonic() - begun_s
        return outcome

    def _report(self, _: int, line: Line) -> None:
        self._at.append(self._stage.lights())
        if self._verbose:
            words = printable(line.text)
            print(f"{self._stage.board.now_ms / 1000:8.2f} s  {words}", flush=True)


def compare(outcome: Outcome, one: Script, real: Performance, simulated: Performance) -> None:
    """Compare the lights with the simulator's; a difference is a failure. For an aborted scenario
    only the first different line is stored, since all later ones differ."""
    found = differences(simulated.sequences, real.sequences, real.names)
    if not found:
        return
    for line, was, now in zip(one.lines, simulated.after, real.after, strict=False):
        for name, a, b in zip(real.names, was, now, strict=True):
            if a != b and UNCLEAR not in (a, b):
                outcome.first = f"{line.place}: `{line.text}`: {name} shows {b}, not {a}"
                break
        if outcome.first:
            break
    if outcome.status == PASSED:
        outcome.differences = found
        outcome.status = FAILED
        outcome.why = "the lights are not the simulator's"


def write_json(outcomes: Sequence[Outcome], on: str) -> str:
    """Write all results as one JSON object."""
    counts = {name: count(outcomes, name) for name in (PASSED, FAILED, SKIPPED)}
    return json.dumps({"on": on, **counts, "scenarios": [asdict(each) for each in outcomes]})


def write_junit(path: Path, outcomes: Sequence[Outcome], on: str) -> None:
    """Write all results as JUnit XML. OSError."""
    suite = ElementTree.Element(
        "testsuite",
        name=f"lodeboard scenario --on {on}",
        tests=str(len(outcomes)),
        failures=str(count(outcomes, FAILED)),
        skipped=str(count(outcomes, SKIPPED)),
        time=f"{sum(each.took_s for each in outcomes):.3f}",
    )
    for each in outcomes:
        case = ElementTree.SubElement(
            suite, "testcase", classname="scenario", name=each.name, time=f"{each.took_s:.3f}"
        )
        if each.status == SKIPPED:
            ElementTree.SubElement(case, "skipped", message=each.why)
        elif each.status == FAILED:
            failure = ElementTree.SubElement(
                case, "failure", message=each.first or each.why.partition("\n")[0]
            )
            failure.text = "\n".join([each.why, *each.differences])
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def count(outcomes: Sequence[Outcome], status: str) -> int:
    return sum(each.status == status for each in outcomes)
