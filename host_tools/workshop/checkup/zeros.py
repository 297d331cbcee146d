"""Sets the zeros of the empty board with its own menu, and measures its sensors."""

from host_tools.workshop.checkup import numbers
from host_tools.workshop.checkup.line import START_MS, Line
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.steps import Row, Step
from host_tools.workshop.checkup.wires import Wires

_SCANS = 24
_MIDDLE, _RIGHT = 2, 4


def set_zeros(step: Step, line: Line, wires: Wires, person: Person | None) -> None:
    """Complete the step. The board saves the zeros as if its own button had been pressed.
    DeviceError."""
    if person is not None:
        person.yes("Take every tile and magnet off the board. Is it bare?")
    if line.phase() != "calibrate":
        line.choose("set zeros")
    if line.state.ask == "gain":  # if the board was switched off at that moment
        line.leave_gains()
        line.choose("set zeros")
    line.tap(_MIDDLE)
    line.until(lambda: _answered(line), START_MS)
    doubt = line.state.doubt
    doubted = line.state.ask == "accept"
    question = f"The board doubts {', '.join(doubt)}. Is nothing there?"
    if doubted and person is not None and person.yes(question):
        line.tap(_RIGHT)
        line.until(lambda: _answered(line), START_MS)
    if line.state.ask == "gain":
        line.leave_gains()
    if line.phase() == "calibrate":
        _refused(line, step, doubt)
        return
    _measure(line, wires, step, doubt)


def _answered(line: Line) -> bool:
    state = line.state
    return line.phase() != "calibrate" or bool(state.wrong) or state.ask in ("accept", "gain")


def _refused(line: Line, step: Step, doubt: list[str]) -> None:
    """Note that the board has not saved any zeros."""
    for cell in line.state.wrong:
        step.rows.append(
            Row(
                cell,
                FAULTY,
                "reads as if a magnet lay there",
                "take away what lies there; if nothing does, the sensor: see the self-test",
            )
        )
    step.rows += [
        Row(cell, LOOK, "reads far from the middle", "take away what lies there, or accept it")
        for cell in doubt
    ]
    if not step.rows:
        step.rows.append(Row("zeros", FAULTY, f"not set. The board says: {line.state.say}"))
    step.judge("The board did not set its zeros.")


def _measure(line: Line, wires: Wires, step: Step, doubt: list[str]) -> None:
    """Compare offset and noise of each sensor on the empty board with the limits."""
    line.ask_for_scans()
    line.until(lambda: len(line.scans) >= _SCANS, START_MS)
    scans = line.scans[:_SCANS]
    for channel, cell in wires.cell_of.items():
        name = wires.cell(channel)
        seen = [scan[cell] for scan in scans]
        found = numbers.measure(wires, (sum(seen) // len(seen), min(seen), max(seen)), None)
        step.sensors[name] = found
        beyond = [limit for limit, margin in found.margins.items() if margin < 0]
        if not beyond:
            step.rows.append(Row(name, OK))
        elif beyond == ["zero"]:
            text = f"rests {found.offset_mv:+.0f} mV from the middle"
            text += ", accepted by a person" if name in doubt else ""
            step.rows.append(
                Row(name, LOOK, text, "take tiles away and try again; then the sensor")
            )
        else:
            text = f"rests at {found.rest_mv:.0f} mV, wanders by {found.noise_mv:.0f} mV"
            step.rows.append(Row(name, FAULTY, text, "see the self-test's words on this sensor"))
    offsets = [abs(found.offset_mv) for found in step.sensors.values()]
    step.figures["largest offset from the middle, mV"] = max(offsets)
    step.figures["most noise, mV"] = max(found.noise_mv for found in step.sensors.values())
    step.judge()
