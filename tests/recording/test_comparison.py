"""What is said about lights that differ, and feeding a board with its own clock."""

from types import SimpleNamespace

import pytest
from many import every
from one_board import PROFILE
from recording.test_corpus import CORPUS, without_middle

from host_tools.board.messages import Lights, listen
from host_tools.board.recording.comparison import LASTS_MS, ByMeaning, Exactly
from host_tools.board.recording.feeding import feed
from host_tools.board.recording.file import Reader
from host_tools.board.recording.onchip import Converted
from host_tools.board.recording.rerun import PlayedBack, Result, _Read, colours, ended
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.meanings import palette_now
from lodeboard.games.flip.rules import Flip
from lodeboard.lights import palette
from lodeboard.system.run import Supervisor

TICK_MS = 20
OFF, LIFT, PLACE = palette.OFF, palette.MAY_LIFT, palette.MAY_PLACE


def shown(turns, ms):
    """The lights at this time: of each cell a list of (from ms, meaning); other cells are dark."""
    leds = [(0, 0, 0)] * PROFILE.cells
    for cell, changes in enumerate(turns):
        meaning = [each for start_ms, each in changes if start_ms <= ms][-1]
        level = palette.level(meaning, ms % palette.CYCLE_MS) / 255
        leds[cell] = tuple(
            int((part / 255 * level) ** 2.2 * 255) for part in palette.colour(meaning)
        )
    return leds


def compared(comparison, recorded, now, until_ms=9000):
    """The difference found, and when it was."""
    for ms in range(0, until_ms, TICK_MS):
        first = comparison.show(ms, shown(recorded, ms), shown(now, ms))
        if first:
            return first, ms
    return comparison.end(), until_ms


OTHER = [(0, OFF), (2000, LIFT)]  # so that the lights never become the same again
DARK = [(0, OFF)]


@pytest.mark.parametrize(
    ("recorded", "now", "then"),
    [
        ([(0, OFF), (2000, PLACE)], [(0, OFF), (2480, PLACE)], "a1 shows may-place 480 ms later"),
        ([(0, OFF), (2480, PLACE)], [(0, OFF), (2000, PLACE)], "a1 shows may-place 480 ms earlier"),
        (
            [(0, OFF), (2000, PLACE), (4000, OFF)],
            [(0, OFF), (4500, PLACE)],
            "a1 shows may-place about 2.4 s later",
        ),
        (
            [(0, OFF), (2000, LIFT), (4500, PLACE)],
            [(0, OFF), (2000, PLACE), (4000, OFF)],
            "a1 shows may-place about 2.3 s earlier",
        ),
        (
            [(0, OFF), (2000, LIFT), (4500, PLACE)],
            [(0, OFF), (2000, PLACE)],
            "a1 shows may-place about 2.3 s earlier",
        ),
        ([(0, OFF), (2000, PLACE)], DARK, "a1 meant may-place, means off"),
        ([(0, OFF), (2000, PLACE)], [(0, OFF), (2000, LIFT)], "a1 meant may-place, means may-lift"),
    ],
)
def test_how_it_goes_on_is_said(recorded, now, then):
    first, found_ms = compared(Exactly(PROFILE), [recorded, OTHER], [now, DARK])
    assert first.ms == 2000
    assert found_ms == 7000
    assert first.then == then


def test_lights_that_become_the_same_again_are_late():
    late = [[(0, OFF), (2300, PLACE)]]
    first, _ = compared(Exactly(PROFILE), [[(0, OFF), (2000, PLACE)]], late)
    assert (first.ms, first.then) == (2000, "all is as recorded again after 300 ms")
    assert str(first).startswith("at 2.00 s: a1: recorded rgb(")


def test_a_difference_at_the_end_is_named():
    turns = [[(0, OFF), (2000, PLACE)]]
    first, _ = compared(Exactly(PROFILE), turns, [DARK], until_ms=2500)
    assert first.ms == 2000
    assert compared(Exactly(PROFILE), turns, turns) == (None, 9000)


def test_a_meaning_may_differ_for_a_second_and_not_for_longer():
    for longer_ms, found in ((LASTS_MS - 700, False), (LASTS_MS + palette.CYCLE_MS, True)):
        turns = [[(0, LIFT), (3000, PLACE)]]
        now = [[(0, LIFT), (3000 + longer_ms, PLACE)]]
        assert bool(compared(ByMeaning(PROFILE), turns, now)[0]) is found
        assert compared(ByMeaning(PROFILE, 20_000), turns, now)[0] is None


def test_conversions_of_a_chip_add_up_to_the_recorded_readings():
    """The firmware throws the first conversion after each selection away."""
    each = PROFILE.data["adc"]["oversample"]
    cell_on = {channel: channel for channel in range(PROFILE.cells)}
    mux = SimpleNamespace(cell_on=cell_on)
    board = SimpleNamespace(frontend=SimpleNamespace(mux=mux), profile=PROFILE)
    converted = Converted(board)
    converted.raw = [1000 * each + 7 * cell for cell in range(PROFILE.cells)]
    for _ in range(2):
        for channel in (0, 1, 5, 1):
            taken = [converted.conversion((channel,), (), 9.0) for _ in range(each + 1)]
            assert sum(taken[1:]) == converted.raw[channel]
            assert max(taken) - min(taken) <= 1


def test_a_recording_by_a_firmware_with_fewer_lights_is_told_by_those():
    colours_now, movements_now = palette_now()
    older = SimpleNamespace(palette=(colours_now[:-3], movements_now), cut="", damaged=False)
    assert ended(None, older, Result(scans=1)).said == []
    older.palette = (b"\1" + colours_now[1:], movements_now)
    assert "other lights" in ended(None, older, Result(scans=1)).said[0]
    older.palette = None  # from before palettes were kept
    assert ended(None, older, Result(scans=1)).said == []


class Fed:
    """A simulated board, fed as one with a clock of its own is."""

    def __init__(self, folder, seed, began_ms=0):
        self.board = SimulatedBoard(PROFILE, seed, store_dir=folder, app_factory=Supervisor)
        self.sensors = PlayedBack(PROFILE.cells)
        self.board.port.sensors = _Read(self.sensors)
        self.board.clock.elapsed_ms = began_ms
        self.shown = []
        listen(self.board.wire, {Lights: lambda lights: self.shown.append(self.seen(lights))})

    def seen(self, lights):
        return colours(PROFILE, lights.grb)

    def set_readings(self, raw):
        self.sensors.raw = raw

    def send(self, line):
        self.board.send_line(line)

    def begin(self):
        self.board.boot()
        self.board.run_ms(TICK_MS)

    def start(self, tick):
        self.begin()


RECORDINGS = {path.stem: path for path in CORPUS}


@pytest.mark.parametrize(
    "name", every(3, ["resume_after_power_cut", "take_back", "xtic_game_two_players"])
)
@pytest.mark.parametrize("began_ms", [0, 12_340])
def test_a_board_with_another_clock_shows_the_same(tmp_path, name, began_ms):
    path = RECORDINGS[name]
    reader, told = Reader(path), []
    result = feed(path, reader, PROFILE, Fed(tmp_path, 1, began_ms), told.append)
    assert result.first is None, str(result.first)
    assert result.ms == told[-1] == pytest.approx(result.scans * TICK_MS, rel=0.1)


def test_a_board_with_another_rule_does_not(tmp_path, monkeypatch):
    monkeypatch.setattr(Flip, "_flips", without_middle(Flip._flips))
    path = RECORDINGS["take_back"]
    result = feed(path, Reader(path), PROFILE, Fed(tmp_path, 1), lambda ms: None)
    assert [cell for cell, _, _ in result.first.cells] == ["b2"]
