"""`lodeboard scenario` on an emulated chip, and on its port: reports, exit status, and what becomes
of a board whose scenario is broken off."""

import json
import signal
from xml.etree import ElementTree

import pytest
from cli.command import PROGRAM
from user_board import PATIENCE_S, broken_off, data, own, plug_again, port

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build.layout import Manifest
from host_tools.play.cli import main

__all__ = ["own", "port"]

pytestmark = [pytest.mark.chip, pytest.mark.timeout(600)]

LIGHTS = "power on\nexpect {} everywhere within {}\n"
LONG = "start\nwait 60000\n"


def scenarios(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    return str(folder)


def cases(path):
    """Of a JUnit report: name and what became of it."""
    suite = ElementTree.parse(path).getroot()
    return {case.get("name"): {each.tag: each.get("message") for each in case} for case in suite}


@pytest.mark.verify
def test_on_an_emulated_chip_with_reports_for_other_programs(tmp_path, capsys):
    report = tmp_path / "report.xml"
    folder = scenarios(tmp_path, a=LIGHTS.format("calibrate", 5000), b=LIGHTS.format("draw", 10))
    words = ["scenario", "--on", "emulated", "--json", "--junit", str(report), folder]
    assert main(words) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["on"], told["passed"], told["failed"]) == ("emulated", 1, 1)
    assert [each["status"] for each in told["scenarios"]] == ["passed", "failed"]
    assert told["scenarios"][0]["board_s"] > 0
    found = cases(report)
    assert found["a.txt"] == {}
    assert "the lights are not so after 10 ms" in found["b.txt"]["failure"]


def until(port, folder, act):
    """Run two scenarios on the port, and `act` with the process in the middle of the first."""
    words = [PROGRAM, "scenario", "--on", port.path, "--verbose", "--junit", f"{folder}/report.xml"]
    words.append(scenarios(folder, a=LONG, b=LONG))
    status, _, said = broken_off(words, "wait", act)
    return status, said


@pytest.mark.verify
def test_a_cable_pulled_out_in_the_midst_and_the_board_as_it_was_afterwards(
    port, own, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("host_tools.board.device.reach.BACK_S", PATIENCE_S)
    status, said = until(port, tmp_path, lambda _: port.unplug())
    assert status == 1
    assert said.startswith(f"lodeboard scenario: the board on {port.path} has disconnected")
    assert f"lodeboard scenario --on {port.path} --restore" in said
    assert len(said.splitlines()) == 1
    found = cases(tmp_path / "report.xml")
    assert "has disconnected" in found["a.txt"]["failure"]
    assert "not begun" in found["b.txt"]["skipped"]
    assert set(data(port)) & set(own) == set()
    plug_again(port)
    assert main(["scenario", "--on", port.path, "--restore"]) == 0
    assert capsys.readouterr().out == "Restored.\n"
    assert data(port) == own
    port.wait(PATIENCE_S)
    assert main(["scenario", "--on", port.path, "--restore"]) == 0
    assert capsys.readouterr().out == "Nothing was stashed on this board.\n"
    assert data(port) == own


@pytest.mark.verify
def test_ctrl_c_in_the_midst_gives_the_board_its_own_back(port, own, tmp_path):
    port.wait(PATIENCE_S)
    status, said = until(port, tmp_path, lambda running: running.send_signal(signal.SIGINT))
    assert (status, said) == (130, "")
    assert cases(tmp_path / "report.xml")["a.txt"] == {"failure": "KeyboardInterrupt"}
    assert data(port) == own


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "there is no firmware on the board"),
        (
            {"a/manifest": Manifest("0.2.0", {}, "tile7x7").encode()},
            "is a tile7x7, not a tile4x4. Connect a tile4x4, or say --board tile7x7",
        ),
    ],
    ids=["bare", "another"],
)
def test_a_board_that_cannot_do_it_is_named_and_left_alone(tmp_path, capsys, files, why):
    files |= {"data/settings.blob": b"its own"}
    with SerialPort(Chip(find_image(), files)) as port:
        port.wait(PATIENCE_S)
        words = ["scenario", "--on", port.path, "--junit", f"{tmp_path}/report.xml"]
        assert main([*words, scenarios(tmp_path, a=LONG)]) == 1
        said = capsys.readouterr().err
        with port.held() as chip:
            assert chip.files() == files
    assert why in said
    assert "stashed" not in said
    assert port.path in cases(tmp_path / "report.xml")["a.txt"]["failure"]


def test_no_board_on_the_port_is_one_message(tmp_path, capsys):
    words = ["scenario", "--on", str(tmp_path / "ttyACM0"), scenarios(tmp_path, a=LONG)]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("lodeboard scenario: there is no port ")
    assert "say --on real: the board is then looked for" in said
    assert "--port" not in said
    assert len(said.splitlines()) == 1
