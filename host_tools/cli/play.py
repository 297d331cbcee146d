"""`lodeboard play`: a board, in real time, in the browser."""

import argparse
import asyncio
import errno
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from host_tools.board import profiles
from host_tools.board.contract import Board
from host_tools.cli.console import UsageError
from host_tools.simulator.board import SimulatedBoard
from host_tools.simulator.world import World
from host_tools.web import tabletop
from host_tools.web.datadir import PlayError, board_directory, forget
from host_tools.web.guard import LOOPBACK
from host_tools.web.hub import Hub
from host_tools.web.runner import BoardRunner, Moment
from host_tools.web.server import PageServer, Setting
from lodeboard.boards.profile import Profile
from lodeboard.system.supervisor import Supervisor

if TYPE_CHECKING:
    from host_tools.device.serialboard import SerialBoard

EPILOG = """\
examples:
  lodeboard play
  lodeboard play --no-browser --port 0      any free port; only print the address
  lodeboard play --seed 2 --fresh           another board, as it left the workshop
  lodeboard play --on emulated              the firmware on an emulated RP2040
  lodeboard play --board tile7x7            a larger board
  lodeboard play --on real                  the one real board that is plugged in
  lodeboard play --on /dev/ttyACM0 --inject the board on that port, with magnets of the page's
"""

PORT = 8417
FAILED = 1
SHUTDOWN_S = 2.0
SIMULATED = "simulated"
EMULATED = "emulated"
REAL = "real"
BOARDS = (SIMULATED, EMULATED, REAL)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard play`."""
    parser.epilog = EPILOG
    parser.add_argument(
        "--on",
        default=SIMULATED,
        metavar="BOARD",
        help=f"{SIMULATED} (default): the firmware on this computer; {EMULATED}: on an emulated "
        "RP2040 running the official MicroPython, slower than real time; both keep the same "
        f"settings, calibration, game and tiles. {REAL}: the real board that is plugged in; or "
        "the serial port of one",
    )
    profiles.add_argument(parser)
    parser.add_argument(
        "--inject",
        action="store_true",
        help="with a real board: its firmware feels the magnets of the tiles on the page, in "
        "place of its own sensors",
    )
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        metavar="N",
        help=f"port of the page on this computer (default {PORT}; 0 takes any free one)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="which simulated board: each has sensors of its own and keeps its own settings, "
        "calibration, game and tiles (default 1)",
    )
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        metavar="X",
        help="how many times as fast as real time the board runs, 0.1 to 10 (default 1)",
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the page's address")
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="forget this board's settings, calibration and game, and put the tiles away",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the terminal is closed or Ctrl-C is pressed."""
    if not 0 <= arguments.port <= 65535:
        raise UsageError(f"--port {arguments.port}: a port is a number from 0 to 65535")
    if arguments.seed < 0:
        raise UsageError(f"--seed {arguments.seed}: a seed is a number from 0 up")
    if not 0.1 <= arguments.speed <= 10.0:
        raise UsageError(f"--speed {arguments.speed}: a speed is a number from 0.1 to 10")
    if arguments.on not in (SIMULATED, EMULATED):
        return run_real(arguments)
    if arguments.inject:
        raise UsageError(f"--inject is for a real board, not for --on {arguments.on}")
    name = f"{arguments.board}-{arguments.seed}"
    try:
        with listener(arguments.port) as door, board_directory(name) as directory:
            if arguments.fresh:
                forget(directory)
            board = make_board(arguments.on, arguments.seed, directory, arguments.board)
            try:
                asyncio.run(
                    serve(
                        board,
                        door,
                        arguments.speed,
                        not arguments.no_browser,
                        lambda runner: runner.equip(board),
                    )
                )
            finally:
                tabletop.save(board.world, directory)
    except PlayError as error:
        print(f"lodeboard play: {error}", file=sys.stderr)
        return FAILED
    return 0


def run_real(arguments: argparse.Namespace) -> int:
    """The same with a real board on a cable."""
    if arguments.speed != 1.0:
        raise UsageError(f"--speed {arguments.speed}: the time of a real board is real")
    try:
        # Only this board needs pyserial, which not every set-up has.
        from host_tools.device import find  # noqa: PLC0415
        from host_tools.device.cable import SerialCable  # noqa: PLC0415
        from host_tools.device.errors import DeviceError, NoBoardError  # noqa: PLC0415
        from host_tools.device.serialboard import SerialBoard  # noqa: PLC0415
        from host_tools.web.devicebench import DeviceBench  # noqa: PLC0415
    except ModuleNotFoundError as error:
        print(
            f"lodeboard play: a real board needs the package {error.name}. Install it with: "
            "make setup-test",
            file=sys.stderr,
        )
        return FAILED
    try:
        port = find.find_port(None if arguments.on == REAL else arguments.on)
    except NoBoardError as error:
        reason = str(error).replace("--port", "--on")
        if arguments.on != REAL:  # which may as well be a slip
            reason = f"{reason.partition('. ')[0]}. --on wants {', '.join(BOARDS)} or a port"
        print(f"lodeboard play: {reason}", file=sys.stderr)
        return FAILED
    except DeviceError as error:
        reason = str(error).replace("--port", "--on")
        print(f"lodeboard play: {reason}", file=sys.stderr)
        return FAILED
    profile = profiles.profile(arguments.board)
    cable = SerialCable(port)
    board = SerialBoard(profile, cable, port, inject=arguments.inject, seed=arguments.seed)

    def equip(runner: BoardRunner) -> None:
        bench = DeviceBench(board, runner.free)
        runner.attach(bench, bench.hands_off)

    try:
        with (
            listener(arguments.port) as door,
            board_directory(f"{profile.name}-real") as directory,
        ):
            if arguments.inject:
                if arguments.fresh:
                    forget(directory)
                lay_tiles(board.world, directory)
            cable.start()
            try:
                asyncio.run(serve(board, door, 1.0, not arguments.no_browser, equip))
            finally:
                if arguments.inject:
                    tabletop.save(board.world, directory)
    except (PlayError, DeviceError) as error:
        print(f"lodeboard play: {error}", file=sys.stderr)
        return FAILED
    return 0


def listener(port: int) -> socket.socket:
    """A listening socket on the loopback address; PlayError when the port is not to be had."""
    try:
        return socket.create_server((LOOPBACK, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = "is in use, perhaps by another lodeboard play"
        elif error.errno == errno.EACCES:
            reason = "is reserved for the system"
        else:
            raise PlayError(f"cannot listen on {LOOPBACK}:{port}: {error.strerror}") from error
        raise PlayError(
            f"port {port} {reason}. Choose another one: lodeboard play --port {max(port, 1024) + 1}"
        ) from error


def make_board(on: str, seed: int, directory: Path, name: str = profiles.DEFAULT) -> Board:
    """The board with the tiles where they were left, not yet switched on."""
    profile, store = profiles.profile(name), directory / "store"
    board: Board
    if on == EMULATED:
        board = make_emulated(profile, seed, store)
    else:
        board = SimulatedBoard(profile, seed, store_dir=store, app_factory=Supervisor)
    lay_tiles(board.world, directory)
    return board


def lay_tiles(world: World, directory: Path) -> None:
    """Lay the tiles where they were left."""
    try:
        tabletop.restore(world, directory)
    except tabletop.TabletopError as error:
        print(f"The tiles are back in their trays: {error}.", file=sys.stderr)


def make_emulated(profile: Profile, seed: int, store: Path | None = None) -> Board:
    """A board around an emulated chip; PlayError says what it lacks."""
    try:
        # Only this board needs the emulator, which not every set-up has.
        from host_tools.emulator.board import EmulatedBoard  # noqa: PLC0415
        from host_tools.emulator.image import ImageError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise PlayError(
            f"the emulated chip needs the package {error.name}. Install it with: make setup-test"
        ) from error
    try:
        return EmulatedBoard(profile, seed, store_dir=store)
    except ImageError as error:
        raise PlayError(str(error)) from error


async def serve(
    board: "Board | SerialBoard",
    door: socket.socket,
    speed: float,
    open_browser: bool,
    equip: Callable[[BoardRunner], None],
) -> None:
    """Run board and page until a signal ends them."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    if sys.platform != "win32":  # there Ctrl-C comes as KeyboardInterrupt
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants it ignored
                loop.add_signal_handler(number, ended.set)
    hub = Hub()

    def publish(moment: Moment) -> None:
        loop.call_soon_threadsafe(hub.publish, moment)

    profile, world = board.profile, board.world
    wells = [world.plate.centre(cell) for cell in range(profile.cells)]
    homes = tabletop.homes(world)
    runner = BoardRunner(board, profile.tick_ms, wells, publish, speed)
    equip(runner)
    server = PageServer(runner, hub, Setting(profile.data, homes, speed))
    port = door.getsockname()[1]
    site = web.AppRunner(server.application(port), access_log=None, shutdown_timeout=SHUTDOWN_S)
    await site.setup()
    await web.SockSite(site, door).start()
    board.boot()
    ticking = asyncio.create_task(asyncio.to_thread(runner.run))
    waiting = asyncio.create_task(ended.wait())
    try:
        await announce(f"http://{LOOPBACK}:{port}/", open_browser)
        await asyncio.wait({ticking, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        runner.stop()
        try:
            await ticking  # raises what ended the board, if anything but us did
        finally:
            board.power_cut()
            await site.cleanup()


async def announce(address: str, open_browser: bool) -> None:
    """Say where the page is, and open it where there is a screen to open it on."""
    print(f"The board is running. Its page:\n\n    {address}\n", flush=True)
    # Starting a browser can take its time; the board goes on meanwhile.
    if open_browser and _has_screen() and await asyncio.to_thread(webbrowser.open, address):
        print("Your browser opens it.", end=" ")
    else:
        print("Open it in a browser on this computer.", end=" ")
    print("Ctrl-C ends it; settings, calibration and the game are kept.", flush=True)


def _has_screen() -> bool:
    # Without one, webbrowser would start a text browser in this very terminal.
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
