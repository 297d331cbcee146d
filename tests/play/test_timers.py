"""Timers for states that persist: a mistake, a tile off the board, the end of a game, an empty
board."""

from types import SimpleNamespace

import pytest
from one_board import PROFILE

from lodeboard.lights import tunes
from lodeboard.play.changes import Changes
from lodeboard.play.guide import HELD, READY, WRONG
from lodeboard.play.timers import Timers

GRACE_MS, NAG_MS = (PROFILE.session[name] for name in ("grace_ms", "nag_ms"))


class Table:
    """A board and a guide that say what a test wants."""

    def __init__(self) -> None:
        self.played: list[tuple[int, ...]] = []
        self.unsettled = False
        self.guide = SimpleNamespace(
            seen=READY, wrong=bytearray(PROFILE.cells), expected=bytearray(b"\1" * PROFILE.cells)
        )
        self.cells = SimpleNamespace(
            codes=bytearray(PROFILE.cells), settling=lambda: self.unsettled
        )
        self.changes = Changes()
        self.timers = Timers(
            SimpleNamespace(
                profile=PROFILE,
                changes=self.changes,
                cells=self.cells,
                tunes=SimpleNamespace(play=self.played.append),
            ),
            self.guide,
        )
        self.timers.enter(0)

    def look(self, now_ms: int, restoring: bool = False, over: bool = False) -> bool:
        """Whether the board has something new to say."""
        before = self.changes.news
        self.timers.look(now_ms, restoring, over)
        return self.changes.news != before


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_mistake_is_shown_and_heard_once_its_time_is_up(table: Table) -> None:
    table.guide.seen = WRONG
    assert not table.look(1000)
    assert not table.look(1000 + GRACE_MS - 1)
    assert (table.timers.wrong_shown, table.played) == (False, [])
    assert table.look(1000 + GRACE_MS)
    assert (table.timers.wrong_shown, table.played) == (True, [tunes.MISTAKE])
    assert not table.look(2000 + GRACE_MS)
    assert table.played == [tunes.MISTAKE]
    table.guide.seen = READY
    assert table.look(3000 + GRACE_MS)
    assert not table.timers.wrong_shown
    assert not table.look(3001 + GRACE_MS)


def test_a_mistake_that_moves_to_another_cell_is_told_again_without_a_sound(table: Table) -> None:
    table.guide.seen = WRONG
    table.guide.wrong[3] = 1
    table.look(1000)
    assert table.look(1000 + GRACE_MS)
    table.guide.wrong[:5] = bytes((0, 0, 0, 0, 1))
    assert table.look(1020 + GRACE_MS)
    assert not table.look(1040 + GRACE_MS)
    assert table.played == [tunes.MISTAKE]


def test_a_new_mistake_has_its_own_time(table: Table) -> None:
    table.guide.seen = WRONG
    table.look(1000)
    table.guide.seen = HELD
    table.look(1500)
    table.guide.seen = WRONG
    table.look(1600)
    assert not table.look(1600 + GRACE_MS - 1)
    assert table.look(1600 + GRACE_MS)


@pytest.mark.parametrize(("restoring", "over"), [(True, False), (False, True)])
def test_the_way_back_is_shown_at_once_without_a_sound(
    table: Table, restoring: bool, over: bool
) -> None:
    table.guide.seen = WRONG
    table.unsettled = True
    assert not table.look(1000, restoring, over)
    table.unsettled = False
    assert table.look(1020, restoring, over)
    assert (table.timers.wrong_shown, table.played) == (True, [])


def test_the_way_back_is_shown_with_the_first_look_where_readings_have_settled(
    table: Table,
) -> None:
    table.guide.seen = WRONG
    assert table.look(1000, restoring=True)
    assert table.timers.wrong_shown
    assert not table.look(1020, restoring=True)


def test_readings_that_do_not_settle_delay_it_no_longer_than_a_mistake(table: Table) -> None:
    table.guide.seen = WRONG
    table.unsettled = True
    table.look(1000, restoring=True)
    assert not table.look(1000 + GRACE_MS - 1, restoring=True)
    assert table.look(1000 + GRACE_MS, restoring=True)
    assert table.played == []


def test_a_tile_kept_in_the_hand_brings_one_reminder(table: Table) -> None:
    table.guide.seen = HELD
    assert not table.look(1000)
    assert not table.look(1000 + NAG_MS - 1)
    assert not table.timers.nagged
    assert table.look(1000 + NAG_MS)
    assert table.timers.nagged
    assert table.played == [tunes.REMINDER]
    assert not table.look(1000 + 3 * NAG_MS)
    assert table.played == [tunes.REMINDER]
    table.guide.seen = READY
    assert table.look(1001 + 3 * NAG_MS)
    assert not table.timers.nagged
    assert not table.look(1002 + 3 * NAG_MS)
    table.guide.seen = HELD
    table.look(1003 + 3 * NAG_MS)
    assert table.look(1003 + 4 * NAG_MS)
    assert table.played == [tunes.REMINDER] * 2


def test_who_comes_back_from_the_menu_has_the_whole_time_again(table: Table) -> None:
    for seen, wait_ms in ((WRONG, GRACE_MS), (HELD, NAG_MS)):
        table.guide.seen = seen
        table.look(1000)
        table.timers.busy = False
        table.timers.enter(1500)
        assert table.timers.busy
        table.look(1600)
        assert not table.look(1600 + wait_ms - 1)
        assert table.look(1600 + wait_ms)


def test_the_end_is_shown_in_turns_of_three_seconds(table: Table) -> None:
    spans = []
    for now in (1000, 3999, 4000, 6999, 7000):
        table.look(now, over=True)
        spans.append(table.timers.span)
    assert spans == [0, 0, 1, 1, 2]
    table.look(7100, restoring=True, over=True)  # the way back is on: from the beginning
    assert table.timers.span == 0


def test_an_empty_board_after_the_end_is_cleared(table: Table) -> None:
    table.cells.codes[3] = 1
    table.look(0, over=True)
    table.look(5000, over=True)
    table.cells.codes[3] = 0
    table.look(6000, over=True)
    table.look(6999, over=True)
    assert not table.timers.cleared
    table.look(7000, over=True)
    assert table.timers.cleared
    table.timers.go_on()
    assert (table.timers.cleared, table.timers.busy) == (False, True)
    table.look(7100, over=True)
    table.look(8099, over=True)
    assert not table.timers.cleared
    table.look(8100, over=True)
    assert table.timers.cleared


def test_before_the_end_and_while_tiles_are_asked_for_nothing_is_cleared(table: Table) -> None:
    for now in range(0, 5000, 500):
        table.look(now)
        assert not table.timers.cleared
        table.look(now, restoring=True, over=True)
        assert not table.timers.cleared


def test_an_end_without_a_tile_is_seen_for_some_seconds(table: Table) -> None:
    table.guide.expected[:] = bytes(PROFILE.cells)
    table.look(0, over=True)
    table.look(14_999, over=True)
    assert not table.timers.cleared
    table.look(15_000, over=True)
    assert table.timers.cleared


def test_it_is_busy_while_something_lasts(table: Table) -> None:
    table.look(0)
    assert not table.timers.busy
    table.look(0, over=True)
    assert table.timers.busy
    table.guide.seen = HELD
    table.look(0)
    assert table.timers.busy
