"""`lodeboard emulate`: the firmware on an emulated RP2040 running the official MicroPython."""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from host_tools.board.contract import Board
from host_tools.board.emulator.image import NAMED
from host_tools.board.hands.stage import Stage
from host_tools.board.make import EMULATED, BoardError, make_emulated
from host_tools.board.scenario.files import load
from host_tools.board.simulator.clock import Pacer
from host_tools.board.simulator.leds import Colour
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, OK, UsageError, complain
from host_tools.jobs.printable import printable
from host_tools.play.cli.scenario import on_emulated
from host_tools.setup.extras import needs
from lodeboard.boards.profile import Profile

LOOK_MS = 120
EPILOG = """\
examples:
  lodeboard emulate                                              Ctrl-C ends it
  lodeboard emulate --script tests/scenarios/take_back.txt
  lodeboard emulate --script tests/scenarios
  lodeboard emulate --board tile7x7
  lodeboard emulate --serial --flash board.bin                   a board on a serial port
  lodeboard emulate --serial --blank                             a bare Pico on a serial port
  lodeboard emulate --serial --uf2 lodeboard-tile4x4.uf2         a Pico with this file copied to it
  lodeboard emulate --image RPI_PICO-20260701-v1.29.0.uf2 --try  does it work with that MicroPython?

Without a script it starts the board and shows the firmware's output and the meaning of every light
until Ctrl-C. With one, it is the same as `lodeboard scenario --on emulated --verbose`. To play on
the emulated chip: lodeboard play --on emulated

With --serial the board is on a pseudo-terminal (Linux, macOS) until Ctrl-C. The first line of
standard output is the path of the port. Any program that communicates with a board can use it:
  mpremote connect PATH repl
  lodeboard flash --port PATH
  lodeboard play --on PATH --inject
FILE is the board's flash, 2 MiB, created if missing. The chip's writes are stored in it at once, so
stopping and restarting this command is like switching the power off and on.
--image takes another MicroPython for the Pico, as from micropython.org/download/RPI_PICO, in place
of the one that the tests run on. --try starts it bare, flashes the firmware by the serial port as a
user does, plays a scenario (or those of --script), and says whether all of that works.
With --uf2 the flash starts blank and is written block by block as by the boot ROM. A file with
which a real Pico would not start, or would start incomplete, is refused with the reason.
A start that lodeboard scenario or play has emulated before takes no time; after it the board runs
at most in real time. With --fast it runs as fast as this computer allows while a program answers
its output, as `lodeboard scenario` and `lodeboard rerun` do; not for playing.
"""
_HOME = "\x1b[{}A\x1b[J"  # moves up by this many lines and clears from there


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard emulate`."""
    parser.epilog = EPILOG
    parser.add_argument(
        "--script", type=Path, metavar="FILE", help="a scenario to run, or a folder of them"
    )
    parser.add_argument("--serial", action="store_true", help="put the board on a serial port")
    parser.add_argument(
        "--flash", type=Path, metavar="FILE", help="with --serial: store the board's flash here"
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--blank", action="store_true", help="with --serial: bare MicroPython, no firmware"
    )
    start.add_argument(
        "--uf2",
        type=Path,
        metavar="FILE",
        help="with --serial: blank flash with this file copied to it",
    )
    parser.add_argument(
        "--fast", action="store_true", help="with --serial: faster than real time for programs"
    )
    parser.add_argument(
        "--image", type=Path, metavar="FILE", help="a MicroPython for the Pico (.uf2) to emulate"
    )
    parser.add_argument(
        "--try", action="store_true", dest="trial", help="flash, play a scenario, report"
    )
    profiles.add_argument(parser)
    parser.add_argument("--seed", type=int, help="another board (default 1, or the scenario's)")
    parser.add_argument("--quiet", action="store_true", help="with a script: do not show each line")


def run(arguments: argparse.Namespace) -> int:
    """Run the chip; 1 if a scenario failed."""
    if arguments.seed is not None and arguments.seed < 0:
        raise UsageError(f"--seed {arguments.seed}: a seed is a number from 0 up")
    if arguments.serial and arguments.script is not None:
        raise UsageError("--serial and --script: a board on a serial port runs no script")
    of_port = (arguments.flash, arguments.uf2, arguments.blank or None, arguments.fast or None)
    if not arguments.serial and of_port != (None,) * len(of_port):
        raise UsageError(
            "--flash, --blank, --uf2 and --fast are for a board on a port: add --serial"
        )
    if arguments.trial and arguments.serial:
        raise UsageError("--try ends by itself, and --serial runs until Ctrl-C: leave one out")
    if arguments.image is not None:
        os.environ[NAMED] = str(arguments.image)
    profile = profiles.profile(arguments.board)
    try:
        if arguments.trial:
            return _try(arguments, profile)
        if arguments.serial:
            return _serve(arguments, profile)
        if arguments.script is None:
            return _watch(
                make_emulated(profile, 1 if arguments.seed is None else arguments.seed, None)
            )
        return _perform(arguments, profile)
    except BoardError as error:
        complain("emulate", error)
        return FAILED


def _try(arguments: argparse.Namespace, profile: Profile) -> int:
    if find_spec("termios") is None:
        raise BoardError("--try needs pseudo-terminals, as Linux and macOS have")
    with needs("the emulated chip and its serial port", "chip"):
        from host_tools.play.cli.emulate_trial import trial  # noqa: PLC0415
    seed = 1 if arguments.seed is None else arguments.seed
    return trial(profile, seed, [arguments.script] if arguments.script else [])


def _serve(arguments: argparse.Namespace, profile: Profile) -> int:
    if find_spec("termios") is None:
        raise BoardError("--serial needs pseudo-terminals, as Linux and macOS have")
    with needs("the emulated chip", "chip"):
        from host_tools.play.cli.emulate_serial import Start, serve  # noqa: PLC0415
    seed = 1 if arguments.seed is None else arguments.seed
    start = Start(arguments.flash, arguments.blank, arguments.uf2)
    serve(profile, seed, start, arguments.fast)
    return OK


def _perform(arguments: argparse.Namespace, profile: Profile) -> int:
    asked = {"on": EMULATED, "verbose": not arguments.quiet}
    asked |= {"json": False, "junit": None, "record": None}
    scripts = load([arguments.script], profile)
    return on_emulated(argparse.Namespace(seed=arguments.seed, **asked), profile, scripts)


def _watch(board: Board) -> int:
    """Run the board forever, at most in real time, and show its output and lights. Ends with
    KeyboardInterrupt."""
    view, pacer = _View(board), Pacer()
    board.boot()
    while True:
        board.run_ms(LOOK_MS)
        view.show()
        pacer.wait(LOOK_MS)


class _View:
    """The lights as rows of words, in their colours on a colour terminal and redrawn in place
    there; elsewhere printed whenever a meaning changes."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._stage = Stage(board)
        self._live = sys.stdout.isatty()
        self._drawn = 0  # lines to move up
        self._last = ""
        self._said: list[str] = []
        board.lines.subscribe(lambda _, line: self._said.append(line))

    def show(self) -> None:
        """Show changes."""
        words = self._stage.picture()
        if self._live:
            self._go_back()
        for line in self._said:
            print(printable(line))
        self._said.clear()
        if self._live:
            rows = [f"{self._board.now_ms / 1000:8.2f} s on the board", *self._coloured()]
            print("\n".join(rows))
            self._drawn = len(rows)
        elif words != self._last:
            print(f"{self._board.now_ms / 1000:8.2f} s\n{words}")
        self._last = words
        sys.stdout.flush()

    def _go_back(self) -> None:
        if self._drawn:
            print(_HOME.format(self._drawn), end="")
        self._drawn = 0

    def _coloured(self) -> list[str]:
        lights = self._stage.lights()
        columns = self._board.profile.columns
        width = max(len(name) for name in lights) + 1
        cells = [
            f"{_blob(colour)} {name.ljust(width)}"
            for colour, name in zip(self._board.leds, lights, strict=True)
        ]
        return [
            "".join(cells[offset : offset + columns]) for offset in range(0, len(cells), columns)
        ]


def _blob(colour: Colour) -> str:
    """A patch of the light's colour, as bright as on the board."""
    red, green, blue = (round(255 * (value / 255) ** (1 / 2.2)) for value in colour)
    return f"\x1b[48;2;{red};{green};{blue}m    \x1b[0m"
