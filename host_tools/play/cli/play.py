"""`lodeboard play`: a board, in real time, in the browser."""

import argparse
import asyncio
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

from host_tools.board.contract import Board
from host_tools.board.make import EMULATED, SIMULATED, BoardError, make_board
from host_tools.board.recording.file import RecordingError
from host_tools.board.recording.recorder import recording, stored_in
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.factory import calibrate
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, UsageError, complain
from host_tools.play.cli import against
from host_tools.play.cli.startbar import show_start
from host_tools.play.web import tile_tray
from host_tools.play.web.datadir import PlayError, board_directory, erase, real_board, recordings
from host_tools.play.web.kinds import ON_CABLE, ON_CHIP, RECORDED, Kinds
from host_tools.play.web.pace import Pace
from host_tools.play.web.recordings import Recordings
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.serve import listener, serve
from host_tools.play.web.sharing import Sharing
from host_tools.play.web.storage_reports import Keeping
from host_tools.setup.extras import needs
from host_tools.workshop.checkup import REAL
from lodeboard.boards.profile import Profile

EPILOG = """\
examples:
  lodeboard play
  lodeboard play --no-browser --port 0      any free port; only print the address
  lodeboard play --seed 2 --fresh           another board, as new
  lodeboard play --on emulated              the firmware on an emulated RP2040
  lodeboard play --board tile7x7            start with the larger board of Magician Chess
  lodeboard play --record game.rec          record all inputs and outputs
  lodeboard play --share                    also for phones and laptops in this network
  lodeboard play --against simulated        two boards that play each other
  lodeboard play --on real                  the only real board that is plugged in
  lodeboard play --on /dev/ttyACM0 --inject the board on that port, with the page's magnets
"""

PORT = 8417
BOARDS = (SIMULATED, EMULATED, REAL)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard play`."""
    parser.epilog = EPILOG
    parser.add_argument(
        "--on",
        default=SIMULATED,
        metavar="BOARD",
        help=f"{SIMULATED} (default): the firmware on this computer; {EMULATED}: on an emulated "
        "RP2040 running the official MicroPython; both share "
        f"settings, calibration, game and tiles. {REAL}: the real board that is plugged in; or "
        "the serial port of one",
    )
    parser.add_argument(
        "--against",
        metavar="BOARD",
        help="a second board, as for --on: the two play each other, each with a page; who sits at "
        "the first board begins, and each board asks by its lights for what was moved at the other",
    )
    profiles.add_argument(parser, "the first board; a game chosen on the page may change it")
    parser.add_argument(
        "--inject",
        action="store_true",
        help="with a real board: replace its sensors by the magnets of the tiles on the page",
    )
    _add_page_arguments(parser)
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="number of the simulated board: each has its own sensors, settings, calibration, game "
        "and tiles (default 1)",
    )
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        metavar="X",
        help="speed of the board relative to real time, 0.1 to 10 (default 1)",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="record all readings, buttons, lights, sounds and lines in this new file for "
        "lodeboard rerun: about 650 KB in ten minutes",
    )
    parser.add_argument(
        "--hands",
        action="store_true",
        help="play by hand, as on a real board: set the zeros, set up the game and make the "
        "board's moves yourself; also in the page's Settings",
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="erase this board's settings, calibration and game, and clear its tiles",
    )


def _add_page_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        metavar="N",
        help=f"network port of the page (default {PORT}; 0: any free port)",
    )
    parser.add_argument(
        "--share",
        action="store_true",
        help="open the page to the local network: prints an address with a one-time code, as text "
        "and as a QR code; the first guest is the second player, all others watch",
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the page's address")


def run(arguments: argparse.Namespace) -> int:
    """Play until the terminal is closed or Ctrl-C is pressed."""
    if not 0 <= arguments.port <= 65535:
        raise UsageError(f"--port {arguments.port}: a port is a number from 0 to 65535")
    if arguments.seed < 0:
        raise UsageError(f"--seed {arguments.seed}: a seed is a number from 0 up")
    if not 0.1 <= arguments.speed <= 10.0:
        raise UsageError(f"--speed {arguments.speed}: a speed is a number from 0.1 to 10")
    simulated = {arguments.on, arguments.against} & {SIMULATED, EMULATED}
    if arguments.fresh and not simulated and not arguments.inject:
        raise UsageError("--fresh does not erase a real board: leave it out, or give --inject too")
    if arguments.against is not None:
        return against.run(arguments)
    if arguments.on not in (SIMULATED, EMULATED):
        return run_real(arguments)
    if arguments.inject:
        raise UsageError(f"--inject is for a real board, not for --on {arguments.on}")
    kinds = Kinds(arguments.seed, _only(arguments))
    try:
        sharing = Sharing() if arguments.share else None
        with listener(arguments.port, arguments.share) as door:
            kinds.choose(arguments.board)
            for number, (profile, directory) in enumerate(kinds.chosen()):
                if arguments.fresh and not number:
                    erase(directory)
                _play_on(arguments, profile, directory, door, kinds, sharing, number > 0)
    except (BoardError, PlayError, RecordingError) as error:
        complain("play", error)
        return FAILED
    return 0


def _only(arguments: argparse.Namespace) -> str:
    """Why no other board can be chosen on the page; "" if it can."""
    if arguments.record:
        return RECORDED
    return "" if arguments.on == SIMULATED else ON_CHIP


def _play_on(
    arguments: argparse.Namespace,
    profile: Profile,
    directory: Path,
    door: socket.socket,
    kinds: Kinds,
    sharing: Sharing | None,
    again: bool,
) -> None:
    """Play on this board, whose data are in this folder, until it ends."""
    tapes = _recordings(arguments, profile)
    board = make_board(arguments.on, profile, arguments.seed, directory / "store")
    if isinstance(board, SimulatedBoard) and not arguments.hands:
        calibrate(board)
    stored = stored_in(directory / "store")
    tile_tray.lay_tiles(board.world, directory)
    keeping = Keeping(directory)
    keeping.begin(board.world)
    try:
        with recording(board, arguments.record, profile, arguments.on, arguments.seed, stored):
            asyncio.run(
                serve(
                    board,
                    door,
                    arguments.speed,
                    not arguments.no_browser,
                    lambda runner: runner.equip(board, tapes, not arguments.hands),
                    kinds,
                    tapes,
                    _pace(arguments, board),
                    lambda: show_start(board),
                    keeping,
                    again,
                    sharing,
                )
            )
    finally:
        keeping.end(board.world)


def run_real(arguments: argparse.Namespace) -> int:
    """Play on a real board on a cable."""
    if arguments.speed != 1.0:
        raise UsageError(f"--speed {arguments.speed}: the time of a real board is real")
    with needs("a real board", "board"):
        from host_tools.board.device import find  # noqa: PLC0415
        from host_tools.board.device.cable import SerialCable  # noqa: PLC0415
        from host_tools.board.device.errors import DeviceError, NoBoardError, for_on  # noqa: PLC0415
        from host_tools.board.device.serialboard import SerialBoard  # noqa: PLC0415
        from host_tools.play.web.devicebench import DeviceBench  # noqa: PLC0415
    try:
        port = find.find_port(None if arguments.on == REAL else arguments.on)
    except NoBoardError as error:
        reason = for_on(error)
        if arguments.on != REAL:  # which may be misspelled
            reason = f"{reason.partition('. ')[0]}. --on wants {', '.join(BOARDS)} or a port"
        complain("play", reason)
        return FAILED
    except DeviceError as error:
        complain("play", for_on(error))
        return FAILED
    profile = profiles.profile(arguments.board)
    cable = SerialCable(port)
    board = SerialBoard(profile, cable, port, inject=arguments.inject, seed=arguments.seed)

    tapes = _recordings(arguments, profile)

    def equip(runner: BoardRunner) -> None:
        bench = DeviceBench(board, runner.free, tapes)
        runner.attach(bench, bench.hands_off)

    try:
        page = partial(
            serve, board, speed=1.0, open_browser=not arguments.no_browser, recordings=tapes,
            sharing=Sharing() if arguments.share else None,
        )  # fmt: skip
        with (
            listener(arguments.port, arguments.share) as door,
            board_directory(
                real_board(profile.name, port, find.serial_number(port)),
                "name the port of another board with --on",
            ) as directory,
        ):
            if arguments.inject:
                if arguments.fresh:
                    erase(directory)
                tile_tray.lay_tiles(board.world, directory)
            keeping = Keeping(directory if arguments.inject else None)
            cable.start()
            try:
                with recording(board, arguments.record, profile, REAL, arguments.seed):
                    pace = _pace_on_cable(port, lambda: board.told_ms)
                    kinds = Kinds(arguments.seed, ON_CABLE)
                    asyncio.run(page(door, equip=equip, kinds=kinds, pace=pace, keeping=keeping))
            finally:
                keeping.end(board.world)
    except (PlayError, DeviceError, RecordingError) as error:
        complain("play", error)
        return FAILED
    return 0


def _pace_on_cable(port: str, told_ms: Callable[[], int | None]) -> Pace:
    slow = "an emulated one on a computer that is too slow"
    return Pace(f"The board on {port}", 1.0, lambda: None, told_ms, slow=slow)


def _pace(arguments: argparse.Namespace, board: Board) -> Pace | None:
    if arguments.on == SIMULATED:
        return None  # its messages would depend on the load of this computer
    return Pace(
        "The emulated chip",
        arguments.speed,
        lambda: board.start_share,
        lambda: board.now_ms if board.powered else None,
    )


def _recordings(arguments: argparse.Namespace, profile: Profile) -> Recordings:
    on = arguments.on if arguments.on in (SIMULATED, EMULATED) else REAL
    return Recordings(recordings(), profile, on, arguments.seed, arguments.record)
