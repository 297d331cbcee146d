"""Gains: a person lays a tile on each cell that the board lights."""

from host_tools.bringup.line import Line
from host_tools.bringup.steps import Row, Step
from host_tools.selftest.parts import LOOK, OK
from host_tools.selftest.person import Person
from host_tools.selftest.wires import Wires
from lodeboard.sensing.calibration import GAIN_ONE

_RIGHT = 4
_PATIENCE_MS = 600_000  # of a person
_LIFT = "Take the tile off"  # begins what the board says once it has measured a cell


def set_gains(step: Step, line: Line, wires: Wires, person: Person) -> None:
    """Fill the step in. DeviceError."""
    if line.phase() not in ("match", "idle"):
        step.why = "The board is not ready for it: do the step zeros first."
        return
    person.yes("Have a first player's tile at hand, and lay it up side showing. Ready?")
    line.choose("set gains")
    skipped = [cell for cell in range(wires.profile.cells) if not _one(line, wires, cell, person)]
    line.until(lambda: line.phase() != "calibrate")
    line.ask_for_scans()
    for cell, gain in enumerate(line.gains):
        name = wires.profile.cell_name(cell)
        if cell in skipped:
            step.rows.append(Row(name, LOOK, "not measured", "do it again: --steps gains"))
        else:
            step.rows.append(Row(name, OK, f"{100 * gain / GAIN_ONE:.0f} %"))
    step.figures["lowest gain, %"] = round(100 * min(line.gains) / GAIN_ONE, 1)
    step.figures["highest gain, %"] = round(100 * max(line.gains) / GAIN_ONE, 1)
    step.judge()


def _one(line: Line, wires: Wires, cell: int, person: Person) -> bool:
    """The gain of one cell; False where the person could not have it measured."""
    name = wires.profile.cell_name(cell)

    def asked() -> bool:
        return line.state.get("ask") == "gain" and f" {name}" in str(line.state.get("say"))

    def measured() -> bool:
        line.until(lambda: False, wires.profile.tick_ms)
        return asked() and str(line.state.get("say")).startswith(_LIFT)

    line.until(asked)
    person.lay(name, measured)
    if not measured():
        line.tap(_RIGHT)
        return False
    person.take_away()
    line.until(lambda: not asked(), _PATIENCE_MS)
    return True
