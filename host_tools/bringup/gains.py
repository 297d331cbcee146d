"""Gains: a person lays a tile on each cell that the board lights."""

from host_tools.bringup.line import Line
from host_tools.bringup.steps import Row, Step
from host_tools.selftest.parts import FAULTY, LOOK, OK
from host_tools.selftest.person import Person
from host_tools.selftest.wires import Wires
from lodeboard.sensing.calibration import GAIN_ONE

_MIDDLE, _RIGHT = 2, 4
_PATIENCE_MS = 600_000  # of a person
_LIFT = "Take the tile off"  # begins what the board says once it has measured a cell
# ... and what it says of a tile whose signal it does not take.
_WRONG = "Try again: that does not read"
_SURE = 3  # cells, the first, on which the tile is not taken: it is the tile
_AGAIN = "do it again: --steps gains"


def set_gains(step: Step, line: Line, wires: Wires, person: Person) -> None:
    """Fill the step in. DeviceError."""
    if line.phase() not in ("match", "idle"):
        step.why = "The board is not ready for it: do the step zeros first."
        return
    person.yes("Have a first player's tile at hand, and lay it up side showing. Ready?")
    line.choose("set gains")
    taken = 0
    for cell in range(wires.profile.cells):
        name = wires.profile.cell_name(cell)
        row = _one(line, wires, name, person)
        if row is None:
            taken += 1
            continue
        step.rows.append(row)
        if len(step.rows) == _SURE and not taken:
            _give_up(step, line)
            return
    line.until(lambda: line.phase() != "calibrate")
    line.ask_for_scans()
    wrong = {row.name for row in step.rows}
    names = [wires.profile.cell_name(cell) for cell in range(wires.profile.cells)]
    for name, gain in zip(names, line.gains, strict=True):
        if name not in wrong:
            step.rows.append(Row(name, OK, f"{100 * gain / GAIN_ONE:.0f} %"))
    step.figures["lowest gain, %"] = round(100 * min(line.gains) / GAIN_ONE, 1)
    step.figures["highest gain, %"] = round(100 * max(line.gains) / GAIN_ONE, 1)
    step.judge()


def _give_up(step: Step, line: Line) -> None:
    """Leave it at the gains that there were: nobody need be asked for each cell."""
    line.tap(_MIDDLE)
    line.until(lambda: line.phase() != "calibrate")
    found = ", ".join(f"{row.name} {row.found}" for row in step.rows)
    fix = f"another tile: this one's magnet is weak, turned over or missing; then {_AGAIN}"
    step.rows = [Row("tile", FAULTY, found, fix)]
    step.judge("The board takes the tile on no cell. It keeps the gains that it had.")


def _one(line: Line, wires: Wires, name: str, person: Person) -> Row | None:
    """The gain of one cell; what kept it from being measured, None where it was."""

    def says(text: str = "") -> bool:
        said = str(line.state.get("say"))
        return line.state.get("ask") == "gain" and f" {name}" in said and said.startswith(text)

    refused_before = False  # what it says is of the tile as it lay before

    def felt() -> bool:
        nonlocal refused_before
        line.until(lambda: False, wires.profile.tick_ms)
        refused_before = refused_before and says(_WRONG)
        return says(_LIFT) or (says(_WRONG) and not refused_before)

    line.until(says)
    person.lay(name, felt)
    while says(_WRONG) and not person.yes(
        f"{line.state['say']} Is it that, and in the middle of the cell?"
    ):
        refused_before = True
        person.lay(name, felt)
    if says(_LIFT):
        person.take_away()
        line.until(lambda: not says(), _PATIENCE_MS)
        return None
    found, fix = "felt no tile", f"was one laid? Then see the self-test; else {_AGAIN}"
    row = Row(name, LOOK, found, fix)
    if says(_WRONG):
        fix = f"how high the sensor is below the well, its type; another tile; then {_AGAIN}"
        row = Row(name, FAULTY, "refused a tile for its signal", fix)
    line.tap(_RIGHT)
    person.take_away()
    return row
