"""Makes a board in a simulated world, with its firmware on this computer or on an emulated chip."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.board.contract import Board
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.setup.extras import needs
from lodeboard.boards.profile import Profile
from lodeboard.system.run import Supervisor

if TYPE_CHECKING:
    from host_tools.board.emulator.quick import QuickBoard

SIMULATED = "simulated"
EMULATED = "emulated"


class BoardError(Exception):
    """A board that cannot be made here; the text says what is missing."""


def make_board(on: str, profile: Profile, seed: int, store: Path | None = None) -> Board:
    """A SIMULATED or EMULATED board, not yet switched on. `store` is the directory where it
    keeps what it stores; without one nothing is kept. BoardError, MissingError."""
    if on == EMULATED:
        return make_emulated(profile, seed, store)
    return SimulatedBoard(profile, seed, store_dir=store, app_factory=Supervisor)


def make_emulated(
    profile: Profile,
    seed: int,
    store: Path | None = None,
    files: Mapping[str, bytes] | None = None,
    at_once: bool = False,
    flash: bytes | None = None,
) -> "QuickBoard":
    """A board around an emulated chip, with these files or the firmware of this tree; or with this
    as its whole flash. Its first `boot` brings back a start that is known; with `at_once` any
    `boot` of a first start comes back with it done. BoardError, MissingError."""
    with needs("the emulated chip", "chip"):
        from host_tools.board.emulator.image import ImageError  # noqa: PLC0415
        from host_tools.board.emulator.quick import QuickBoard  # noqa: PLC0415
    try:
        return QuickBoard(profile, seed, image=flash, files=files, store_dir=store, at_once=at_once)
    except ImageError as error:
        raise BoardError(str(error)) from error
