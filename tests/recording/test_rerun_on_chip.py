"""Recordings of the simulator on an emulated chip, and of the chip in the simulator."""

import pytest
from recording.test_rerun import PROFILE, begin, some_steps
from vcd.reader import TokenKind, tokenize

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.hands.stage import Stage
from host_tools.board.recording.file import Reader, Scan, Writer
from host_tools.board.recording.onchip import rerun_on_chip
from host_tools.board.recording.recorder import recording
from host_tools.board.recording.rerun import rerun
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.cli import main
from lodeboard.system.run import Supervisor

pytestmark = [pytest.mark.chip, pytest.mark.verify]


def played(board, path, on):
    stage = Stage(board)
    with recording(board, path, PROFILE, on, 1, {}):
        begin(stage)
        some_steps(stage, 2)
    return path


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simulated")
    board = SimulatedBoard(PROFILE, 1, store_dir=folder / "store", app_factory=Supervisor)
    return played(board, folder / "a.rec", "simulated")


@pytest.fixture(scope="module")
def emulated(tmp_path_factory):
    return played(EmulatedBoard(PROFILE, 1), tmp_path_factory.mktemp("chip") / "a.rec", "emulated")


def test_the_chip_shows_what_the_simulator_showed(simulated):
    result = rerun_on_chip(simulated, PROFILE)
    assert result.first is None
    assert result.ms > 9000


def test_the_simulator_shows_what_the_chip_showed(emulated):
    result = rerun(emulated, PROFILE)
    assert result.first is None
    assert result.exact > 0.5 * result.scans


def test_the_chip_shows_once_more_what_it_showed(emulated):
    assert rerun_on_chip(emulated, PROFILE).first is None


def test_other_lights_of_the_chip_are_found(simulated, tmp_path):
    other = tmp_path / "other.rec"
    events = list(Reader(simulated).events())
    writer = Writer(other, Reader(simulated).header)
    for event in events:
        if isinstance(event, Scan):
            writer.scan(event)
        else:
            writer.other(event.kind, "00" * 48 if event.kind == "lights" else event.value)
    writer.close()
    first = rerun_on_chip(other, PROFILE).first
    assert first is not None
    assert all(was == "off" for _, was, _ in first.cells)


def test_a_file_of_waves_has_the_light_bytes_and_the_conversions(simulated, tmp_path, capsys):
    path = tmp_path / "a.vcd"
    assert main(["rerun", str(simulated), "--on", "emulated", "--vcd", str(path)]) == 0
    assert "The lights mean what they did" in capsys.readouterr().out
    names, now, rises, highs, values = {}, 0, 0, [], []
    with path.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.VAR:
                names[token.data.id_code] = token.data.reference
            elif token.kind is TokenKind.CHANGE_TIME:
                now = token.data
            elif token.kind is TokenKind.CHANGE_SCALAR:
                change = token.data
                if names[change.id_code].endswith("_leds"):
                    if change.value == "1":
                        rises = now
                    elif rises:
                        highs.append((rises, now - rises))
            elif token.kind is TokenKind.CHANGE_VECTOR and names[token.data.id_code] == "value":
                values.append(token.data.value)
    bits = [int(high > 500) for _, high in highs]
    assert len(bits) % (24 * PROFILE.cells) == 0
    assert any(bits)
    recorded = {event.value for event in Reader(simulated).events() if _lights(event)}
    frames = {
        bytes(
            int("".join(map(str, bits[at : at + 8])), 2)
            for at in range(start, start + 24 * PROFILE.cells, 8)
        ).hex()
        for start in range(0, len(bits), 24 * PROFILE.cells)
    }
    assert len(frames & recorded) > 10
    assert len(values) > 10_000  # where they changed
    assert all(0 <= value < 4096 for value in values[1:])


def _lights(event):
    return getattr(event, "kind", "") == "lights"


def test_waves_want_a_chip(simulated, capsys):
    assert main(["rerun", str(simulated), "--vcd", "a.vcd"]) == 2
    assert "--on emulated" in capsys.readouterr().err
