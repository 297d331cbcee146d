"""The hardware build lists its requirements before it starts, and shows its progress."""

import re

import pytest
from one_board import DATA

from hardware import build, setup
from hardware.prints import build as prints
from hardware.stages import Stages, announced

pytestmark = pytest.mark.hardware


def test_time_and_room_are_said():
    assert announced("tile4x4", 299, 60) == "makes tile4x4: about 5 min, 60 MB in build/hardware"
    assert "about 1 min" in announced("tile4x4", 3, 60)


def test_each_stage_is_named_with_how_much_is_done(capsys):
    with Stages({("tracks", "a"): 30.0, ("lists", "a"): 10.0, ("tracks", "b"): 60.0}) as stages:
        stages.begin("tracks", "a")
        stages.begin("lists", "a")
        stages.begin("tracks", "b")
    said = capsys.readouterr().err.splitlines()
    assert said == ["  0 %  a: tracks", " 30 %  a: lists", " 40 %  b: tracks"]


def test_a_stage_that_is_not_of_the_work_is_noticed():
    with Stages({("tracks", "a"): 30.0}) as stages:
        stages.begin("lists", "a")
        with pytest.raises(KeyError):
            stages.begin("tracks", "a")


def test_a_build_goes_through_all_its_stages_and_says_them_first(monkeypatch, capsys, tmp_path):
    seen = []

    def board(data, folder, kept, stages):
        for stage in list(build.STAGES)[1:]:
            stages.begin(stage, data["name"])
            seen.append(stage)
        return []

    monkeypatch.setattr(build, "BUILD", tmp_path)
    monkeypatch.setattr(build, "build_circuit", lambda data, folder: (0, 0))
    monkeypatch.setattr(build, "build_board", board)
    assert build.main(["--size", f"{DATA['rows']}x{DATA['columns']}"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"makes {DATA['name']}: about ")
    assert len(said.err.splitlines()) == len(build.STAGES)
    assert seen == list(build.STAGES)[1:]
    figures = [int(line.split("%")[0]) for line in said.err.splitlines()]
    assert figures == sorted(figures)
    assert figures[0] == 0


def test_the_checks_are_named_with_a_percentage():
    recipe = (setup.ROOT / "Makefile").read_text(encoding="utf-8")
    lines = recipe.partition("verify-hardware: ")[2].splitlines()[1:4]
    assert re.search(r"about \d+ min, .*B", lines[0])
    assert "pytest -vv " in lines[2]


def test_make_hardware_gives_all_its_programs_arguments_that_they_take(capsys):
    recipe = (setup.ROOT / "Makefile").read_text(encoding="utf-8")
    lines = recipe.partition("\nhardware: ")[2].splitlines()[1:4]
    assert [line.split()[2] for line in lines] == [
        "hardware.build", "hardware.prints", "hardware.bom.cost"
    ]  # fmt: skip
    with pytest.raises(SystemExit):
        prints.main(["--release", "--kept", "nothing"])
    assert "no part called nothing" in capsys.readouterr().err
