"""Runs a board and its page until a signal ends them."""

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

from host_tools.board.contract import Board
from host_tools.play.web import tile_tray
from host_tools.play.web.datadir import PlayError
from host_tools.play.web.guard import LOOPBACK, Guard, logger
from host_tools.play.web.hub import Hub
from host_tools.play.web.kinds import Kinds
from host_tools.play.web.pace import Pace
from host_tools.play.web.recordings import Recordings
from host_tools.play.web.runner import BoardRunner, Moment
from host_tools.play.web.server import PageServer
from host_tools.play.web.sessions import Setting
from host_tools.play.web.sharing import Sharing
from host_tools.play.web.storage_reports import Keeping

if TYPE_CHECKING:
    from host_tools.board.device.serialboard import SerialBoard

SHUTDOWN_S = 2.0


def listener(port: int, shared: bool = False) -> socket.socket:
    """Return a listening socket, on the loopback address unless the page is shared. Raises
    PlayError if the port is not available."""
    try:
        return socket.create_server(("" if shared else LOOPBACK, port))
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


async def serve(
    board: "Board | SerialBoard",
    door: socket.socket,
    speed: float,
    open_browser: bool,
    equip: Callable[[BoardRunner], None],
    kinds: Kinds,
    recordings: Recordings | None = None,
    pace: Pace | None = None,
    announced: Callable[[], None] = lambda: None,
    keeping: Keeping | None = None,
    again: bool = False,
    sharing: Sharing | None = None,
    ended: asyncio.Event | None = None,
    ending: Callable[[], None] = lambda: None,
) -> None:
    """Run board and page until a signal ends them, or a page has chosen another of `kinds`.
    `announced` is called when the page's address has been printed, which is not done `again`. The
    door stays open. `keeping`: says where something cannot be saved. `sharing`: for guests.
    `ended`: set when this ends or has to end, for several at once; `ending` is called before."""
    hub = Hub()
    ended = ended or signalled(asyncio.get_running_loop())
    profile, world = board.profile, board.world
    keeping = keeping or Keeping()
    runner = _runner(board, hub, speed, pace, keeping.folder)
    equip(runner)

    def change(name: str) -> str | None:
        problem = kinds.change(name)
        if problem is None:
            server.changing = True
            ended.set()
        return problem

    setting = Setting(
        profile.data, tile_tray.homes(world), speed, kinds.others(profile.name), kinds.only, change
    )
    server = PageServer(runner, hub, setting)
    site = await _open(server, door, recordings, sharing)
    keeping.follow(board, world)
    board.boot()
    ticking = asyncio.create_task(asyncio.to_thread(runner.run))
    waiting = asyncio.create_task(ended.wait())
    try:
        if again:
            print(f"The page plays on {profile.name} now. {keeping.at_the_end}", flush=True)
        else:
            await announce(door.getsockname()[1], open_browser, keeping, sharing)
        announced()
        await asyncio.wait({ticking, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        ended.set()
        ending()
        runner.stop()
        try:
            await ticking  # raises what ended the board, if anything but us did
        finally:
            board.power_cut()
            await site.cleanup()


def _runner(
    board: "Board | SerialBoard", hub: Hub, speed: float, pace: Pace | None, folder: Path | None
) -> BoardRunner:
    """What runs the board and tells the hub."""
    loop, profile = asyncio.get_running_loop(), board.profile

    def publish(moment: Moment) -> None:
        loop.call_soon_threadsafe(hub.publish, moment)

    centres = [board.world.plate.centre(cell) for cell in range(profile.cells)]
    return BoardRunner(board, profile.tick_ms, centres, publish, speed, pace=pace, folder=folder)


def signalled(loop: asyncio.AbstractEventLoop) -> asyncio.Event:
    """An event that is set when a signal ends the program."""
    ended = asyncio.Event()
    if sys.platform != "win32":  # there Ctrl-C comes as KeyboardInterrupt
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants it ignored
                loop.add_signal_handler(number, ended.set)
    return ended


async def _open(
    server: PageServer,
    door: socket.socket,
    recordings: Recordings | None,
    sharing: Sharing | None,
) -> web.AppRunner:
    """Answer at the door. Its copy is closed with the server, so pages that come before the next
    one wait."""
    port = door.getsockname()[1]
    known = Guard(port, sharing.address, sharing.seats) if sharing is not None else Guard(port)
    application = server.application(known)
    if recordings is not None:
        recordings.add_routes(application)
    site = web.AppRunner(application, access_log=None, shutdown_timeout=SHUTDOWN_S, logger=logger())
    await site.setup()
    await web.SockSite(site, door.dup()).start()
    return site


async def announce(
    port: int, open_browser: bool, keeping: Keeping, sharing: Sharing | None
) -> None:
    """Print the address of the page, and open it if there is a screen."""
    address = f"http://{LOOPBACK}:{port}/"
    print(f"The page of the board:\n\n    {address}\n", flush=True)
    # Starting a browser can take its time; the board goes on meanwhile.
    if open_browser and _has_screen() and await asyncio.to_thread(webbrowser.open, address):
        print("Your browser opens it.", end=" ")
    else:
        print("Open it in a browser on this computer.", end=" ")
    print(keeping.at_the_end, flush=True)
    if sharing is not None:
        sharing.announce(port)


def _has_screen() -> bool:
    # Without one, webbrowser would start a text browser in this very terminal.
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
