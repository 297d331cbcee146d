import asyncio
import contextlib
import json
import threading

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError
from one_board import PROFILE
from waiting import LAST_RESORT_S
from web.serving import centres, hear, make_board, served

from host_tools.play.web import analysis, guard, told
from host_tools.play.web.hub import Hub
from host_tools.play.web.messages import Write
from host_tools.play.web.protocol import LONGEST_MESSAGE
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.server import CUT_OFF_BYTES
from host_tools.play.web.sessions import Sessions, Setting

FLOOD = 2000  # messages of a page
AS_SENT_MM = 0.051  # positions are sent in steps of a tenth of a millimetre


def with_server(test):
    """Run an asynchronous test with a server of its own."""

    async def whole():
        async with served() as server:
            await test(server)

    return lambda: asyncio.run(whole())


@with_server
async def test_page_and_its_files_come_with_protecting_headers(server):
    for path, kind in (
        ("/", "text/html"),
        ("/style.css", "text/css"),
        ("/js/main.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
        ("/fonts/inter.woff2", "font/woff2"),
    ):
        answer, body = await server.get(path)
        assert answer.status == 200
        assert answer.content_type == kind
        assert body
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@with_server
async def test_only_the_files_of_the_page_are_served(server):
    for path in ("/server.py", "/../server.py", "/js/", "/%2e%2e/server.py"):
        answer, _ = await server.get(path)
        assert answer.status == 404, path
        assert "Content-Security-Policy" in answer.headers


@with_server
async def test_foreign_host_is_refused(server):
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1"):
        answer, body = await server.get("/", Host=host)
        assert answer.status == 403, host
        assert f"127.0.0.1:{server.port}" in body


@with_server
async def test_localhost_is_the_same_server(server):
    answer, _ = await server.get("/", Host=f"localhost:{server.port}")
    assert answer.status == 200


@with_server
async def test_foreign_or_missing_origin_gets_no_link(server):
    for origin in (None, "null", "http://evil.example", "http://127.0.0.1:1", "https://localhost"):
        with pytest.raises(WSServerHandshakeError) as refused:
            await server.link(origin=origin)
        assert refused.value.status == 403, origin


@with_server
async def test_foreign_origin_gets_no_page(server):
    answer, _ = await server.get("/", Origin="http://evil.example")
    assert answer.status == 403


@with_server
async def test_newcomer_learns_the_board_its_look_and_its_last_words(server):
    async with server.link() as socket:
        hello = await hear(socket, "hello")
        assert (hello["rows"], hello["columns"], len(hello["homes"])) == (4, 4, 16)
        assert hello["plate"]["pitch_mm"] == 40.0
        assert hello["ledsPerCell"] == 4
        frame = await hear(socket, "frame")
        assert len(frame["tiles"]) == 16
        assert frame["leds"] == "00" * 48
        state = await hear(socket, "said", lambda message: message["line"]["t"] == "state")
        assert state["line"]["say"] == "Buttons 0."


@with_server
async def test_every_page_sees_the_same_board(server):
    async with server.link() as one, server.link() as two:
        names = {(await hear(socket, "hello"))["you"] for socket in (one, two)}
        assert len(names) == 2
        await one.send_json({"t": "press", "button": 2})
        for socket in (one, two):
            frame = await hear(socket, "frame", lambda message: "tones" in message)
            assert frame["tones"][-1][1] == 2000
            assert frame["leds"].startswith("005000")  # the first byte of the chain is green
        await one.send_json({"t": "release", "button": 2})
        for socket in (one, two):
            await hear(socket, "frame", lambda message: message.get("tones", [[0, 1]])[-1][1] == 0)


@with_server
async def test_bad_messages_get_a_reply_and_change_nothing(server):
    async with server.link() as socket:
        for text, reason in (
            ("", "not JSON"),
            ("[" * 900, "not JSON"),
            ("[]", "JSON object"),
            ('{"t":"explode"}', "unknown message type"),
            ('{"t":"grab","tile":"1"}', "whole number"),
            ('{"t":"move","x":NaN,"y":0}', "within"),
            ('{"t":"press","button":8}', "left"),
            (json.dumps({"t": "x" * LONGEST_MESSAGE}), "too long"),
            (json.dumps({"t": "study", "record": "x" * 200_000}), "too long"),
        ):
            await socket.send_str(text)
            assert reason in (await hear(socket, "error"))["error"], text
        await socket.send_bytes(b"\x00\x01")
        assert "not bytes" in (await hear(socket, "error"))["error"]
        await socket.send_json({"t": "grab", "tile": 99})
        assert "no tile 99" in (await hear(socket, "error"))["error"]
        # Still there, and well.
        await socket.send_json({"t": "press", "button": 1})
        await hear(socket, "said", lambda message: message["line"].get("say") == "Buttons 1.")


@with_server
async def test_a_huge_message_closes_only_its_own_link(server):
    async with server.link() as rude, server.link() as polite:
        async with asyncio.timeout(LAST_RESORT_S):
            with contextlib.suppress(ConnectionError):  # it may be closed before all is sent
                await rude.send_str("x" * (CUT_OFF_BYTES + 1))
            while (await rude.receive()).type is WSMsgType.TEXT:
                pass
        assert rude.closed
        await polite.send_json({"t": "press", "button": 4})
        await hear(polite, "frame", lambda message: "tones" in message)


@with_server
async def test_two_hands_cannot_hold_one_tile(server):
    async with server.link() as one, server.link() as two:
        me = (await hear(one, "hello"))["you"]
        await one.send_json({"t": "grab", "tile": 3})
        held = await hear(two, "frame", lambda message: _holder(message, 3) == me)
        assert held
        await two.send_json({"t": "grab", "tile": 3})
        assert "another hand" in (await hear(two, "error"))["error"]


@with_server
async def test_a_page_that_goes_away_puts_its_tile_back(server):
    async with server.link() as other:
        async with server.link() as leaving:
            await leaving.send_json({"t": "grab", "tile": 0})
            await leaving.send_json({"t": "move", "x": 40, "y": 40})
            await leaving.send_json({"t": "press", "button": 1})
            await hear(other, "frame", lambda message: abs(_tile(message, 0, [0, 999])[1] - 40) < 2)
        home = server.board.world.home(server.board.world.tile(0))
        back = await hear(other, "frame", lambda message: _holder(message, 0) == 0)
        assert _tile(back, 0)[1:3] == pytest.approx(home, abs=AS_SENT_MM)
        assert server.board.port.finger.down == 0


def _tile(message, number, otherwise=None):
    found = [tile for tile in message.get("tiles", []) if tile[0] == number]
    return found[0] if found else otherwise


def _holder(message, number):
    tile = _tile(message, number)
    return None if tile is None else tile[7]


MALFORMED = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
    b"nonsense\r\n\r\n",
)


def test_malformed_requests_are_refused_without_a_word_on_the_terminal(caplog):
    async def ask():
        async with served() as server:
            for request in MALFORMED:
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(request)
                assert b" 400 " in await reader.readline()
                writer.close()

    asyncio.run(ask())
    assert [record.getMessage() for record in caplog.records] == []


def test_a_fault_of_the_server_is_shown_on_the_terminal(caplog):
    guard.logger().error("one", exc_info=ValueError("two"))
    assert "two" in caplog.text


def test_what_waits_for_a_page_that_reads_nothing_is_bounded(monkeypatch):
    """One page writes, which takes long; the other sends what is malformed or too much."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(question):
        begun.set()
        go_on.wait()
        return told.Written(question.id, error="of the test")

    monkeypatch.setitem(analysis.AT_ONCE, Write, slow)
    hub, board = Hub(), make_board()
    runner = BoardRunner(board, PROFILE.tick_ms, centres(board), hub.publish)
    service = analysis.AnalysisService(hub.answer)
    sessions = Sessions(runner, hub, Setting(PROFILE.data, []), lambda: service)
    write = {"t": "write", "id": 1, "game": "magician", "rules": "", "record": ""}
    messages = [{"t": "nothing"}, write, {"t": "tell", "line": {}}]
    try:
        (writer, _), (page, _) = sessions.join(), sessions.join()
        sessions.receive(writer, json.dumps(write))
        assert begun.wait(LAST_RESORT_S)
        for _ in range(FLOOD):
            for message in messages:
                sessions.receive(page, json.dumps(message))
        waiting = [len(page.errors), len(page.answers), service._waiting[page.number]]
        waiting.append(len(runner._acts[page.number]))
    finally:
        go_on.set()
        sessions.close()
    assert max(waiting) < FLOOD / 4, waiting
    assert min(waiting) > 0, waiting


def test_at_port_80_browsers_leave_the_port_out():
    hosts = guard.Guard(80).hosts
    for host in ("127.0.0.1", "localhost:80"):
        assert guard.refusal(hosts, host, f"http://{host}", True) is None
    assert guard.refusal(guard.Guard(8417).hosts, "127.0.0.1", None, False)
