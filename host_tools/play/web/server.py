"""The page's server: static files, and one WebSocket per page."""

import asyncio
import contextlib
from functools import partial
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from host_tools.play.web import guard
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.assets import PACKINGS, Asset, load, packed
from host_tools.play.web.hub import Hub, Page
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.seats import COOKIE
from host_tools.play.web.sessions import Sessions, Setting

LINK_PATH = "/link"
HEARTBEAT_S = 20.0
# Above this a message closes the connection, before it is all in memory. A shorter one that is
# still too long gets a reply that says so, and nothing is lost: people paste whole books.
CUT_OFF_BYTES = 4 * 1024 * 1024


class PageServer:
    """Serves the page of one board. `changing`: it ends because another board takes its place."""

    def __init__(self, runner: BoardRunner, hub: Hub, setting: Setting) -> None:
        self._hub = hub
        self._sessions = Sessions(runner, hub, setting, self._open_analysis)
        self._assets = load()
        self._sockets: set[web.WebSocketResponse] = set()
        self.changing = False

    def application(self, known: guard.Guard) -> web.Application:
        """The web application at the port of this guard."""
        self._guard = known
        application = web.Application(middlewares=[guard.middleware(known, LINK_PATH)])
        known.add_routes(application)
        for path, asset in self._assets.items():
            application.router.add_get(path, partial(self._send_asset, asset))
        application.router.add_get(LINK_PATH, self._link)

        async def prepare(_request: web.Request, response: web.StreamResponse) -> None:
            await guard.add_headers(known, response)

        application.on_response_prepare.append(prepare)
        application.on_shutdown.append(self._close_all)
        return application

    async def _close_all(self, _application: web.Application) -> None:
        code = WSCloseCode.SERVICE_RESTART if self.changing else WSCloseCode.GOING_AWAY
        why = b"another board comes" if self.changing else b"the server ends"
        for socket in list(self._sockets):
            await socket.close(code=code, message=why)
        await asyncio.to_thread(self._sessions.close)

    @staticmethod
    async def _send_asset(asset: Asset, request: web.Request) -> web.Response:
        charset = None if asset.content_type.startswith("font/") else "utf-8"
        asked = request.headers.get("Accept-Encoding", "")
        # Typefaces are packed already.
        how = next((each for each in PACKINGS if charset and each in asked), None)
        return web.Response(
            body=packed(asset.body, how) if how else asset.body,
            headers={"Content-Encoding": how} if how else None,
            content_type=asset.content_type,
            charset=charset,
        )

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=CUT_OFF_BYTES, heartbeat=HEARTBEAT_S)
        await socket.prepare(request)
        self._sockets.add(socket)
        seats, cookie = self._guard.seats, request.cookies.get(COOKIE)
        seat = self._guard.seat(request) if seats is not None else ""
        if seats is not None:
            seats.count(cookie, 1)
        page, hello = self._sessions.join(seat or "")
        sender = asyncio.create_task(self._send(page, socket, hello))
        try:
            async for message in socket:
                is_text = message.type is WSMsgType.TEXT
                self._sessions.receive(page, message.data if is_text else None)
        finally:
            self._sockets.discard(socket)
            if seats is not None:
                seats.count(cookie, -1)
            self._sessions.leave(page)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    async def _send(self, page: Page, socket: web.WebSocketResponse, hello: str) -> None:
        # A page that closes while something is on its way to it is nothing to report.
        with contextlib.suppress(ConnectionError):
            await socket.send_str(hello)
            await self._hub.serve(page, socket.send_str)

    def _open_analysis(self) -> AnalysisService:
        loop = asyncio.get_running_loop()

        def answer(page: int, message: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(self._hub.answer, page, message)

        return AnalysisService(answer)
