"""The self-test of a board on a cable."""

from collections.abc import Callable

from host_tools.board.device.keep import check_revision, keep_revision
from host_tools.board.device.reach import reach
from host_tools.board.device.stash import check_nothing_stashed
from host_tools.workshop.checkup import reports
from host_tools.workshop.checkup.parts import FAULTY
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.probe import DeviceProbe
from host_tools.workshop.checkup.reports import Report
from host_tools.workshop.checkup.selftest import examine
from lodeboard.boards.profile import Profile

# The chip's own number, the same as its serial number on USB.
CHIP_ID = "__import__('binascii').hexlify(__import__('machine').unique_id()).decode()"


def report_of(
    port: str | None,
    profile: Profile,
    person: Person | None,
    say: Callable[[str], None],
    *,
    keep: bool = False,
) -> Report:
    """Test the board on this port, or the only connected one, which then restarts. `keep`: if no
    part is faulty, the board stores what it is built of. DeviceError, ProbeError."""
    with reach(port, say) as prompt:
        try:
            board_id = str(prompt.ask(CHIP_ID))
            parts = examine(DeviceProbe(prompt.run, profile), profile, person)
            if keep and all(part.verdict != FAULTY for part in parts):
                keep_revision(prompt, profile.name, say)
        except BaseException:
            prompt.leave()
            raise
        prompt.restart()
    return Report(profile.name, board_id, reports.now(), parts, prompt.port)


def who_is_there(
    named: str | None, profile: Profile, say: Callable[[str], None]
) -> tuple[str, str]:
    """Return port and chip id of the board on the named port, or of the only connected one, which
    restarts. DeviceError, also if it keeps that it is built otherwise than the profile says, or if
    its data are stashed: scenarios would restore them in the place of new zeros and gains."""
    with reach(named, say) as prompt:
        try:
            board_id = str(prompt.ask(CHIP_ID))
            check_revision(prompt, profile.name)
            check_nothing_stashed(prompt)
        except BaseException:
            prompt.leave()
            raise
        prompt.restart()
    return prompt.port, board_id
