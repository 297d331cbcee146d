"""`lodeboard play --on A --against B`: two boards on this computer play each other, each with a
page of its own."""

import argparse
import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, NamedTuple

from host_tools.board.contract import Board
from host_tools.board.make import EMULATED, SIMULATED, BoardError, make_board
from host_tools.board.messages import Handlers, Menu, State, listen
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.factory import calibrate
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, UsageError, complain
from host_tools.play.web import tile_tray
from host_tools.play.web.datadir import PlayError, board_directory, erase, real_board
from host_tools.play.web.kinds import ON_CABLE, Kinds
from host_tools.play.web.messages import Tell
from host_tools.play.web.pair import Pair
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.serve import listener, serve, signalled
from host_tools.play.web.storage_reports import Keeping
from host_tools.setup.extras import needs
from host_tools.workshop.checkup import REAL

PAIR = 0  # in the place of a page: pages are counted from 1
TWO = "Each of the two boards has its page; other kinds of boards cannot be chosen here."


class Side(NamedTuple):
    """One of the boards, with what a page needs of it."""

    board: Any
    equip: Callable[[BoardRunner], None]
    keeping: Keeping
    only: str


def check(arguments: argparse.Namespace) -> None:
    """Raise UsageError for options that are not for two boards."""
    for name in ("record", "share", "inject"):
        if getattr(arguments, name):
            raise UsageError(f"--{name} is for one board: leave it or --against out")
    if arguments.on == arguments.against and arguments.on not in (SIMULATED, EMULATED):
        raise UsageError(f"--against {arguments.against}: that is the same board")
    if arguments.port == 65535:
        raise UsageError("--port 65535: the second board's page is at the next port, so one less")


def run(arguments: argparse.Namespace) -> int:
    """Play until the terminal is closed or Ctrl-C is pressed."""
    check(arguments)
    try:
        with ExitStack() as stack:
            sides = [
                stack.enter_context(_side(arguments, on, arguments.seed + number))
                for number, on in enumerate((arguments.on, arguments.against))
            ]
            ports = [arguments.port, arguments.port and arguments.port + 1]
            doors = [stack.enter_context(listener(port)) for port in ports]
            asyncio.run(_play(arguments, sides, doors))
    except (BoardError, PlayError) as error:
        complain("play", error)
        return FAILED
    return 0


@contextmanager
def _side(arguments: argparse.Namespace, on: str, seed: int) -> Iterator[Side]:
    profile = profiles.profile(arguments.board)
    if on not in (SIMULATED, EMULATED):
        with _on_cable(arguments, on) as side:
            yield side
        return
    with board_directory(f"{profile.name}-{seed}") as directory:
        if arguments.fresh:
            erase(directory)
        board: Board = make_board(on, profile, seed, directory / "store")
        if isinstance(board, SimulatedBoard) and not arguments.hands:
            calibrate(board)
        tile_tray.lay_tiles(board.world, directory)
        keeping = Keeping(directory)
        keeping.begin(board.world)
        try:
            yield Side(board, lambda it: it.equip(board, None, not arguments.hands), keeping, TWO)
        finally:
            keeping.end(board.world)


@contextmanager
def _on_cable(arguments: argparse.Namespace, on: str) -> Iterator[Side]:
    with needs("a real board", "board"):
        from host_tools.board.device import find  # noqa: PLC0415
        from host_tools.board.device.cable import SerialCable  # noqa: PLC0415
        from host_tools.board.device.errors import DeviceError, for_on  # noqa: PLC0415
        from host_tools.board.device.serialboard import SerialBoard  # noqa: PLC0415
        from host_tools.play.web.devicebench import DeviceBench  # noqa: PLC0415
    try:
        port = find.find_port(None if on == REAL else on)
    except DeviceError as error:
        raise PlayError(for_on(error)) from error
    profile = profiles.profile(arguments.board)
    cable = SerialCable(port)
    board = SerialBoard(profile, cable, port, inject=False, seed=arguments.seed)

    def equip(runner: BoardRunner) -> None:
        bench = DeviceBench(board, runner.free, None)
        runner.attach(bench, bench.hands_off)

    with board_directory(real_board(profile.name, port, find.serial_number(port))):
        try:
            cable.start()
        except DeviceError as error:
            raise PlayError(str(error)) from error
        yield Side(board, equip, Keeping(None), ON_CABLE)


def hearing(pair: Pair, player: int, runner: BoardRunner) -> Handlers:
    """What a pair hears of a board: nothing while its game is parked, as for a lesson."""

    def hear(state: State) -> None:
        if runner.parked:
            pair.leave(player)
        else:
            pair.hear(player, state)

    return {State: hear, Menu: lambda menu: pair.hear_menu(player, menu.items)}


async def _play(arguments: argparse.Namespace, sides: list[Side], doors: list[Any]) -> None:
    ended = signalled(asyncio.get_running_loop())
    runners: list[BoardRunner] = []

    def tell(number: int, line: dict[str, Any]) -> None:
        runners[number].ask(PAIR, Tell(line=line))

    pair = Pair([partial(tell, number) for number in range(len(sides))], print)

    def equip(number: int, runner: BoardRunner) -> None:
        sides[number].equip(runner)
        runners.insert(number, runner)
        listen(sides[number].board.lines, hearing(pair, number, runner))

    print("The first player's board, then the second's.\n")
    pages = []
    for number, (side, door) in enumerate(zip(sides, doors, strict=True)):
        page = serve(
            side.board,
            door,
            arguments.speed,
            not arguments.no_browser,
            partial(equip, number),
            Kinds(arguments.seed, side.only),
            keeping=side.keeping,
            ended=ended,
            ending=pair.end,
        )
        pages.append(asyncio.create_task(page))
    await asyncio.gather(*pages)
