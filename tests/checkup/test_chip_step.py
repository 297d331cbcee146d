"""A first board is compared with what the emulated chip does."""

import json
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from host_tools.board.device.flash import Identity
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.world import World
from host_tools.build import firmware, profiles
from host_tools.play.cli import main
from host_tools.workshop.checkup.chip import measure as measuring
from host_tools.workshop.checkup.chip.measure import (
    NOISE,
    WHAT,
    Expected,
    compare,
    compare_chip,
    keep_expected,
    read_expected,
)
from host_tools.workshop.checkup.parts import LOOK, OK
from host_tools.workshop.checkup.steps import LEFT_OUT, Step
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

QUICK = dict.fromkeys(WHAT, 10.0) | {"noise": 1.0, "misses": 0}
SLOW = dict.fromkeys(WHAT, 20.0) | {"noise": 1.0, "free": 10.0}
EXPECTED = {name: Expected(QUICK[name], SLOW[name]) for name in WHAT}


def verdicts(**other):
    return {row.name: row for row in compare(QUICK | other, EXPECTED)}


@pytest.mark.parametrize(
    ("name", "figure", "ends"),
    [
        ("scan", 10.0, ""),
        ("scan", 20.0, ""),
        ("scan", 8.0, ": too little"),
        ("scan", 23.0, ": too much"),
        ("misses", 0, ""),
        ("free", 7.0, ": too little"),
        ("noise", 0.0, ": too little"),
        ("noise", NOISE[1], ""),
        ("noise", 40.0, ": too much"),
    ],
)
def test_a_figure_agrees_between_the_quick_chip_and_the_slow_one(name, figure, ends):
    found = verdicts(**{name: figure})
    row = found.pop(WHAT[name])
    assert (row.verdict, row.found[-len(ends) :] if ends else "") == (LOOK if ends else OK, ends)
    assert all(one.verdict == OK for one in found.values())


def test_what_is_expected_is_kept(tmp_path):
    path = tmp_path / "first-board.json"
    keep_expected(QUICK, SLOW, path)
    assert read_expected(path) == EXPECTED
    path.write_text(json.dumps({"scan": [1, 2]}), encoding="utf-8")
    with pytest.raises(LookupError, match="make bench-chip"):
        read_expected(path)


def test_what_is_expected_lies_with_the_project():
    assert all(one.quick >= 0 and one.slow >= 0 for one in read_expected().values())


def test_a_board_of_another_kind_is_not_compared():
    step = Step("chip")
    compare_chip(step, profiles.profile("tile7x7"), "/dev/none", print)
    assert (step.verdict, step.rows) == (LEFT_OUT, [])
    assert "tile7x7" in step.why


def test_another_chip_is_not_measured(monkeypatch):
    asked = []
    prompt = SimpleNamespace(leave=lambda: asked.append("leave"))
    pico_2 = Identity("MicroPython", (1, 25, 0), "Raspberry Pi Pico2 with RP2350", 7942, "rp2")
    monkeypatch.setattr(measuring, "reach", lambda port, say: nullcontext(prompt))
    monkeypatch.setattr(measuring, "identify", lambda prompt: pico_2)
    monkeypatch.setattr(measuring, "measure", lambda run: asked.append("measure"))
    step = Step("chip")
    compare_chip(step, profiles.profile(), "/dev/none", print)
    assert (step.verdict, step.rows, asked) == (LEFT_OUT, [], ["leave"])
    assert "Pico2 with RP2350" in step.why


@pytest.fixture
def line():
    chip = Chip(find_image(), firmware.board_files())
    profile = Profile(DATA)
    Wiring(chip, profile.data, FrontEnd(World(profile, 3), 3))
    with SerialPort(chip) as port:
        yield port


@pytest.mark.chip
@pytest.mark.slow
def test_the_emulated_chip_agrees_at_its_serial_port(line, capsys, tmp_path):
    at = ["--on", line.wait(60), "--no-person", "--report", str(tmp_path / "r.html")]
    status = main(["bringup", *at, "--steps", "chip", "--json"])
    step = json.loads(capsys.readouterr().out)["steps"][1]
    assert [row["verdict"] for row in step["rows"]] == [OK] * len(WHAT), step
    assert (status, step["verdict"], len(step["figures"])) == (0, OK, len(WHAT))
    with line.held() as chip:
        assert not any("measure" in name for name in chip.files())
