"""A board with a small firmware behind a real server on a free port, for the tests."""

import asyncio
import contextlib
import json
import socket

from aiohttp import ClientSession, web
from one_board import PROFILE
from waiting import LAST_RESORT_S

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.web import tile_tray
from host_tools.play.web.guard import Guard, logger
from host_tools.play.web.hub import Hub
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.server import PageServer
from host_tools.play.web.sessions import Setting


class Echo:
    """The smallest firmware with something to see, hear and read: a pressed button lights
    the first LED, sounds and is reported."""

    def __init__(self, port, profile):
        self.port = port
        self.frame = bytearray(3 * profile.cells)
        self.held = 0
        port.serial.write_line(json.dumps({"t": "hello", "v": 2}))
        self.say()

    def say(self):
        self.port.serial.write_line(json.dumps({"t": "state", "say": f"Buttons {self.held}."}))

    def tick(self, now_ms):
        held = self.port.buttons.read()
        if held != self.held:
            self.held = held
            self.frame[0] = 40 * held
            self.port.sound.tone(1000 * held)
            self.port.lights.show(self.frame)
            self.say()


def make_board(firmware=Echo, **options):
    return SimulatedBoard(PROFILE, app_factory=firmware, **options)


def centres(board):
    return [board.world.plate.centre(cell) for cell in range(PROFILE.cells)]


class Served:
    """What the server's tests need: its address, its port and the board behind it."""

    def __init__(self, port, board, session):
        self.port = port
        self.board = board
        self.session = session
        self.origin = f"http://127.0.0.1:{port}"

    async def get(self, path="/", **headers):
        answer = await self.session.get(self.origin + path, headers=headers)
        return answer, await answer.text(errors="replace")

    def link(self, **options):
        options.setdefault("origin", self.origin)
        return self.session.ws_connect(self.origin + "/link", **options)


@contextlib.asynccontextmanager
async def served(seats=None, address=""):
    loop = asyncio.get_running_loop()
    # Steady hands: where a trembling hand lets go depends on the tick, so on the machine.
    board = make_board(tremor_mm=0.0)
    hub = Hub()
    runner = BoardRunner(
        board,
        PROFILE.tick_ms,
        centres(board),
        lambda moment: loop.call_soon_threadsafe(hub.publish, moment),
    )
    runner.equip(board)
    server = PageServer(runner, hub, Setting(PROFILE.data, tile_tray.homes(board.world)))
    # The application must know its port before it is bound.
    door = socket.create_server(("127.0.0.1" if seats is None else "", 0))
    port = door.getsockname()[1]
    site = web.AppRunner(
        server.application(Guard(port, address, seats)), shutdown_timeout=1.0, logger=logger()
    )
    await site.setup()
    await web.SockSite(site, door).start()
    board.boot()
    ticking = asyncio.create_task(asyncio.to_thread(runner.run))
    try:
        async with ClientSession() as session:
            yield Served(port, board, session)
    finally:
        runner.stop()
        await ticking
        await site.cleanup()


async def hear(socket, kind, holds=bool):
    """The next message of this type that satisfies the condition."""
    async with asyncio.timeout(LAST_RESORT_S):
        while True:
            message = json.loads(await socket.receive_str())
            if message["t"] == kind and holds(message):
                return message
