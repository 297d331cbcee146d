"""Runs the steps of a bring-up in order, and writes the report after each."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from host_tools.board.device.errors import DeviceError, for_on
from host_tools.board.scenario.script import Script
from host_tools.workshop.checkup.chip.measure import compare_chip
from host_tools.workshop.checkup.gains import set_gains
from host_tools.workshop.checkup.line import started
from host_tools.workshop.checkup.oncable import report_of
from host_tools.workshop.checkup.parts import FAULTY, NOT_TRIED
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.probe import ProbeError
from host_tools.workshop.checkup.reports import Report
from host_tools.workshop.checkup.scenarios import run_scenarios
from host_tools.workshop.checkup.soak import soak
from host_tools.workshop.checkup.steps import BROKEN_OFF, DONE, LEFT_OUT, Bringup, Row, Step
from host_tools.workshop.checkup.wires import Wires
from host_tools.workshop.checkup.zeros import set_zeros
from lodeboard.boards.profile import Profile

_NOT_YET = "Not done yet."
Say = Callable[[str], None]
Work = Callable[[Step], None]


@dataclass(frozen=True)
class Plan:
    """The steps to run and their board. `keep`: takes the report of its self-test. `told`: called
    whenever a long step has new results."""

    profile: Profile
    port: str
    person: Person | None
    scripts: Sequence[Script]
    minutes: float
    say: Say
    keep: Callable[[Report], None]
    told: Callable[[], None] = lambda: None


def works(plan: Plan) -> dict[str, Work]:
    """Return the function that completes each step, in order."""
    profile, port, say = plan.profile, plan.port, plan.say
    return {
        "selftest": lambda step: _selftest(step, plan),
        "chip": lambda step: compare_chip(step, profile, port, say),
        "zeros": lambda step: _zeros(step, plan),
        "gains": lambda step: _gains(step, plan),
        "scenarios": lambda step: run_scenarios(step, profile, port, plan.scripts, say),
        "soak": lambda step: soak(step, profile, port, plan.minutes, say, plan.told),
    }


def run(
    bringup: Bringup,
    todo: dict[str, Work],
    chosen: Sequence[str],
    write: Callable[[Bringup], None],
    told: Callable[[Step], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Run the chosen steps. `write` is called before the first and after each, `told` after each.
    If the board cannot continue, the remaining steps are skipped and the bring-up is BROKEN_OFF;
    KeyboardInterrupt is passed on after that."""
    for step in bringup.steps:
        step.why = _NOT_YET if step.name in chosen else "Not asked for (--steps)."
    write(bringup)
    for step in bringup.steps:
        if step.name not in chosen:
            continue
        begun = clock()
        step.why = ""
        try:
            todo[step.name](step)
        except (DeviceError, ProbeError) as error:
            reason = for_on(error)
            step.rows.append(Row("the board", FAULTY, reason))
            step.verdict = FAULTY
            _break_off(bringup, step, reason)
        except KeyboardInterrupt:
            _break_off(bringup, step, "Ctrl-C was pressed, or the terminal was closed.")
            raise
        finally:
            step.took_s = clock() - begun
            write(bringup)
            told(step)
        if bringup.state == BROKEN_OFF:
            return
    bringup.state = DONE
    write(bringup)


def _break_off(bringup: Bringup, step: Step, why: str) -> None:
    bringup.state, bringup.why = BROKEN_OFF, f"In the step {step.name}: {why}"
    step.why = f"Broken off: {why} {step.why}".rstrip()
    for other in bringup.steps:
        if other.why == _NOT_YET:
            other.why = f"The bring-up was broken off in the step {step.name}."


def _selftest(step: Step, plan: Plan) -> None:
    report = report_of(plan.port, plan.profile, plan.person, plan.say, keep=True)
    plan.keep(report)
    for part in report.parts:
        verdict = LEFT_OUT if part.verdict == NOT_TRIED else part.verdict
        step.rows.append(Row(f"{part.kind} {part.name}".strip(), verdict, part.found, part.fix))
    step.sensors = report.numbers
    step.judge()


def _zeros(step: Step, plan: Plan) -> None:
    with started(plan.profile, plan.port, plan.say) as line:
        set_zeros(step, line, Wires(plan.profile), plan.person)


def _gains(step: Step, plan: Plan) -> None:
    if plan.person is None:
        step.why = (
            "Nobody is there to lay tiles. With a first player's tile, at a terminal: --steps gains"
        )
        return
    with started(plan.profile, plan.port, plan.say) as line:
        set_gains(step, line, Wires(plan.profile), plan.person)
