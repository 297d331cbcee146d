"""The search kernel as CPython runs it, compiled by Numba, and in machine code on the chip: the
same words after every slice, whatever it is given."""

import inspect

import pytest
from emulator import kernel_cases
from emulator.cases_on_chip import on_the_chip
from emulator.checked_words import Word, Words
from emulator.kernel_cases import Cases
from many import later

from host_tools.build import firmware
from host_tools.build.compiled import compiled
from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

flip_search = inspect.unwrap(flip_search)
TABLES = build_tables(Grid(4, 4))

ON_CHIP = """
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid
cases = Cases(build_tables(Grid(4, 4)), flip_search)
"""


def watchful_search(state, tables, table, budget):
    return flip_search(Words(state), Words(tables), Words(table), Word(budget))


def plainly(count):
    cases = Cases(TABLES, flip_search)
    return [cases.run(number) for number in range(count)]


def test_the_cases_are_worth_running():
    """They meet both ends and interruptions, tables that answer, and every sort of position."""
    tiles = set()
    statuses = []
    negative = []
    topmost = []

    def note(search, budget, status):
        state = search.state
        tiles.add(state[kernel.ROOT_TILES])
        statuses.append(status)
        negative.append(min(state) < 0)
        topmost.append(max(search.table) >= 0x8000)
        if budget <= 0:
            assert status in (kernel.RUNNING, kernel.EXHAUSTED)

    cases = Cases(TABLES, flip_search, note)
    outcomes = [cases.run(number) for number in range(400)]
    assert tiles == set(range(16))
    assert set(statuses) == {kernel.RUNNING, kernel.FINISHED, kernel.EXHAUSTED}
    assert statuses.count(kernel.RUNNING) > len(statuses) / 2
    assert sum(negative) > 1000
    assert sum(topmost) > 200
    assert len({checksum for checksum, *_ in outcomes}) == len(outcomes)
    assert sum(evals for _, _, evals, _ in outcomes) > 100_000


@pytest.mark.parametrize("count", [20, later(60)])
def test_nothing_leaves_32_bits(count):
    """So no twin can differ for having shorter integers than CPython has."""
    watched = Cases(TABLES, watchful_search)
    assert [watched.run(number) for number in range(count)] == plainly(count)


def test_the_watch_would_notice():
    with pytest.raises(AssertionError):
        Word(1 << 30) * 2
    with pytest.raises(AssertionError):
        1 << Word(31)
    with pytest.raises(AssertionError):
        Word(1) >> 32
    assert type(3 + Word(4) << 2) is Word


@pytest.mark.parametrize("count", [200, later(1000)])
def test_compiled_by_numba(count):
    search = compiled(flip_search)
    assert search is not None, "Numba is missing: make setup-test"
    fast = Cases(TABLES, search)
    assert [fast.run(number) for number in range(count)] == plainly(count)


@pytest.mark.verify
@pytest.mark.chip
def test_in_machine_code_on_the_chip():
    assert on_the_chip(kernel_cases, ON_CHIP, firmware.modules(), run=80) == [plainly(80)]


@pytest.mark.chip
@pytest.mark.verify
def test_in_machine_code_on_the_chip_at_length():
    assert on_the_chip(kernel_cases, ON_CHIP, firmware.modules(), run=400) == [plainly(400)]
