"""Recordings made, fetched and run again by a page."""

import asyncio
import contextlib
import errno
import re
import socket

import pytest
from aiohttp import ClientSession, web
from recording.test_rerun import PROFILE, packed, recorded

from host_tools.board.recording import file as recordings_file
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.web import guard, recordings
from host_tools.play.web.messages import Record, Scene
from host_tools.play.web.recordings import Recordings
from host_tools.play.web.workbench import Workbench
from lodeboard.system.run import Supervisor

NAME = "tile4x4-2026-01-31-120000.rec"


class Server:
    """Recordings behind a server's guard."""

    def __init__(self, session, port):
        self.origin = f"http://127.0.0.1:{port}"
        self.session = session

    async def get(self, path):
        answer = await self.session.get(self.origin + path)
        return answer.status, await answer.read()

    async def rerun(self, data, origin=None):
        headers = {"Origin": origin or self.origin}
        answer = await self.session.post(self.origin + "/rerun", data=data, headers=headers)
        return answer.status, await answer.text()


@contextlib.asynccontextmanager
async def served(folder):
    door = socket.create_server(("127.0.0.1", 0))
    port = door.getsockname()[1]
    application = web.Application(middlewares=[guard.middleware(guard.Guard(port), "/link")])
    Recordings(folder, PROFILE, "simulated", 1).add_routes(application)
    site = web.AppRunner(application, access_log=None)
    await site.setup()
    await web.SockSite(site, door).start()
    async with ClientSession() as session:
        yield Server(session, port)
    await site.cleanup()


def with_server(folder, test):
    async def whole():
        async with served(folder) as server:
            await test(server)

    asyncio.run(whole())


def test_only_recordings_are_served(tmp_path):
    (tmp_path / "tapes").mkdir()
    (tmp_path / "tapes" / NAME).write_bytes(b"tape")
    (tmp_path / "secret.rec").write_bytes(b"secret")

    async def test(server):
        assert await server.get(f"/recordings/{NAME}") == (200, b"tape")
        for name in ("none.rec", "..%2fsecret.rec", "%2e%2e/secret.rec", "", f"{NAME}.txt"):
            status, body = await server.get(f"/recordings/{name}")
            assert status == 404, name
            assert b"secret" not in body

    with_server(tmp_path / "tapes", test)


@pytest.mark.slow
def test_a_recording_is_run_again_and_what_is_none_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(recordings, "_MOST_BYTES", 1_000_000)
    data = recorded(tmp_path, lambda stage: stage.wait(500)).read_bytes()

    async def test(server):
        status, said = await server.rerun(data)
        assert status == 200
        assert "byte for byte" in said
        status, said = await server.rerun(b"nothing")
        assert status == 200
        assert '{"error": "the file is no recording of a board' in said
        status, said = await server.rerun(bytes(1_000_001))
        assert status == 200
        assert '{"error": "it has more than' in said
        status, said = await server.rerun(data[:-20])
        assert status == 200
        assert "ends early" in said
        status, said = await server.rerun(packed("hello"))
        assert '{"error"' in said
        status, _ = await server.rerun(data, "http://evil.example")
        assert status == 403

    with_server(tmp_path, test)


def test_a_board_that_is_recorded_already_is_not_recorded_twice(tmp_path):
    board = SimulatedBoard(PROFILE, 1, app_factory=Supervisor)
    tapes = Recordings(tmp_path, PROFILE, "simulated", 1, tmp_path / "a.rec")
    assert "already, into" in tapes.begin(board)
    assert tapes.report() == {"on": False, "name": "", "path": "", "ended": ""}
    board.close()


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    board = SimulatedBoard(PROFILE, 1, app_factory=Supervisor)
    assert "cannot record" in Recordings(tmp_path / "file", PROFILE, "simulated", 1).begin(board)
    board.close()


def test_a_recording_is_begun_once_and_can_be_fetched_when_it_has_ended(tmp_path):
    board = SimulatedBoard(PROFILE, 1, app_factory=Supervisor)
    tapes = Recordings(tmp_path / "tapes", PROFILE, "simulated", 1)
    assert not tapes.busy
    assert [tapes.begin(board), tapes.begin(board)] == [None, None]
    assert tapes.busy
    (file,) = (tmp_path / "tapes").iterdir()
    assert re.fullmatch(r"tile4x4-\d{4}-\d\d-\d\d-\d{6}\.rec", file.name)
    report = {"name": file.name, "path": f"/recordings/{file.name}", "ended": ""}
    assert tapes.report() == {"on": True, **report}
    for _ in range(2):
        tapes.end()
    assert not tapes.busy
    assert tapes.report()["on"] is False
    assert Recordings(tmp_path, PROFILE, "simulated", 1, file).busy
    board.close()


@pytest.mark.parametrize("stopped", [False, True])
def test_a_recording_ends_with_its_reason_when_the_disk_is_full(tmp_path, monkeypatch, stopped):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    board = SimulatedBoard(PROFILE, 1)
    tapes = Recordings(tmp_path, PROFILE, "simulated", 1)
    board.boot()
    with monkeypatch.context() as patched:
        tapes.begin(board)
        for name in ("close",) if stopped else ("scan", "other"):
            patched.setattr(recordings_file.Writer, name, full)
        if stopped:
            tapes.end()
        else:
            board.run_ms(100)
    report = tapes.report()
    assert (report["on"], report["ended"]) == (False, "No space left on device")
    assert not tapes.busy
    tapes.end()
    assert tapes.report() == report
    (tmp_path / report["name"]).unlink()
    assert tapes.begin(board) is None
    assert (tapes.busy, tapes.report()["ended"]) == (True, "")
    tapes.end()
    board.close()


def test_a_page_begins_and_ends_a_recording_on_the_workbench(tmp_path):
    board = SimulatedBoard(PROFILE, 1)
    workbench = Workbench(board, lambda: None)
    board.boot()
    assert workbench.report()["recording"] is None
    assert workbench.ask(1, Record(True)) == "this board cannot be recorded"
    workbench = Workbench(board, lambda: None, Recordings(tmp_path, PROFILE, "simulated", 1))
    assert workbench.ask(1, Record(True)) is None
    assert workbench.report()["recording"]["on"]
    assert "is being recorded" in workbench.ask(1, Scene(2))
    assert (board.seed, board.powered) == (1, True)
    assert workbench.ask(1, Record(False)) is None
    assert not workbench.report()["recording"]["on"]
    workbench.ask(1, Record(True))
    workbench.close()
    assert not workbench.report()["recording"]["on"]
    board.close()
