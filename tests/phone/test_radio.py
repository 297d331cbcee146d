"""The radio of a Pico 2 W, on MicroPython for Unix with real sockets: what listens and when, who is
let in, and what goes over the link."""

import asyncio
import gzip
import hashlib
import http.client
import json
import socket
import struct

import aiohttp
import pytest
from phone.board import RESTART, LiveBoard

from lodeboard.play.scene import LEFT, MIDDLE

pytestmark = pytest.mark.slow

PAGE = b"<!DOCTYPE html><title>Lodeboard</title>" + b"<p>" * 9000
STYLE = b"p { color: red }"


def table(files):
    """A table as firmware/lodeboard/ports/web.py reads it."""
    records, bodies = b"", b""
    place = 8 + 16 * len(files)
    for path, (kind, text) in files.items():
        body = gzip.compress(text)
        name = hashlib.sha256(path.encode()).digest()[:8]
        records += name + struct.pack("<II", place + len(bodies), kind << 24 | len(body))
        bodies += body
    return b"LBWW" + struct.pack("<HH", len(files), 0) + records + bodies


FILES = table({"index.html": (0, PAGE), "app.css": (1, STYLE)})


@pytest.fixture
def board(tmp_path):
    made = LiveBoard(tmp_path, FILES)
    yield made
    made.end()


def listens(board):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", board.port)) == 0


def ask(board, path, method="GET", **fields):
    line = http.client.HTTPConnection("127.0.0.1", board.port)
    line.request(method, path, headers=fields)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body


class Phone:
    """A WebSocket of a page that the board has given."""

    def __init__(self, session, board, **fields):
        self._session = session
        self._address = f"{board.address}/link"
        self._fields = {"Origin": board.address, **fields}

    async def __aenter__(self):
        self._socket = await self._session.ws_connect(self._address, headers=self._fields)
        return self

    async def __aexit__(self, *_):
        await self._socket.close()

    async def hear(self, kind):
        """The next message of this kind; None once the board has closed the link."""
        while True:
            message = await self._socket.receive()
            if message.type != aiohttp.WSMsgType.TEXT:
                return None
            found = json.loads(message.data)
            if found["t"] == kind:
                return found

    async def say(self, **command):
        await self._socket.send_str(json.dumps(command) + "\n")

    async def come_in(self, code):
        await self.hear("code")
        await self.say(c="code", cells=code)
        answer = await self.hear("code")
        return answer["ok"]


def with_phones(act):
    async def run():
        async with aiohttp.ClientSession() as session:
            return await act(session)

    return asyncio.run(run())


def test_nothing_listens_until_the_board_is_asked_to_and_again_after(board):
    board.set_zeros()
    assert not listens(board)
    state = board.ask_for_phones()
    assert listens(board)
    assert "Lodeboard-4f2a" in state["say"]
    assert "http://127.0.0.1" in state["say"]
    code = board.code(state)
    assert len(set(code)) == 4
    board.press(LEFT)
    board.state(lambda new: new["phase"] == "match")
    assert not listens(board)
    assert board.code(board.ask_for_phones()) != code  # 1 of 43 680 times it is the same


def test_the_page_comes_from_the_table_and_the_rest_from_the_owners_site(board):
    board.set_zeros()
    board.ask_for_phones()
    answer, body = ask(board, "/")
    assert (answer.status, gzip.decompress(body)) == (200, PAGE)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    answer, body = ask(board, "/app.css?v=2")
    assert (answer.headers["Content-Type"], gzip.decompress(body)) == (
        "text/css; charset=utf-8",
        STYLE,
    )
    answer, body = ask(board, "/", "HEAD")
    assert (answer.status, body) == (200, b"")
    assert ask(board, "/other.js")[0].status == 404
    assert ask(board, "/", "POST")[0].status == 405
    board.say(c="network", site="https://example.org/board/")
    board.state(lambda new: "comes on" in new["say"])
    board.state(lambda new: "://" in new["say"])
    answer, _ = ask(board, "/other.js")
    assert (answer.status, answer.headers["Location"]) == (
        302,
        "https://example.org/board/other.js",
    )


def test_a_phone_plays_once_it_has_named_the_code(board):
    board.set_zeros()
    code = board.code(board.ask_for_phones())

    async def act(session):
        async with Phone(session, board) as phone:
            await phone.say(c="hello")  # not the code
            first, second = [await phone.hear("code") for _ in range(2)]
            assert (first["ok"], first["say"]) == (False, "")
            assert (second["ok"], "not the code" in second["say"]) == (False, True)
            await phone.say(c="code", cells=code[::-1])
            assert not (await phone.hear("code"))["ok"]
            await phone.say(c="code", cells=code)
            assert (await phone.hear("code"))["ok"]
            board.state(lambda new: new["phase"] == "match")  # the game goes on
            await phone.say(c="hello")
            assert (await phone.hear("hello"))["board"] == "tile4x4"
            assert (await phone.hear("menu"))["items"][-1]["name"] == "a friend elsewhere"
            state = await phone.hear("state")
            assert state["phase"] == "match"
            await phone.say(c="watch", on=True, lights=True)
            lights = await phone.hear("lights")
            assert len(lights["grb"]) == 6 * 16
            await phone.say(c="set", coach=1)
            while not (await phone.hear("state"))["settings"]["coach"]:
                pass

    with_phones(act)
    board.state(lambda new: new["settings"]["coach"] == 1)


def test_after_five_wrong_codes_the_board_has_to_show_another(board):
    board.set_zeros()
    code = board.code(board.ask_for_phones())
    wrong = [cell for cell in range(16) if cell not in code][:4]

    async def act(session):
        async with Phone(session, board) as phone:
            await phone.hear("code")
            for _ in range(5):
                await phone.say(c="code", cells=wrong)
                answer = await phone.hear("code")
            assert "another code" in answer["say"]
            await phone.say(c="code", cells=code)
            assert not (await phone.hear("code"))["ok"]

    with_phones(act)
    new = board.code(board.state(lambda state: board.code(state) != code))

    async def again(session):
        async with Phone(session, board) as phone:
            assert await phone.come_in(new)

    with_phones(again)


def test_a_newer_phone_takes_the_place_of_the_older_one(board):
    board.set_zeros()
    code = board.code(board.ask_for_phones())

    async def act(session):
        async with Phone(session, board) as old, Phone(session, board) as new:
            assert await old.come_in(code)
            assert await new.come_in(code)
            said = await old.hear("code")
            assert (said["ok"], "Another phone" in said["say"]) == (False, True)
            assert await old.hear("state") is None
            await new.say(c="hello")
            assert await new.hear("state")

    with_phones(act)


@pytest.mark.parametrize(
    "fields", [{"Origin": "http://evil.example"}, {"Host": "evil.example:80"}], ids=str
)
def test_a_page_from_elsewhere_gets_no_link(board, fields):
    board.set_zeros()
    board.ask_for_phones()

    async def act(session):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with Phone(session, board, **fields):
                pass
        assert refused.value.status == 403

    with_phones(act)


def test_the_home_networks_password_comes_only_by_cable(board):
    board.set_zeros()
    code = board.code(board.ask_for_phones())

    async def act(session):
        async with Phone(session, board) as phone:
            assert await phone.come_in(code)
            await phone.say(c="network", name="Home", password="12345678")
            assert "cable" in (await phone.hear("error"))["say"]

    with_phones(act)
    assert b"12345678" not in (board.folder / "data" / "phones.blob").read_bytes()


def test_the_board_joins_the_network_at_home_and_opens_its_own_if_that_is_away(board):
    (board.folder / "home").write_text("Home\n12345678\n")
    board.set_zeros()
    board.say(c="network", name="Home", password="1234")
    assert "8 to 63" in board.wait(lambda message: message["t"] == "error")["say"]
    board.say(c="network", name="Home", password="12345678")
    answer = board.wait(lambda message: message["t"] == "network")
    assert answer["say"] == "The network at home is Home."
    assert "Right: the network at home" in board.ask_for_phones()["say"]
    board.press(4)
    state = board.state(lambda new: "lodeboard.local" in new["say"])
    assert "Right: the board's own network" in state["say"]
    assert listens(board)
    (board.folder / "home").write_text("Elsewhere\n\n")
    board.end()
    board.start()
    said = board.wait(lambda message: message["t"] == "notice" and "network" in message["say"])
    assert "Home does not answer" in said["say"]


def test_a_network_at_home_that_goes_away_gives_way_to_the_boards_own(board):
    home = board.folder / "home"
    home.write_text("Home\n12345678\n")
    board.set_zeros()
    board.say(c="network", name="Home", password="12345678")
    board.wait(lambda message: message["t"] == "network")
    board.ask_for_phones()
    board.press(4)
    board.state(lambda new: "lodeboard.local" in new["say"])
    home.unlink()
    said = board.wait(lambda message: message["t"] == "notice" and "network" in message["say"])
    assert "Home does not answer" in said["say"]
    board.state(lambda new: "Lodeboard-" in new["say"])
    assert listens(board)


def test_a_restart_for_another_game_keeps_phone_and_code(board):
    board.set_zeros()
    code = board.code(board.ask_for_phones())
    board.press(MIDDLE)
    board.state(lambda new: new["phase"] == "match")
    board.say(c="set", variant=2)
    assert board.end() == RESTART
    board.start()
    board.state(lambda new: new["game"] == "xtic")

    async def act(session):
        async with Phone(session, board) as phone:
            assert await phone.come_in(code)
            await phone.say(c="hello")
            assert (await phone.hear("state"))["game"] == "xtic"

    with_phones(act)


@pytest.mark.parametrize(
    "asked",
    [
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 900,
        b"\xff\xfe\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /link HTTP/1.1\r\n\r\n",
        b"GET /../../slot HTTP/1.1\r\n\r\n",
    ],
    ids=["long", "not text", "not HTTP", "no WebSocket", "outside"],
)
def test_what_is_no_request_is_refused_and_the_board_goes_on(board, asked):
    board.set_zeros()
    board.ask_for_phones()
    with socket.create_connection(("127.0.0.1", board.port)) as line:
        line.sendall(asked)
        assert line.recv(100).startswith(b"HTTP/1.1 4")
    assert ask(board, "/")[0].status == 200


def test_many_that_ask_for_nothing_do_not_keep_others_out_for_long(board):
    board.set_zeros()
    board.ask_for_phones()
    silent = [socket.create_connection(("127.0.0.1", board.port)) for _ in range(6)]
    for line in silent:
        assert line.recv(1) == b""  # closed after a while
        line.close()
    assert ask(board, "/")[0].status == 200
