"""The search kernel of xtic as CPython runs it, compiled by Numba, and in machine code on the
chip: the same words after every slice, whatever it is given."""

import inspect

import pytest
from emulator import xtic_cases
from emulator.cases_on_chip import on_the_chip
from emulator.checked_words import Word, Words
from emulator.xtic_cases import Cases
from many import later

from host_tools.build import firmware
from host_tools.build.compiled import compiled
from lodeboard.games.xtic import search_layout as kernel
from lodeboard.games.xtic.search_kernel import xtic_search

xtic_search = inspect.unwrap(xtic_search)
SMALL = 1 << 30  # MicroPython keeps integers below it without taking memory

ON_CHIP = """
from lodeboard.games.xtic.search_kernel import xtic_search
cases = Cases(xtic_search)
"""


def watchful_search(state, table, budget):
    return xtic_search(Words(state), Words(table), Word(budget))


def plainly(count):
    cases = Cases(xtic_search)
    return [cases.run(number) for number in range(count)]


def test_the_cases_are_worth_running():
    """They meet both ends and interruptions, tables that answer, every number of pieces."""
    placed = set()
    placing = set()
    statuses = []
    values = set()

    def note(search, budget, status):
        state = search.state
        placed.add(state[kernel.PLACED])
        placing.add(state[kernel.PLACING])
        statuses.append(status)
        assert all(-1 <= word < SMALL for word in state)
        if status == kernel.FINISHED:
            values.add(search.value)
        if budget <= 0:
            assert status in (kernel.RUNNING, kernel.EXHAUSTED)

    cases = Cases(xtic_search, note)
    outcomes = [cases.run(number) for number in range(200)]
    assert placed >= set(range(14))
    assert placing == {0, 1}
    assert values == {-1, 0, 1}
    assert set(statuses) == {kernel.RUNNING, kernel.FINISHED, kernel.EXHAUSTED}
    assert statuses.count(kernel.RUNNING) > len(statuses) / 2
    assert len({checksum for checksum, *_ in outcomes}) == len(outcomes)
    assert sum(nodes for _, _, nodes, _ in outcomes) > 15_000


@pytest.mark.verify
def test_nothing_leaves_32_bits():
    """So no twin can differ for having shorter integers than CPython has."""
    watched = Cases(watchful_search)
    assert [watched.run(number) for number in range(30)] == plainly(30)


@pytest.mark.parametrize("count", [100, later(300)])
def test_compiled_by_numba(count):
    search = compiled(xtic_search)
    assert search is not None, "Numba is missing: make setup-test"
    fast = Cases(search)
    assert [fast.run(number) for number in range(count)] == plainly(count)


@pytest.mark.verify
@pytest.mark.chip
def test_in_machine_code_on_the_chip():
    assert on_the_chip(xtic_cases, ON_CHIP, firmware.modules(), run=24) == [plainly(24)]


@pytest.mark.chip
@pytest.mark.verify
def test_in_machine_code_on_the_chip_at_length():
    assert on_the_chip(xtic_cases, ON_CHIP, firmware.modules(), run=80) == [plainly(80)]
