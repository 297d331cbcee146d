"""What a board is built of, stored on it and compared at its bring-up."""

from collections.abc import Callable

from host_tools.build.layout import BOARD, Firmware
from host_tools.build.revision import RevisionError, decode, of_board

from . import onboard
from .errors import AnotherBoardError
from .flash import Flasher
from .plan import Replace
from .transport import Prompt


def check_revision(prompt: Prompt, board: str) -> bool:
    """Whether the board at this prompt keeps what it is built of, undamaged. Raises
    AnotherBoardError if that is not what the profile of this name says."""
    prompt.run(onboard.STORED)
    wanted = of_board(board)
    try:
        there = decode(prompt.ask(f"_stored('/{BOARD}')"))
    except RevisionError:
        return False
    if there.differs(wanted):
        raise AnotherBoardError(prompt.port, wanted.beside(there), there.beside(wanted))
    return True


def keep_revision(prompt: Prompt, board: str, say: Callable[[str], None]) -> None:
    """Store what a board of this profile is built of, if the board does not keep it. Raises
    AnotherBoardError if it keeps something else."""
    if check_revision(prompt, board):
        return
    wanted = of_board(board)
    prompt.run(onboard.HELPERS)
    flasher = Flasher(prompt, Firmware("", b"", {}, board=board, parts=wanted.parts), say)
    flasher.carry_out([Replace(BOARD, wanted.encode())], lambda: None)
    say(f"the board keeps what it is built of from now on: {wanted.parts}")
