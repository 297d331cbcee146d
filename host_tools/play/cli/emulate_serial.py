"""`lodeboard emulate --serial`: an emulated board behind a pseudo-terminal."""

import contextlib
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from littlefs import LittleFSError

from host_tools.board.emulator.bootrom import Uf2Error, copy_to_drive
from host_tools.board.emulator.filesystem import read_folder
from host_tools.board.emulator.flashfile import FlashFile, FlashFileError
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.make import make_emulated
from host_tools.build.layout import MANIFEST, SLOTS, LayoutError, read_manifest
from host_tools.jobs.command import UsageError
from lodeboard.boards.profile import Profile
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BYTES

_LOOK_S = 0.05
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _StopSignals:
    """Records signals that end the program, except those ignored at its start. It never raises: an
    exception could leave locks of the port's thread taken."""

    def __init__(self) -> None:
        self.asked = False
        for number in _ENDS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note)

    def _note(self, *_: object) -> None:
        self.asked = True


@dataclass(frozen=True)
class Start:
    """A board's flash at its start: the content of the file `flash`, if it exists. Otherwise bare
    MicroPython (`blank`), what the boot ROM makes of the file `uf2`, or the firmware."""

    flash: Path | None
    blank: bool
    uf2: Path | None

    def check(self, existing: bool) -> None:
        """Raise UsageError if the flash has content already (`existing`) but another start was
        requested."""
        if existing and (self.blank or self.uf2):
            asked = "--blank" if self.blank else "--uf2"
            raise UsageError(
                f"{asked}: {self.flash} holds a board's flash already. Leave {asked} out to go on "
                "with it, or remove the file"
            )

    def dragged(self, board: str) -> bytes | None:
        """The flash of a new Pico after the UF2 file was copied to it; None without such a file.
        Raises UsageError."""
        if self.uf2 is None:
            return None
        flash = bytearray(b"\xff" * FLASH_BYTES)
        try:
            copy_to_drive(self.uf2.read_bytes(), flash)
        except OSError as error:
            raise UsageError(f"--uf2: cannot read {self.uf2}: {error.strerror}") from error
        except Uf2Error as error:
            raise UsageError(f"--uf2: {self.uf2}: {error}") from error
        wanted = _board_of(bytes(flash)) or board
        if wanted != board:
            raise UsageError(f"--uf2: {self.uf2} is for another board: add --board {wanted}")
        return bytes(flash)


def _board_of(flash: bytes) -> str:
    """The board for which the firmware in this flash was made; "" without firmware."""
    try:
        slot = read_folder(flash[FILES_OFFSET:], SLOTS[0])
        return read_manifest(slot[MANIFEST]).board
    except (LittleFSError, KeyError, LayoutError):
        return ""


def serve(profile: Profile, seed: int, start: Start, fast: bool) -> None:
    """Run a board on a serial port, whose path is the first line of standard output. `fast`: the
    `hurry` of SerialPort. Ends with KeyboardInterrupt. Raises UsageError for an unusable file, and
    BoardError."""
    with contextlib.ExitStack() as open_until_the_end:
        try:
            path = start.flash
            flash = open_until_the_end.enter_context(FlashFile(path)) if path else None
            existing = flash is not None and not flash.new
            start.check(existing)
            files: dict[str, bytes] | None = {} if existing or start.blank else None
            board = make_emulated(profile, seed, files=files, flash=start.dragged(profile.name))
            if flash is not None:
                flash.solder(board.chip)
        except FlashFileError as error:
            raise UsageError(f"--flash: {error}") from error
        # Only programs that open the port communicate with the board.
        board.plug(False)
        board.boot()
        stop = _StopSignals()
        port = open_until_the_end.enter_context(SerialPort(board.chip, board.advance, fast))
        reported = False
        while port.running and not stop.asked:
            if not reported and Path(port.path).exists():
                print(port.path, flush=True)
                reported = True
            time.sleep(_LOOK_S)
    raise KeyboardInterrupt
