"""The board kernel of Magician Chess as CPython runs it, compiled by Numba, and in machine code on
the chip: the same words after every task."""

import inspect

import pytest
from emulator import magician_cases
from emulator.cases_on_chip import on_the_chip
from emulator.checked_words import Word, Words
from emulator.magician_cases import Cases

from host_tools.build import firmware, profiles
from host_tools.build.compiled import compiled
from lodeboard.games.magician.board_kernel import magician_board

magician_board = inspect.unwrap(magician_board)

ON_CHIP = """
from lodeboard.games.magician.board_kernel import magician_board
cases = Cases(magician_board)
"""


def watchful_board(state, task):
    return magician_board(Words(state), Word(task))


def plainly(count, board=magician_board):
    cases = Cases(board)
    return [cases.run(number) for number in range(count)], searches(cases, count // 10)


def searches(cases, count):
    return [cases.search_one(number) for number in range(count)]


def test_the_cases_are_worth_running():
    """They meet every kind of turn, checks, and positions without a turn."""
    outcomes, searched = plainly(60)
    assert len([each for each in searched if each]) > 3
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
    assert [watched.run(number) for number in range(12)] == plainly(12)[0]
    assert searches(Cases(watchful_board), 2) == searches(Cases(magician_board), 2)


def test_compiled_by_numba():
    board = compiled(magician_board)
    assert board is not None, "Numba is missing: make setup-test"
    assert plainly(60, board) == plainly(60)


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.parametrize("count", [60, 400])
def test_in_machine_code_on_the_chip(count):
    files = firmware.modules(board=profiles.of_game("magician").name)
    counts = {"run": count, "search_one": count // 10}
    assert on_the_chip(magician_cases, ON_CHIP, files, **counts) == list(plainly(count))
