"""Gains and zeros on a board made here: to the count and to the millisecond."""

from array import array
from typing import Any

import pytest
from one_board import PROFILE
from scenes.test_scenes_alone import Table, marks_of

from lodeboard.games.contract import DOWN_0, EMPTY, UP_0, UP_1
from lodeboard.lights import tunes
from lodeboard.play.scene import DONE, LEFT, MIDDLE, NONE, RIGHT
from lodeboard.scenes.calibrate import Gains, Zeros
from lodeboard.sensing import layout
from lodeboard.sensing.layout import GAIN_ONE

NOMINAL = PROFILE.raw(PROFILE.signal_mv(True))
AIM = PROFILE.raw(PROFILE.signal_mv(True) * PROFILE.sensing["gain_aim_percent"] / 100)
SCANS = 24


@pytest.fixture
def table() -> Any:
    return Table()


@pytest.fixture
def gains(table: Any) -> Gains:
    found = Gains(table, first=False)
    found.enter(1000)
    return found


def lit(gains: Gains, name: str) -> list[int]:
    """The cells with this light."""
    return [cell for cell, meaning in marks_of(gains).items() if meaning == name]


def lay(gains: Gains, table: Any, cell: int, signal: int, code: int = UP_0) -> None:
    """A tile that lies still, until it is measured."""
    table.cells.codes[cell] = code
    table.cells.raw[cell] = table.calibration.zero[cell] + signal
    for _ in range(1 + SCANS):  # in the first it is seen
        gains.tick(1000)


def test_a_gain_is_the_nominal_signal_by_the_one_measured(gains: Gains, table: Any) -> None:
    assert lit(gains, "measure") == list(range(PROFILE.cells))
    table.cells.codes[0] = UP_0
    table.cells.raw[0] = PROFILE.raw_middle + 8 * NOMINAL // 10
    for _ in range(SCANS):
        gains.tick(1000)
    assert lit(gains, "calibrate") == []
    gains.tick(1000)
    assert lit(gains, "calibrate") == [0]
    assert lit(gains, "measure") == list(range(1, PROFILE.cells))
    measured = AIM * GAIN_ONE // (8 * NOMINAL // 10)
    assert list(table.calibration.gain) == [measured] + [GAIN_ONE] * (PROFILE.cells - 1)
    assert (len(table.saved), table.restarts) == (1, 0)
    assert table.played == [tunes.ACCEPTED]
    gains.button(RIGHT)
    assert gains.event == NONE
    gains.button(LEFT)
    assert (gains.event, gains.warning, table.restarts) == (DONE, "", 1)
    gains.event = NONE
    gains.enter(0)
    assert gains.event == NONE


def test_tiles_of_both_players_measure_side_by_side(gains: Gains, table: Any) -> None:
    for cell in range(PROFILE.cells):
        up = cell % 2 == 0
        table.cells.codes[cell] = UP_0 if up else UP_1
        table.cells.raw[cell] = PROFILE.raw_middle + (NOMINAL + 40 * cell) * (1 if up else -1)
        around = layout.RECORDS + cell * layout.RECORD + layout.CROSS
        table.state[around] = 40 * cell * (1 if up else -1)
    for _ in range(1 + SCANS):
        assert gains.event == NONE
        gains.tick(1000)
    assert gains.event == DONE
    assert list(table.calibration.gain) == [AIM * GAIN_ONE // NOMINAL] * PROFILE.cells
    assert table.played == [tunes.ACCEPTED]


@pytest.mark.parametrize("percent", PROFILE.sensing["gain_percent"])
def test_a_gain_outside_its_limits_is_refused(gains: Gains, table: Any, percent: int) -> None:
    limit = percent * GAIN_ONE // 100
    signals = range(NOMINAL // 2, 2 * NOMINAL)
    inside = [signal for signal in signals if AIM * GAIN_ONE // signal == limit]
    beyond = inside[0] - 1 if percent > 100 else inside[-1] + 1
    lay(gains, table, 0, beyond)
    assert "the tile off a1" in gains.say
    assert (lit(gains, "mistake"), table.played) == ([0], [tunes.MISTAKE])
    lay(gains, table, 0, inside[0])
    assert (lit(gains, "mistake"), table.played) == ([0], [tunes.MISTAKE])  # it is to be lifted
    lay(gains, table, 0, 0, EMPTY)
    assert lit(gains, "mistake") == []
    assert gains.say.startswith("Put tiles")
    lay(gains, table, 0, inside[0])
    assert lit(gains, "calibrate") == [0]


@pytest.mark.parametrize("signal", [0, -1])
def test_a_signal_of_none_is_refused(gains: Gains, table: Any, signal: int) -> None:
    lay(gains, table, 0, signal)
    assert lit(gains, "mistake") == [0]


def test_another_tile_is_a_mistake_after_a_while(gains: Gains, table: Any) -> None:
    table.cells.codes[0] = DOWN_0
    gains.tick(5000)  # the time begins
    gains.tick(6500)
    assert lit(gains, "mistake") == []
    gains.tick(6501)
    gains.tick(6600)
    assert (lit(gains, "mistake"), table.played) == ([0], [tunes.MISTAKE])
    table.cells.codes[0] = EMPTY
    gains.tick(7000)
    assert (lit(gains, "mistake"), gains.say.partition(" ")[0]) == ([], "Put")
    table.cells.codes[0] = DOWN_0
    gains.tick(7020)
    gains.tick(8521)
    assert lit(gains, "mistake") == [0]


def test_scans_before_a_tile_was_lifted_do_not_count(gains: Gains, table: Any) -> None:
    lay(gains, table, 0, NOMINAL)
    table.cells.codes[1] = UP_0
    table.cells.raw[1] = PROFILE.raw_middle + NOMINAL
    for _ in range(SCANS):
        gains.tick(1000)
    table.cells.codes[1] = DOWN_0
    gains.tick(1000)
    table.cells.codes[1] = UP_0
    for _ in range(SCANS):
        gains.tick(1000)
    assert lit(gains, "calibrate") == [0]
    gains.tick(1000)
    assert lit(gains, "calibrate") == [0, 1]


def test_a_new_board_asks_for_those_that_are_missing_and_warns(table: Any) -> None:
    table.calibration.missing[1:] = bytes([1] * (PROFILE.cells - 1))
    gains = Gains(table, first=True)
    gains.enter(1000)
    assert lit(gains, "measure") == list(range(1, PROFILE.cells))
    lay(gains, table, 1, NOMINAL)
    gains.button(MIDDLE)
    assert gains.event == DONE
    assert table.played == [tunes.ACCEPTED, tunes.MISTAKE]
    assert "not measured at c1, d1, a2," in gains.warning
    assert not any(table.calibration.missing)


def test_the_warning_names_no_cell_where_none_was_measured(table: Any) -> None:
    table.calibration.missing[:] = bytes([1] * PROFILE.cells)
    gains = Gains(table, first=True)
    gains.enter(1000)
    gains.button(LEFT)
    assert gains.warning.startswith("Gains were not measured. ")
    assert len(gains.warning) < 90  # two lines of a phone


@pytest.mark.parametrize("injecting", [False, True])
def test_zeros_and_gains_of_made_up_readings_are_not_saved(table: Any, injecting: bool) -> None:
    table.injecting = injecting
    zeros = Zeros(table)
    zeros.enter(0)
    zeros.button(MIDDLE)
    for _ in range(SCANS):
        zeros.tick(0)
    assert zeros.event == DONE
    gains = Gains(table, first=True)
    gains.enter(0)
    gains.button(LEFT)
    assert len(table.saved) == (0 if injecting else 2)


# The zeros


def test_the_zeros_are_measured_once_and_used_at_once(table: Any) -> None:
    zeros = Zeros(table)
    zeros.enter(0)
    zeros.tick(0)
    assert zeros.ask == "calibrate"
    zeros.button(LEFT)
    assert zeros.event == NONE  # there are no old ones
    table.cells.raw[3] += 100
    zeros.button(MIDDLE)
    assert zeros.say == "Measuring: hands off."
    zeros.button(LEFT)  # of no use now
    for _ in range(SCANS):
        assert zeros.event == NONE
        zeros.tick(0)
    assert zeros.event == DONE
    assert table.calibration.valid
    assert list(table.calibration.zero) == list(table.cells.raw)
    assert (table.restarts, table.played) == (1, [tunes.ACCEPTED])
    zeros.event = NONE
    zeros.enter(0)
    assert zeros.event == NONE
    zeros.button(LEFT)
    assert zeros.event == DONE


def test_offsets_in_doubt_to_the_count(table: Any) -> None:
    window = PROFILE.raw(PROFILE.sensing["zero_window_mv"])
    least, most = (PROFILE.raw(mv) for mv in PROFILE.sensing["zero_magnet_mv"])
    spreads = PROFILE.sensing["zero_spreads"]
    usual = PROFILE.raw(25)
    for typical, offset, found in (
        (0, window, "usual"), (0, window + 1, "doubt"), (0, least, "doubt"),
        (0, least + 1, "magnet"), (usual, spreads * usual, "doubt"),
        (usual, spreads * usual + 1, "magnet"), (window, most, "doubt"),
        (window, most + 1, "magnet"),
    ):  # fmt: skip
        for sign in (1, -1):
            table.played.clear()
            zeros = Zeros(table)
            zeros.enter(0)
            readings = [PROFILE.raw_middle + typical] * PROFILE.cells
            readings[5] = PROFILE.raw_middle + sign * offset
            table.cells.raw[:] = array("H", readings)
            zeros.button(MIDDLE)
            news = table.changes.news
            for _ in range(SCANS):
                zeros.tick(0)
            message: dict[str, Any] = {}
            zeros.report(message)
            assert message["wrong"] == (["b2"] if found == "magnet" else []), (typical, offset)
            assert message["doubt"] == (["b2"] if found == "doubt" else []), (typical, offset)
            assert (zeros.event == DONE) is (found == "usual")
            assert table.played == [tunes.ACCEPTED if zeros.event == DONE else tunes.MISTAKE]
            assert zeros.event == DONE or table.changes.news > news
            light = {"usual": "calibrate", "doubt": "check", "magnet": "mistake"}[found]
            assert marks_of(zeros)[5] == light
            assert zeros.ask == ("accept" if found == "doubt" else "calibrate")
