"""A first board is compared with what the emulated chip does."""

import json

import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.world import World
from host_tools.build import firmware
from host_tools.lab.bench.pico import run as command
from host_tools.lab.bench.pico.measure import (
    NOISE,
    WHAT,
    Expected,
    compare,
    keep_expected,
    read_expected,
)
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

QUICK = dict.fromkeys(WHAT, 10.0) | {"noise": 1.0, "misses": 0}
SLOW = dict.fromkeys(WHAT, 20.0) | {"noise": 1.0, "free": 10.0}
EXPECTED = {name: Expected(QUICK[name], SLOW[name]) for name in WHAT}


def verdicts(**other):
    return {one.what: one for one in compare(QUICK | other, EXPECTED)}


@pytest.mark.parametrize(
    ("name", "figure", "verdict"),
    [
        ("scan", 10.0, "agrees"),
        ("scan", 20.0, "agrees"),
        ("scan", 8.0, "too little"),
        ("scan", 23.0, "too much"),
        ("misses", 0, "agrees"),
        ("free", 7.0, "too little"),
        ("noise", 0.0, "too little"),
        ("noise", NOISE[1], "agrees"),
        ("noise", 40.0, "too much"),
    ],
)
def test_a_figure_agrees_between_the_quick_chip_and_the_slow_one(name, figure, verdict):
    found = verdicts(**{name: figure})
    assert found.pop(WHAT[name]).row()[-1] == verdict
    assert all(one.agrees for one in found.values())


def test_what_is_expected_is_kept(tmp_path):
    path = tmp_path / "first-board.json"
    keep_expected(QUICK, SLOW, path)
    assert read_expected(path) == EXPECTED
    path.write_text(json.dumps({"scan": [1, 2]}), encoding="utf-8")
    with pytest.raises(LookupError, match="make bench-chip"):
        read_expected(path)


def test_what_is_expected_lies_with_the_project():
    assert all(one.quick >= 0 and one.slow >= 0 for one in read_expected().values())


def test_no_board_is_a_plain_message(capsys):
    assert command.main(["--port", "/dev/no-such-port"]) == command.FAILED
    assert "no-such-port" in capsys.readouterr().err


@pytest.fixture
def line():
    chip = Chip(find_image(), firmware.board_files())
    profile = Profile(DATA)
    Wiring(chip, profile.data, FrontEnd(World(profile, 3), 3))
    with SerialPort(chip) as port:
        yield port


@pytest.mark.chip
@pytest.mark.verify
def test_the_emulated_chip_agrees_at_its_serial_port(line, capsys):
    status = command.main(["--port", line.wait(60)])
    printed = capsys.readouterr().out
    assert printed.count("agrees") == len(WHAT), printed
    assert "All agree." in printed
    assert status == command.OK
    with line.held() as chip:
        assert not any("measure" in name for name in chip.files())
