"""A board that is open to the local network: who may join, and what each seat may do."""

import asyncio
import contextlib
import json

import pytest
from aiohttp import ClientSession, CookieJar, TCPConnector
from web.serving import hear, served

from host_tools.play.web.seats import (
    ONLY_HERE,
    SECOND,
    WATCHING,
    Seats,
    own_address,
)

WATCHES = "you are watching: only the two players can act here"
GUEST = "127.0.0.2"  # another address of this computer: to the server, a guest's


class Guest:
    """A browser elsewhere in the network."""

    def __init__(self, port):
        self.origin = f"http://{GUEST}:{port}"
        # Cookies of an address instead of a name need the unsafe jar.
        self.session = ClientSession(
            connector=TCPConnector(local_addr=(GUEST, 0)), cookie_jar=CookieJar(unsafe=True)
        )

    async def get(self, path):
        async with self.session.get(self.origin + path, allow_redirects=True) as answer:
            return answer.status, await answer.text(errors="replace")

    def link(self, origin=None):
        return self.session.ws_connect(self.origin + "/link", origin=origin or self.origin)


@pytest.fixture
def opened():
    """opened(trial) runs trial(seats, guests, server) with a shared page; guests(): another one."""

    def run(trial):
        async def whole():
            seats, made = Seats(), []
            async with served(seats, GUEST) as server:

                def guest():
                    made.append(Guest(server.port))
                    return made[-1]

                try:
                    await trial(seats, guest, server)
                finally:
                    for each in made:
                        await each.session.close()

        asyncio.run(whole())

    return run


async def lays(socket):
    """Try to act: the error that comes, or the frame with the tile."""
    await socket.send_str(json.dumps({"t": "lay", "cells": "U" + "-" * 15}))
    return asyncio.create_task(hear(socket, "error"))


def test_without_a_code_a_guest_gets_nothing_and_a_code_admits_one(opened):
    async def trial(seats, guest, server):
        first, other = guest(), guest()
        for path in ("/", "/main.js", "/link", "/join/", "/join/0123456789"):
            status, text = await first.get(path)
            assert status in (403, 404), path
            assert "<html" not in text
        code = seats.code
        status, text = await first.get(f"/join/{code.upper()}")
        assert (status, "<html" in text) == (200, True)
        assert seats.code != code
        assert (await other.get(f"/join/{code}"))[0] == 403
        assert (await other.get("/"))[0] == 403
        assert (await first.get("/"))[0] == 200  # a reload
        answer, _ = await server.get("/")
        assert answer.status == 200  # this computer needs none

    opened(trial)


def test_the_first_guest_plays_and_the_next_only_watches(opened):
    async def trial(seats, guest, server):
        second, watcher = guest(), guest()
        async with contextlib.AsyncExitStack() as stack:
            for each, seat in ((second, SECOND), (watcher, WATCHING)):
                await each.get(f"/join/{seats.code}")
                socket = await stack.enter_async_context(each.link())
                assert (await hear(socket, "hello"))["seat"] == seat
                refused = await lays(socket)
                if seat == WATCHING:
                    assert (await refused)["error"] == WATCHES  # within a sentence of the page
                else:
                    await hear(socket, "frame", lambda frame: frame.get("tiles"))
                    assert not refused.done()
                    refused.cancel()
                await socket.send_str('{"t": "legal", "id": 1, "rules": "magic", "position": "x"}')
                await hear(socket, "legal")
        async with server.link() as socket:
            assert (await hear(socket, "hello"))["seat"] == "first"

    opened(trial)


def test_the_seat_of_a_player_without_a_page_is_given_on(opened):
    async def trial(seats, guest, server):
        lost, same, watcher = guest(), guest(), guest()
        await lost.get(f"/join/{seats.code}")
        async with lost.link() as socket:
            assert (await hear(socket, "hello"))["seat"] == SECOND
        await server.get("/")  # the server has seen the page close
        code = seats.code
        async with same.session.head(f"{same.origin}/join/{code}") as answer:
            assert (answer.status, seats.code) == (405, code), "a look at the address"
        await same.get(f"/join/{code}")
        async with same.link() as socket:
            assert (await hear(socket, "hello"))["seat"] == SECOND
            await watcher.get(f"/join/{seats.code}")
            for each in (lost, watcher):
                async with each.link() as other:
                    assert (await hear(other, "hello"))["seat"] == WATCHING
        (cookie,) = same.session.cookie_jar
        assert int(cookie["max-age"]) > 24 * 3600

    opened(trial)


def test_another_page_in_the_guests_browser_gets_no_connection(opened):
    async def trial(seats, guest, server):
        one = guest()
        await one.get(f"/join/{seats.code}")
        for origin in ("http://elsewhere.example", f"http://{GUEST}:1"):
            with pytest.raises(Exception, match="403"):
                await one.link(origin)

    opened(trial)


def test_guests_send_no_files(opened):
    async def trial(seats, guest, server):
        one = guest()
        await one.get(f"/join/{seats.code}")
        async with one.session.post(one.origin + "/rerun", data=b"x") as answer:
            assert (answer.status, ONLY_HERE in await answer.text()) == (403, True)

    opened(trial)


def test_after_many_wrong_codes_nobody_is_admitted():
    seats = Seats()
    for _ in range(100):
        assert seats.admit("wrong", "") is None
    assert seats.admit(seats.code, "") is None


def test_the_terminal_shows_a_code_for_each_guest(capsys, monkeypatch):
    from host_tools.play.web import sharing  # noqa: PLC0415

    monkeypatch.setattr(sharing, "own_address", lambda: "192.0.2.7")
    shared = sharing.Sharing()
    first = shared.seats.code
    shared.announce(8417)
    assert f"http://192.0.2.7:8417/join/{first}" in capsys.readouterr().out
    shared.seats.admit(first, "192.0.2.9")
    out = capsys.readouterr().out
    assert "The second player has joined from 192.0.2.9." in out
    assert f"/join/{shared.seats.code}" in out
    monkeypatch.setattr(sharing, "own_address", lambda: None)
    with pytest.raises(sharing.PlayError, match="--share needs"):
        sharing.Sharing()


def test_the_own_address_is_not_of_this_computer_alone():
    assert (own_address() or "192.0.2.1").split(".")[0] not in ("127", "0")
