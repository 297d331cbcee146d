"""Creates a board in a simulated world, with its firmware on this computer or on an emulated
chip."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.board.contract import Board
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.setup.extras import needs
from lodeboard.boards.profile import Profile
from lodeboard.system.run import Supervisor

if TYPE_CHECKING:
    from host_tools.board.emulator.board import EmulatedBoard

SIMULATED = "simulated"
EMULATED = "emulated"


class BoardError(Exception):
    """A board cannot be created here; the text says what is missing."""


def make_board(on: str, profile: Profile, seed: int, store: Path | None = None) -> Board:
    """A SIMULATED or EMULATED board, not yet switched on. `store` is the directory for its data;
    without it nothing is stored. Raises BoardError, MissingError."""
    if on == EMULATED:
        return make_emulated(profile, seed, store)
    return SimulatedBoard(profile, seed, store_dir=store, app_factory=Supervisor)


def make_emulated(
    profile: Profile,
    seed: int,
    store: Path | None = None,
    files: Mapping[str, bytes] | None = None,
    flash: bytes | None = None,
) -> "EmulatedBoard":
    """A board around an emulated chip, with `files` or the firmware of this tree, or with `flash`
    as its whole flash. Raises BoardError, MissingError."""
    with needs("the emulated chip", "chip"):
        from host_tools.board.emulator.board import EmulatedBoard  # noqa: PLC0415
        from host_tools.board.emulator.image import ImageError  # noqa: PLC0415
    try:
        return EmulatedBoard(profile, seed, image=flash, files=files, store_dir=store)
    except ImageError as error:
        raise BoardError(str(error)) from error
