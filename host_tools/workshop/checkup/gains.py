"""Gains: a person lays a tile on one cell after another."""

from host_tools.workshop.checkup.line import Line
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.steps import Row, Step
from host_tools.workshop.checkup.wires import Wires
from lodeboard.sensing.layout import GAIN_ONE

_PATIENCE_MS = 600_000  # of a person
_SURE = 3  # if this many first cells fail, the tile is at fault
_AGAIN = "do it again: --steps gains"


def set_gains(step: Step, line: Line, wires: Wires, person: Person) -> None:
    """Complete the step. DeviceError."""
    if line.phase() not in ("match", "idle"):
        step.why = "The board is not ready for it: do the step zeros first."
        return
    person.yes("Have a first player's tile at hand, and lay it up side showing. Ready?")
    line.choose("set gains")
    taken = 0
    for cell in range(wires.profile.cells):
        row = _one(line, wires, wires.profile.cell_name(cell), person)
        if row is None:
            taken += 1
            continue
        step.rows.append(row)
        if len(step.rows) == _SURE and not taken:
            _give_up(step, line)
            return
    if step.rows:
        line.leave_gains()
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
    """Keep the old gains, without asking for each cell."""
    line.leave_gains()
    found = ", ".join(f"{row.name} {row.found}" for row in step.rows)
    fix = f"another tile: this one's magnet is weak, turned over or missing; then {_AGAIN}"
    step.rows = [Row("tile", FAULTY, found, fix)]
    step.judge("The board takes the tile on no cell. It keeps the gains that it had.")


def _one(line: Line, wires: Wires, name: str, person: Person) -> Row | None:
    """Measure the gain of one cell; return why it failed, or None."""

    def taken() -> bool:
        return name not in line.state.measure

    def refused() -> bool:
        return name in line.state.wrong

    def felt() -> bool:
        line.until(lambda: False, wires.profile.tick_ms)
        return taken() or refused()

    person.lay(name, felt)
    while refused() and not person.yes(
        f"{line.state.say} Is it that, and in the middle of the cell?"
    ):
        person.take_away()
        line.until(lambda: not refused(), _PATIENCE_MS)
        person.lay(name, felt)
    row = None
    if refused():
        fix = f"how high the sensor is below the well, its type; another tile; then {_AGAIN}"
        row = Row(name, FAULTY, "refused a tile for its signal", fix)
    elif not taken():
        fix = f"was one laid? Then see the self-test; else {_AGAIN}"
        row = Row(name, LOOK, "sensed no tile", fix)
    person.take_away()
    return row
