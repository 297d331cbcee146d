"""The self-test of the 7x7 board at its emulated chip's port: 49 cells, with one sensor and one LED
that fail where a smaller board has no cell."""

import json

import pytest
from somebody import Somebody

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.simulator.faults import Stuck
from host_tools.build import profiles
from host_tools.play.cli import main
from host_tools.workshop.checkup.parts import FAULTY, NOT_TRIED, OK

pytestmark = [pytest.mark.chip, pytest.mark.verify, pytest.mark.timeout(3600)]

PROFILE = profiles.profile("tile7x7")
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
SENSOR, LED = "e6", "f4"  # in rows that are counted back in the chain
COMMAND = ["selftest", "--board", PROFILE.name, "--json"]


@pytest.fixture(scope="module")
def plugged():
    board = EmulatedBoard(PROFILE, 3)
    board.plug(False)
    with SerialPort(board.chip, board.advance, hurry=True) as port:
        port.wait(200)
        yield port, board


@pytest.fixture
def tried(plugged, capsys, tmp_path, monkeypatch):
    """The parts found by a self-test with somebody there, as verdicts by kind and name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    port, board = plugged
    person = Somebody(port, board)
    monkeypatch.setattr("host_tools.play.cli.selftest.at_terminal", lambda: person)

    def test():
        status = main([*COMMAND, "--port", port.path])
        parts = json.loads(capsys.readouterr().out)["parts"]
        verdicts = {(part["kind"], part["name"]): part["verdict"] for part in parts}
        return status, verdicts, person

    yield test
    person.leave()


def test_a_whole_board_is_whole(tried):
    status, parts, person = tried()
    assert (status, set(parts.values())) == (0, {OK})
    for kind in ("sensor", "LED"):
        assert {name for one, name in parts if one == kind} == set(CELLS)
    assert person.laid == CELLS


def test_a_faulty_sensor_and_a_faulty_led_are_named_by_their_cells(plugged, tried):
    port, board = plugged
    place = PROFILE.led_order[CELLS.index(LED)]
    with port.held():
        board.frontend.faults[CELLS.index(SENSOR)] = Stuck(0.0)
        board.wiring.bad.dark_from = place
    status, parts, person = tried()
    assert status == 1
    assert {part for part, verdict in parts.items() if verdict == FAULTY} == {
        ("sensor", SENSOR),
        ("LED", LED),
    }
    behind = {
        ("LED", name) for name, at in zip(CELLS, PROFILE.led_order, strict=True) if at > place
    }
    assert {part for part, verdict in parts.items() if verdict == NOT_TRIED} == behind
    assert person.laid == [name for name in CELLS if name != SENSOR]
