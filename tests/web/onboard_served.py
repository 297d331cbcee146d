"""A board that serves its page itself: its file over HTTP, and the lines of a simulated board with
the real firmware over a WebSocket, behind a code. It stands in for the firmware's own server."""

import asyncio
import hashlib
import json
import struct
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from aiohttp import WSMsgType, web
from one_board import NAME, PROFILE
from waiting import LAST_RESORT_S

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.factory import calibrate
from host_tools.play.onboard import page_table
from host_tools.play.onboard.table import CONTENT_TYPES

CODE = [5, 2, 15, 8]
WRONG = "That is not the code: try again."
ANOTHER = "Another phone plays on this board now."
SPEED = 3  # times as fast as life
ASKS = {"t": "code", "ok": False, "say": ""}


class Stored(NamedTuple):
    """A file in a table: its content type, and its data, packed by gzip."""

    content_type: str
    packed: bytes


def read(table: bytes, path: str) -> Stored | None:
    """A file of a table, or None."""
    wanted = hashlib.sha256(path.encode()).digest()[:8]
    for index in range(struct.unpack_from("<H", table, 4)[0]):
        key, offset, size = struct.unpack_from("<8sII", table, 8 + 16 * index)
        if key == wanted:
            length = size & 0xFFFFFF
            return Stored(CONTENT_TYPES[size >> 24], table[offset : offset + length])
    return None


class ServedBoard:
    """The server, in a thread of its own. `missing`: paths that were asked for in vain; `heard`:
    the lines of pages."""

    def __init__(self) -> None:
        self.board = SimulatedBoard(PROFILE, 5)
        calibrate(self.board)
        self.missing: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self._table = page_table(NAME)
        self._page: web.WebSocketResponse | None = None
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> "ServedBoard":
        self._thread.start()
        self.address = self._run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.board.close()

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(LAST_RESORT_S)

    def do(self, act: Callable[[SimulatedBoard], Any]) -> Any:
        """Do something at the board between two ticks; returns what that gives back."""

        async def work() -> Any:
            return act(self.board)

        return self._run(work())

    def drop(self) -> None:
        """The connection to the page breaks."""

        async def work() -> None:
            if self._page is not None:
                await self._page.close()

        self._run(work())

    async def _start(self) -> str:
        app = web.Application()
        app.router.add_get("/link", self._link)
        app.router.add_get("/{path:.*}", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.board.wire.subscribe(lambda _ms, line: self._lines.put_nowait(line))
        self.board.boot()
        self._tasks = [asyncio.create_task(each()) for each in (self._tick, self._send)]
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}/"

    async def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._runner.cleanup()

    async def _tick(self) -> None:
        while True:
            self.board.step()
            await asyncio.sleep(PROFILE.tick_ms / 1000 / SPEED)

    async def _send(self) -> None:
        while True:
            line = await self._lines.get()
            if self._page is not None and not self._page.closed:
                await self._page.send_str(line)

    async def _file(self, request: web.Request) -> web.Response:
        path = request.match_info["path"] or "index.html"
        found = read(self._table, path)
        if found is None:
            self.missing.append(path)
            return web.Response(status=404)
        headers = {"Content-Type": found.content_type, "Content-Encoding": "gzip"}
        return web.Response(body=found.packed, headers=headers)

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse()
        await page.prepare(request)
        await page.send_json(ASKS)
        async for message in page:
            if message.type is WSMsgType.TEXT:
                await self._take(page, message.data)
        if page is self._page:
            self._page = None
        return page

    async def _take(self, page: web.WebSocketResponse, text: str) -> None:
        whole, _, _ = text.partition("\n")
        assert text == f"{whole}\n", "one line a message, with its end"
        line = json.loads(whole)
        self.heard.append(line)
        if line["c"] == "code":
            await self._let_in(page, line["cells"])
        elif page is self._page:
            self.board.send_line(whole)

    async def _let_in(self, page: web.WebSocketResponse, cells: list[int]) -> None:
        if cells != CODE:
            await page.send_json({**ASKS, "say": WRONG})
            return
        before, self._page = self._page, page
        if before is not None and before is not page:
            await before.send_json({**ASKS, "say": ANOTHER})
            await before.close()
        await page.send_json({"t": "code", "ok": True})
