"""Recordings of the simulator on a board on a cable: an emulated chip behind a serial port."""

import re
from types import SimpleNamespace

import pytest
from recording.test_rerun import PROFILE, recorded, some_steps
from user_board import PATIENCE_S, data, port

from host_tools.board.recording.file import Reader, Scan, Writer
from host_tools.board.recording.oncable import _Cabled, rerun_on_cable
from host_tools.play.cli import main

__all__ = ["port"]

pytestmark = [pytest.mark.chip, pytest.mark.timeout(900)]

OWN = {"data/note.blob": b"its own"}


@pytest.fixture(scope="module")
def own():
    return OWN


def data_again(port):
    """The board's stored data, once its port is back."""
    port.wait(PATIENCE_S)
    return data(port)


@pytest.fixture(scope="module")
def first_lights(tmp_path_factory):
    """Zeros, and the first tile."""
    return recorded(tmp_path_factory.mktemp("first"), lambda stage: some_steps(stage, 1))


@pytest.mark.verify
def test_a_board_shows_what_the_simulator_showed_and_gets_its_own_back(port, first_lights, capsys):
    assert main(["rerun", str(first_lights), "--on", port.path]) == 0
    assert "The lights mean what they did" in capsys.readouterr().out
    assert data_again(port) == OWN


def test_only_lines_for_the_game_are_sent_again():
    sent = []
    cabled = _Cabled(None, PROFILE, {}, ())
    cabled._board = SimpleNamespace(send_line=sent.append)
    lines = ['{"c": "set", "level": 2}', "no command", '{"c": "new"}']
    for line in [
        '{"c": "scan", "on": false}',
        '{"c": "hello"}',
        '{"c": "inject", "held": 1}',
        *lines,
    ]:
        cabled.send(line)
    assert sent == lines


def test_no_board_on_the_port_is_one_message(first_lights, tmp_path, capsys):
    assert main(["rerun", str(first_lights), "--on", str(tmp_path / "ttyACM0")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("lodeboard rerun: there is no port ")
    assert "--on" in said
    assert len(said.splitlines()) == 1


@pytest.mark.verify
def test_the_first_light_that_differs_is_named(port, first_lights, tmp_path, capsys):
    other = tmp_path / "other.rec"
    writer = Writer(other, Reader(first_lights).header)
    for event in Reader(first_lights).events():
        if isinstance(event, Scan):
            writer.scan(event)
        else:
            writer.other(event.kind, "00" * 48 if event.kind == "lights" else event.value)
    writer.close()
    assert main(["rerun", str(other), "--on", port.path]) == 1
    said = capsys.readouterr().out
    assert re.match(r"The lights differ at \d\.\d\d s: a1 .* d4: recorded off, now ", said)
    assert data_again(port) == OWN


@pytest.mark.verify
def test_a_board_that_reads_otherwise_is_found(port, first_lights, tmp_path):
    other = tmp_path / "other.rec"
    writer = Writer(other, Reader(first_lights).header)
    rest = None
    for event in Reader(first_lights).events():
        if isinstance(event, Scan):
            rest = rest or event.raw
            writer.scan(Scan(event.ms, event.held, rest))  # no tile ever comes
        else:
            writer.other(event.kind, event.value)
    writer.close()
    assert rerun_on_cable(other, PROFILE, port.path).first is not None


@pytest.mark.verify
@pytest.mark.parametrize("what", ["game", "power", "another"])
def test_longer_ones_with_starts_come_out_the_same(port, tmp_path, what):
    def act(stage):
        some_steps(stage, 3)
        if what == "power":
            stage.board.power_cut()
            stage.wait(500)
            stage.board.boot()
            stage.wait(2000)
            stage.set_zeros()
            some_steps(stage, 2)
        elif what == "another":
            stage.board.send_line('{"c": "set", "variant": 2}')
            stage.wait(3000)
        else:
            some_steps(stage, 3)

    result = rerun_on_cable(recorded(tmp_path, act), PROFILE, port.path)
    assert result.first is None, result.first
    assert result.ms > 15_000
    assert data_again(port) == OWN


@pytest.mark.verify
def test_one_that_begins_in_the_middle_of_a_game(port, tmp_path):
    path = recorded(tmp_path, lambda stage: some_steps(stage, 3), middle=True)
    result = rerun_on_cable(path, PROFILE, port.path)
    assert result.first is None, result.first
