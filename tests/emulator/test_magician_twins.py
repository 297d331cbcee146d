"""The board kernel of Magician Chess as CPython runs it, compiled by Numba, and in machine code on
the chip: the same words after every task."""

import inspect
import json
from pathlib import Path

import pytest
from emulator import magician_cases
from emulator.magician_cases import Cases
from emulator.test_kernel_twins import Word, Words

from host_tools.build import firmware
from host_tools.build.compiled import compiled
from host_tools.emulator.chip import Chip
from host_tools.emulator.image import find_image
from lodeboard.games.magician.board_kernel import magician_board

magician_board = inspect.unwrap(magician_board)

ON_CHIP = """
import gc, json
gc.threshold(32768)
from magician_cases import Cases
from lodeboard.games.magician.board_kernel import magician_board
cases = Cases(magician_board)
"""


def watchful_board(state, task):
    return magician_board(Words(state), Word(task))


def plainly(count):
    cases = Cases(magician_board)
    return [cases.run(number) for number in range(count)]


def on_the_chip(count):
    files = firmware.modules()
    files["magician_cases.py"] = firmware.folded(Path(magician_cases.__file__).read_text()).encode()
    chip = Chip(find_image(), files)
    chip.execute(ON_CHIP)
    said = chip.execute(
        f"for number in range({count}):\n    print(json.dumps(cases.run(number)))",
        limit_ms=600_000,
    )
    return [json.loads(line) for line in said.splitlines()]


def test_the_cases_are_worth_running():
    """They meet every kind of turn, checks, and positions without a turn."""
    outcomes = plainly(60)
    made = 0
    for _, _, _, kinds in outcomes:
        made |= kinds
    assert made == 0b1111111
    assert len({checksum for checksum, *_ in outcomes}) == len(outcomes)
    assert sum(checks for _, _, checks, _ in outcomes) > 10
    assert sum(turns for _, turns, _, _ in outcomes) > 3000


def test_nothing_leaves_32_bits():
    """So no twin can differ for having shorter integers than CPython has."""
    watched = Cases(watchful_board)
    assert [watched.run(number) for number in range(12)] == plainly(12)


def test_compiled_by_numba():
    board = compiled(magician_board)
    assert board is not None, "Numba is missing: make setup-test"
    swift = Cases(board)
    assert [swift.run(number) for number in range(60)] == plainly(60)


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.parametrize("count", [60, 400])
def test_in_machine_code_on_the_chip(count):
    assert on_the_chip(count) == plainly(count)
