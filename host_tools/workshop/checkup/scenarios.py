"""Runs scenarios on the board with injected readings, and compares its lights with the
simulator's."""

from collections.abc import Callable, Sequence

from host_tools.board.device.reach import reach
from host_tools.board.scenario import outcome, rig
from host_tools.board.scenario.oncable import Borrowed, why_not
from host_tools.board.scenario.outcome import Outcome
from host_tools.board.scenario.script import Script
from host_tools.jobs.progress import progress_bar
from host_tools.workshop.checkup.parts import FAULTY, OK
from host_tools.workshop.checkup.steps import LEFT_OUT, Row, Step
from lodeboard.boards.profile import Profile

_VERDICTS = {outcome.PASSED: OK, outcome.FAILED: FAULTY, outcome.SKIPPED: LEFT_OUT}


def run_scenarios(
    step: Step, profile: Profile, port: str, scripts: Sequence[Script], say: Callable[[str], None]
) -> None:
    """Complete the step, one row per scenario. After a DeviceError it contains the finished
    ones."""
    if not scripts:
        step.why = f"There are no scenarios for a {profile.name}. Name some: --scenarios FILE"
        return
    with reach(port, say):
        pass  # it may have been restarting; now it is at its prompt
    with (
        Borrowed(profile, port) as borrowed,
        progress_bar(len(scripts), stays=False) as bar,
    ):
        for one in scripts:
            done = rig.perform(one, one.seed, profile, borrowed.board, why_not(one), verbose=False)
            step.rows.append(_row(done))
            bar.update()
    step.figures["scenarios"] = len(scripts)
    step.judge()


def _row(done: Outcome) -> Row:
    if done.status == outcome.PASSED:
        return Row(done.name, OK, f"{done.board_s:.1f} s on the board")
    found = "; ".join(filter(None, [done.first, done.why, *done.differences]))
    fix = "" if done.status == outcome.SKIPPED else "look at the self-test's verdicts first"
    return Row(done.name, _VERDICTS[done.status], found, fix)
