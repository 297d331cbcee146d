"""What `lodeboard play` does from its first line on the terminal to its end, in this process."""

import asyncio
import errno
import socket
from contextlib import closing

import pytest
from aiohttp import ClientSession
from one_board import NAME
from waiting import LAST_RESORT_S
from web.serving import Echo, make_board

from host_tools.play.web import serve as serving
from host_tools.play.web.datadir import PlayError
from host_tools.play.web.kinds import Kinds
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.storage_reports import SAVED


class Broken(Echo):
    """A firmware that stops with an error."""

    def tick(self, now_ms):
        raise RuntimeError("the firmware stopped")


class Played:
    """A whole run of a board and its page, until `act(port)` is through; what came of it."""

    def __init__(self, firmware=Echo, act=None, **options):
        self.board = make_board(firmware)
        self.equipped = []
        self.ended = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        asyncio.run(self._whole(act, options))

    async def _whole(self, act, options):
        ended = asyncio.Event()
        acting = []

        async def act_and_end():
            if act:
                await act(self.port)
            ended.set()

        def ending():
            self.ended += 1
            assert self.board.powered

        async with asyncio.timeout(LAST_RESORT_S):
            await serving.serve(
                self.board, self.door, 1.0, False, self.equipped.append, Kinds(1, "only this"),
                announced=lambda: acting.append(asyncio.create_task(act_and_end())),
                ended=ended, ending=ending, **options,
            )  # fmt: skip
            await asyncio.gather(*acting)


async def ask_for_the_page(port):
    async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/") as answer:
        assert b"<title>Lodeboard</title>" in await answer.read()


def test_it_shows_the_page_until_it_ends_and_then_cuts_the_power(capsys):
    played = Played(act=ask_for_the_page)
    said = capsys.readouterr().out
    assert f"\n    http://127.0.0.1:{played.port}/\n" in said
    assert said.endswith(f"Open it in a browser on this computer. Ctrl-C ends it; {SAVED}.\n")
    (runner,) = played.equipped
    assert isinstance(runner, BoardRunner)
    assert (played.ended, played.board.powered) == (1, False)
    with closing(played.door):  # for the board that comes next
        assert played.door.fileno() >= 0


def test_the_next_board_is_named_in_place_of_the_address(capsys):
    Played(again=True).door.close()
    said = capsys.readouterr().out
    assert said == f"The page plays on {NAME} now. Ctrl-C ends it; {SAVED}.\n"


def test_a_board_that_stops_ends_it_with_the_reason(capsys):
    with pytest.raises(RuntimeError, match="the firmware stopped"):
        Played(Broken, act=lambda _: asyncio.sleep(LAST_RESORT_S))
    capsys.readouterr()


def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(serving.webbrowser, "open", lambda address: opened.append(address) or True)
    for name, screen in (("win32", True), ("darwin", True), ("linux", False)):
        monkeypatch.setattr(serving.sys, "platform", name)
        for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(variable, raising=False)
        for allowed in (True, False):
            opened.clear()
            asyncio.run(serving.announce(7, allowed, serving.Keeping(), None))
            assert opened == (["http://127.0.0.1:7/"] if screen and allowed else [])
            said = (
                "Your browser opens it. " if opened else "Open it in a browser on this computer. "
            )
            assert said in capsys.readouterr().out
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    asyncio.run(serving.announce(7, True, serving.Keeping(), None))
    assert opened


@pytest.mark.parametrize(
    ("number", "port", "said"),
    [
        (errno.EADDRINUSE, 8000, "port 8000 is in use, .* lodeboard play --port 8001$"),
        (errno.EACCES, 80, "port 80 is reserved for the system. .* lodeboard play --port 1025$"),
        (errno.EADDRNOTAVAIL, 8000, r"^cannot listen on 127\.0\.0\.1:8000: "),
    ],
)
def test_a_port_that_cannot_be_had_is_refused_with_the_fix(monkeypatch, number, port, said):
    def refuse(address):
        assert address == ("127.0.0.1", port)
        raise OSError(number, "as it is")

    monkeypatch.setattr(serving.socket, "create_server", refuse)
    with pytest.raises(PlayError, match=said):
        serving.listener(port)


def test_only_a_shared_page_listens_to_the_network(monkeypatch):
    asked = []
    monkeypatch.setattr(serving.socket, "create_server", asked.append)
    for shared in (False, True):
        serving.listener(8000, shared)
    assert asked == [("127.0.0.1", 8000), ("", 8000)]
