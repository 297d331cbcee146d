"""The page's server: static files, and one WebSocket per page."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from host_tools.web import guard
from host_tools.web.analysis import Desk
from host_tools.web.assets import Asset, load
from host_tools.web.hub import Hub, Page
from host_tools.web.messages import Question
from host_tools.web.protocol import ProtocolError, encode, hello, parse
from host_tools.web.runner import BoardRunner

LINK_PATH = "/link"
HEARTBEAT_S = 20.0
# Above this a message closes the connection, before it is all in memory. A shorter one that is
# still too long gets a reply that says so, and nothing is lost: people paste whole books.
CUT_OFF_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Setting:
    """What the server needs to know of the board: its data file; id, owner, x and y of each
    tile in its tray; how fast its time runs."""

    data: dict[str, object]
    homes: Sequence[Sequence[object]]
    speed: float = 1.0


class PageServer:
    """Serves the page of one board."""

    def __init__(self, runner: BoardRunner, hub: Hub, setting: Setting) -> None:
        self._runner = runner
        self._hub = hub
        self._setting = setting
        self._desk: Desk | None = None  # opened by the first question
        self._assets = load()
        self._sockets: set[web.WebSocketResponse] = set()

    def application(self, port: int) -> web.Application:
        """The web application for this port of the loopback address."""
        application = web.Application(middlewares=[guard.middleware(port, LINK_PATH)])
        for path, asset in self._assets.items():
            application.router.add_get(path, partial(self._send_asset, asset))
        application.router.add_get(LINK_PATH, self._link)

        async def prepare(_request: web.Request, response: web.StreamResponse) -> None:
            await guard.add_headers(port, response)

        application.on_response_prepare.append(prepare)
        application.on_shutdown.append(self._close_all)
        return application

    async def _close_all(self, _application: web.Application) -> None:
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server ends")
        if self._desk is not None:
            await asyncio.to_thread(self._desk.close)

    @staticmethod
    async def _send_asset(asset: Asset, _request: web.Request) -> web.Response:
        charset = None if asset.content_type.startswith("font/") else "utf-8"
        return web.Response(body=asset.body, content_type=asset.content_type, charset=charset)

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=CUT_OFF_BYTES, heartbeat=HEARTBEAT_S)
        await socket.prepare(request)
        self._sockets.add(socket)
        page = self._hub.join()
        sender = asyncio.create_task(self._send(page, socket))
        try:
            async for message in socket:
                self._receive(page, message.data if message.type is WSMsgType.TEXT else None)
        finally:
            self._sockets.discard(socket)
            self._hub.leave(page)
            self._runner.leave(page.number)
            if self._desk is not None:
                self._desk.leave(page.number)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    async def _send(self, page: Page, socket: web.WebSocketResponse) -> None:
        # A page that closes while something is on its way to it is nothing to report.
        known = self._setting
        with contextlib.suppress(ConnectionError):
            await socket.send_str(encode(hello(page.number, known.data, known.homes, known.speed)))
            await self._hub.serve(page, socket.send_str)

    def _receive(self, page: Page, text: str | None) -> None:
        if text is None:
            page.tell_error("messages are JSON text, not bytes")
            return
        try:
            message = parse(text)
            if isinstance(message, Question):
                self._analysis().ask(page.number, message)
                return
            problem = self._runner.ask(page.number, message)
        except ProtocolError as error:
            problem = str(error)
        if problem:
            page.tell_error(problem)

    def _analysis(self) -> Desk:
        if self._desk is None:
            loop = asyncio.get_running_loop()

            def answer(page: int, message: dict[str, Any]) -> None:
                loop.call_soon_threadsafe(self._hub.answer, page, message)

            self._desk = Desk(answer)
        return self._desk
