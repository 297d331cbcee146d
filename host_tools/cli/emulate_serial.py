"""`lodeboard emulate --serial`: an emulated board behind a pseudo-terminal."""

import contextlib
import signal
import time
from pathlib import Path

from host_tools.board.make import make_emulated
from host_tools.emulator.flashfile import FlashFile, FlashFileError
from host_tools.emulator.serialport import SerialPort
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


def serve(profile: Profile, seed: int, path: Path | None, blank: bool, fast: bool) -> None:
    """Run a board on a serial port, whose path is the first line of standard output. `fast`: in a
    hurry, as SerialPort says. Ends by KeyboardInterrupt. UsageError for a flash file that is none;
    BoardError."""
    with contextlib.ExitStack() as open_until_the_end:
        try:
            flash = open_until_the_end.enter_context(FlashFile(path)) if path else None
            kept = flash is not None and not flash.new
            if kept and blank:
                raise UsageError(
                    f"--blank: {path} holds a board's flash already. Leave --blank out to go on "
                    "with it, or remove the file"
                )
            board = make_emulated(profile, seed, files={} if kept or blank else None)
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
