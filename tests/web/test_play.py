import json
import os
import pty
import signal
import socket
import urllib.request

import pytest
from cli.command import Command
from many import later
from one_board import NAME
from waiting import LAST_RESORT_S
from web.playing import play, refused

from host_tools.board.make import BoardError
from host_tools.play.web.datadir import real_board


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


def test_page_is_there_and_on_the_loopback_address_only(tmp_path):
    with play(tmp_path) as running:
        with urllib.request.urlopen(running.address) as answer:
            assert b"<title>Lodeboard</title>" in answer.read()
        # No browser could be opened here, and it says where the page is.
        assert "Open it in a browser" in running.printed
        for address in _own_addresses():
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((address, running.port), timeout=LAST_RESORT_S)


def _own_addresses():
    """This computer's addresses other than the server's; 127.0.0.2 at the least."""
    try:
        found = {item[4][0] for item in socket.getaddrinfo(socket.gethostname(), 0, socket.AF_INET)}
    except socket.gaierror:
        found = set()
    return {"127.0.0.2", *(address for address in found if not address.startswith("127."))}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", later("SIGTERM"), later("SIGHUP")])
def test_ctrl_c_and_a_closed_terminal_end_it_cleanly(tmp_path, name):
    with play(tmp_path) as running:
        assert running.end(getattr(signal, name)) == (0, "")
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", running.port), timeout=LAST_RESORT_S)


@pytest.mark.slow
def test_it_ends_when_nobody_reads_what_it_prints(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    done = refused(tmp_path, "--port", "0", stdout=writing)
    os.close(writing)
    assert done.returncode != 0


@pytest.mark.slow
def test_port_in_use_is_named_with_a_fix(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = refused(tmp_path, "--port", str(port))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"lodeboard play: port {port} is in use")
    assert "--port" in done.stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--port", "70000"], "65535"),
        (["--port", "x"], "port"),
        (["--seed", "-1"], "seed"),
        (["--on", "real", "--fresh"], "--inject"),
        (["--on", "real", "--against", "/dev/null", "--fresh"], "--inject"),
        (["--port", "65535", "--against", "simulated"], "the next port"),
    ],
)
def test_bad_arguments_are_one_message(lodeboard, options, word):
    done = lodeboard("play", "--no-browser", *options)
    assert done.status == 2
    assert word in done.err
    assert len(done.err.splitlines()) == 1


def test_a_real_board_is_not_shared_without_a_network(lodeboard, ports, monkeypatch):
    monkeypatch.setattr("host_tools.play.web.sharing.own_address", lambda: None)
    done = lodeboard("play", "--no-browser", "--on", ports[0], "--share")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert "--share needs" in done.err


def test_a_second_board_that_cannot_be_made_is_one_sentence(lodeboard, monkeypatch, tmp_path):
    def none(*_):
        raise BoardError("there is no image")

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("host_tools.play.cli.against.make_board", none)
    done = lodeboard("play", "--no-browser", "--port", "0", "--against", "emulated")
    assert (done.status, done.err) == (1, "lodeboard play: there is no image\n")


@pytest.mark.slow
def test_one_board_is_played_once_at_a_time(tmp_path):
    with play(tmp_path, "--seed", "5"):
        done = refused(tmp_path, "--port", "0", "--seed", "5")
        assert done.returncode == 1
        assert "already being played" in done.stderr
        with play(tmp_path, "--seed", "6"):
            pass


@pytest.fixture
def ports():
    """Two ports that nothing answers on."""
    ends = [pty.openpty() for _ in range(2)]
    yield [os.ttyname(slave) for _, slave in ends]
    for end in ends:
        for handle in end:
            os.close(handle)


@pytest.mark.slow
def test_two_boards_on_cables_are_played_at_once_and_one_is_not_played_twice(tmp_path, ports):
    one, other = ports
    with play(tmp_path, "--on", one) as running:
        assert "is running" not in running.printed
        with play(tmp_path, "--on", other):
            done = refused(tmp_path, "--port", "0", "--on", one)
    assert done.returncode == 1
    assert "already being played" in done.stderr
    assert "name the port of another board with --on" in done.stderr
    assert "--seed" not in done.stderr


def test_a_real_board_is_known_by_its_serial_number_on_any_port():
    name = real_board("tile4x4", "/dev/ttyACM0", "E66058388335A12B")
    assert name == real_board("tile4x4", "/dev/ttyACM3", "E66058388335A12B")
    assert name != real_board("tile4x4", "/dev/ttyACM0", "E66058388335A12C")
    assert real_board("tile4x4", "/dev/ttyACM0", None) == "tile4x4-on-dev-ttyACM0"
    assert real_board("tile4x4", "COM3", None) != real_board("tile4x4", "COM4", None)


def test_data_directory_that_cannot_be_written(tmp_path):
    (tmp_path / "lodeboard").write_text("in the way")
    done = refused(tmp_path, "--port", "0")
    assert done.returncode == 1
    assert "XDG_DATA_HOME" in done.stderr


@pytest.mark.slow
def test_tiles_stay_where_they_were_until_a_fresh_start(tmp_path):
    with play(tmp_path, "--hands") as running:
        assert running.end()[0] == 0
    stored = tmp_path / "lodeboard" / f"{NAME}-1" / "tiles.json"
    saved = json.loads(stored.read_text())
    saved["tiles"][0][1:4] = [40.0, 40.0, 0.0]
    stored.write_text(json.dumps(saved))
    with play(tmp_path, "--hands") as running:
        assert running.end()[0] == 0
    assert json.loads(stored.read_text())["tiles"][0][1:4] == [40.0, 40.0, 0.0]
    with play(tmp_path, "--fresh") as running:
        assert running.end()[0] == 0
    assert json.loads(stored.read_text())["tiles"][0][1:3] != [40.0, 40.0]


def test_unreadable_tiles_are_put_away_with_a_word(tmp_path):
    folder = tmp_path / "lodeboard" / f"{NAME}-1"
    folder.mkdir(parents=True)
    (folder / "tiles.json").write_text("{")
    with play(tmp_path) as running:
        status, complaints = running.end()
    assert status == 0
    assert "back in their trays" in complaints


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--on", "simulatd"], 1, "--on wants simulated, emulated, real or a port"),
        (["--on", "/dev/nothing-here"], 1, "there is no port /dev/nothing-here"),
        (["--on", "/dev/null", "--speed", "2"], 2, "the time of a real board is real"),
        (["--inject"], 2, "--inject is for a real board"),
    ],
)
def test_a_real_board_that_cannot_be_is_refused_with_the_reason(lodeboard, options, status, words):
    done = lodeboard("play", "--no-browser", "--port", "0", *options)
    assert done.status == status
    assert words in done.err
