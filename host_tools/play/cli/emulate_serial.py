"""`lodeboard emulate --serial`: an emulated board behind a pseudo-terminal."""

import contextlib
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from littlefs import LittleFSError

from host_tools.board.emulator.bootrom import Uf2Error, copy_to_drive
from host_tools.board.emulator.filesystem import FLASH_BYTES, FLASH_OFFSET, read_folder
from host_tools.board.emulator.flashfile import FlashFile, FlashFileError
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.make import make_emulated
from host_tools.build.layout import MANIFEST, SLOTS, LayoutError, read_manifest
from host_tools.jobs.command import UsageError
from lodeboard.boards.profile import Profile

_LOOK_S = 0.05
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Ends:
    """Notes the signals that end the program, but those that it was started without. It raises
    nothing by itself: an exception anywhere could leave locks of the port's thread taken."""

    def __init__(self) -> None:
        self.asked = False
        for number in _ENDS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note)

    def _note(self, *_: object) -> None:
        self.asked = True


@dataclass(frozen=True)
class Start:
    """What is in a board's flash at its start: what the file `flash` has, which keeps it. Where
    that is new, bare MicroPython (`blank`), or what a boot ROM makes of the file `uf2`; else the
    firmware."""

    flash: Path | None
    blank: bool
    uf2: Path | None

    def check(self, kept: bool) -> None:
        """UsageError where the flash is `kept` already and another one was asked for."""
        if kept and (self.blank or self.uf2):
            asked = "--blank" if self.blank else "--uf2"
            raise UsageError(
                f"{asked}: {self.flash} holds a board's flash already. Leave {asked} out to go on "
                "with it, or remove the file"
            )

    def dragged(self, board: str) -> bytes | None:
        """The flash of a new Pico, on this board, onto which the UF2 file was dragged, if one was.
        UsageError."""
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
    """The board that the firmware in this flash is for; "" where it has none."""
    try:
        slot = read_folder(flash[FLASH_OFFSET:], SLOTS[0])
        return read_manifest(slot[MANIFEST]).board
    except (LittleFSError, KeyError, LayoutError):
        return ""


def serve(profile: Profile, seed: int, start: Start, fast: bool) -> None:
    """Run a board on a serial port, whose path is the first line of standard output. `fast`: in a
    hurry, as SerialPort says. Ends by KeyboardInterrupt. UsageError for a file that will not do;
    BoardError."""
    with contextlib.ExitStack() as open_until_the_end:
        try:
            path = start.flash
            flash = open_until_the_end.enter_context(FlashFile(path)) if path else None
            kept = flash is not None and not flash.new
            start.check(kept)
            files: dict[str, bytes] | None = {} if kept or start.blank else None
            board = make_emulated(profile, seed, files=files, flash=start.dragged(profile.name))
            if flash is not None:
                flash.solder(board.chip)
        except FlashFileError as error:
            raise UsageError(f"--flash: {error}") from error
        # Only who has the port open talks to the board.
        board.plug(False)
        board.boot()
        ends = _Ends()
        port = open_until_the_end.enter_context(SerialPort(board.chip, board.advance, fast))
        reported = False
        while port.running and not ends.asked:
            if not reported and Path(port.path).exists():
                print(port.path, flush=True)
                reported = True
            time.sleep(_LOOK_S)
    raise KeyboardInterrupt
