"""Damaged files and file systems on the chip: the results are the same as in CPython."""

from functools import cache

import pytest
from emulator import hostile_files
from emulator.hostile_files import GIVEN_UP, OTHER

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.chip import Chip
from host_tools.build import firmware
from host_tools.lab.reliability.hostile import packs, trial
from host_tools.lab.reliability.hostile.trial import made

pytestmark = [pytest.mark.chip, pytest.mark.verify]

BATCH = 5000  # of inputs that the long run does not have
SMALL, WHOLE = "small", "whole"
Case = tuple[bytes, str, list[list[str]]]  # an image, the firmware in it, tables


@cache
def modules() -> dict[str, dict[str, bytes]]:
    return {SMALL: packs.example(), WHOLE: firmware.modules()}


@pytest.fixture(scope="module")
def chip() -> Chip:
    return hostile_files.prepared(modules())


def case(kind: str, number: int) -> Case:
    """A file system with one damaged input of this kind in it, or damaged itself."""
    data = made(kind, BATCH, number).data
    small: dict[str, bytes] = trial.kind("manifest")._files
    if kind == "file-system":
        return trial.kind(kind).damaged(data), WHOLE, []
    if kind == "manifest":
        return filesystem.make_image({**small, "a/manifest": data[0]}), SMALL, []
    if kind == "packs":
        path = next(path for path in small if path.startswith(f"packs/{data[0]}."))
        return filesystem.make_image({**small, path: data[1]}), SMALL, []
    table = [["t.bin", kind.removeprefix("tables-"), data[1].rules]]
    return filesystem.make_image({"t.bin": data[0]}), "", table


CASES = {"file-system": 20, "tables-flip": 6, "tables-xtic": 6, "packs": 8, "manifest": 12}


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind, count in CASES.items() for number in range(count)]
)
def test_the_chip_takes_and_refuses_what_cpython_does(chip: Chip, kind: str, number: int) -> None:
    image, which, tables = case(kind, number)
    on = hostile_files.on_chip(chip, image, which, tables)
    off = hostile_files.on_computer(image, modules(), which, tables)
    assert on != GIVEN_UP
    assert on == "no file system" or OTHER not in on.get("a", "")
    if off != GIVEN_UP:
        assert on == off
