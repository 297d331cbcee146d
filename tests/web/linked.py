"""A page of a running `lodeboard play`, without a browser."""

import asyncio
import contextlib
import json

from aiohttp import ClientSession
from waiting import LAST_RESORT_S


class Page:
    """A page's messages to the board and its replies."""

    def __init__(self, socket):
        self._socket = socket
        self.received = []  # the board's lines

    async def send(self, kind, **message):
        await self._socket.send_str(json.dumps({"t": kind, **message}))

    async def tell(self, **line):
        await self.send("tell", line=line)

    async def message(self, kind):
        """The next message of this kind."""
        async with asyncio.timeout(LAST_RESORT_S):
            while True:
                message = await self._socket.receive_json()
                if isinstance(message.get("line"), dict):
                    self.received.append(message["line"])
                if message["t"] == kind:
                    return message

    async def end(self):
        """Wait until the server closes the link."""
        async with asyncio.timeout(LAST_RESORT_S):
            async for _ in self._socket:
                pass
        return self._socket.close_code

    async def until(self, kind, **wanted):
        """The next line of the board of this kind with these values."""
        while True:
            line = (await self.message("said")).get("line")
            if isinstance(line, dict) and line["t"] == kind and wanted.items() <= line.items():
                return line


@contextlib.asynccontextmanager
async def page(running):
    address = running.address + "link"
    async with (
        ClientSession() as session,
        session.ws_connect(address, origin=running.address.rstrip("/")) as socket,
    ):
        yield Page(socket)
