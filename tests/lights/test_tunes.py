"""Tunes are played note by note, by the clock."""

import pytest

from lodeboard.lights.tunes import Tunes

TUNE = (500, 60, 0, 30, 700, 90)
OTHER = (900, 40)


class Beeper:
    """Keeps the tones that are asked for."""

    def __init__(self) -> None:
        self.tones: list[int] = []

    def tone(self, hertz: int) -> None:
        self.tones.append(hertz)


@pytest.fixture
def beeper() -> Beeper:
    return Beeper()


@pytest.fixture
def tunes(beeper: Beeper) -> Tunes:
    return Tunes(beeper)


def played(tunes: Tunes, beeper: Beeper, first_ms: int, last_ms: int) -> dict[int, int]:
    """The tones that begin, by the time of the tick."""
    found = {}
    for now in range(first_ms, last_ms + 1):
        tunes.tick(now)
        if beeper.tones:
            found[now] = beeper.tones.pop()
            assert not beeper.tones
    return found


def test_nothing_is_played_unasked(tunes: Tunes, beeper: Beeper) -> None:
    assert played(tunes, beeper, 0, 500) == {}


def test_each_note_lasts_its_time_and_then_there_is_silence(tunes: Tunes, beeper: Beeper) -> None:
    tunes.play(TUNE)
    assert played(tunes, beeper, 1000, 2000) == {1000: 500, 1060: 0, 1090: 700, 1180: 0}


def test_a_new_tune_takes_over_from_its_beginning(tunes: Tunes, beeper: Beeper) -> None:
    tunes.play(TUNE)
    assert played(tunes, beeper, 0, 70) == {0: 500, 60: 0}
    tunes.play(OTHER)
    assert played(tunes, beeper, 71, 500) == {71: 900, 111: 0}
    tunes.play(OTHER)
    assert played(tunes, beeper, 501, 900) == {501: 900, 541: 0}


def test_a_muted_board_says_nothing(tunes: Tunes, beeper: Beeper) -> None:
    tunes.muted = True
    tunes.play(TUNE)
    assert played(tunes, beeper, 0, 500) == {}
    tunes.muted = False
    assert played(tunes, beeper, 500, 900) == {}
