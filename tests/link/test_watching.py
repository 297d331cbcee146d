"""The messages to a watching computer and their rate; and which choices the board accepts."""

import json
from array import array

import pytest
from one_board import PROFILE

from lodeboard.lights.tunes import MISTAKE, Tunes
from lodeboard.link.commands import CommandError, choice
from lodeboard.link.link import Link
from lodeboard.sensing.calibration import Calibration
from lodeboard.system.loader import make_game
from lodeboard.system.watcher import Watcher


class Line:
    """A serial line that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def write_line(self, line: str) -> None:
        self.sent.append(line)

    def read_line(self) -> str | None:
        return None

    def messages(self) -> list[dict[str, object]]:
        """What came since it was asked last."""
        found = [json.loads(line) for line in self.sent]
        self.sent.clear()
        return found


class Readings:
    """As `Cells` has them, a little above zero."""

    raw = array("H", [2000 + cell for cell in range(PROFILE.cells)])
    codes = bytes(PROFILE.cells)

    def deviation(self, cell: int) -> int:
        return 100 + cell


class Beeper:
    """Keeps the tones."""

    def __init__(self) -> None:
        self.tones: list[int] = []

    def tone(self, hertz: int) -> None:
        self.tones.append(hertz)


@pytest.fixture
def line() -> Line:
    return Line()


class Watched:
    """As `Board` has them."""

    profile = PROFILE
    cells = Readings()
    calibration = Calibration(PROFILE)

    def __init__(self) -> None:
        self.beeper = Beeper()
        self.tunes = Tunes(self.beeper)


@pytest.fixture
def link(line: Line) -> Link:
    return Link(line, PROFILE)


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
def watcher(link: Link, watched: Watched) -> Watcher:
    return Watcher(link, watched)


def test_lights_are_sent_when_they_change_and_not_too_often(line: Line, watcher: Watcher) -> None:
    frame = bytearray([1, 2, 255])
    watcher.show(frame, True, 1000)
    assert line.messages() == []  # nobody watches
    watcher.watch(False, True)
    watcher.show(frame, False, 1000)
    assert line.messages() == [
        {"t": "lights", "ms": 1000, "grb": "0102ff"}
    ]  # as they are, at first
    watcher.show(frame, False, 1100)
    assert line.messages() == []
    watcher.show(frame, True, 1200)
    assert len(line.messages()) == 1
    frame[0] = 7
    watcher.show(frame, True, 1201)
    watcher.show(frame, False, 1239)
    assert line.messages() == []
    watcher.show(frame, False, 1240)  # what changed meanwhile
    assert line.messages() == [{"t": "lights", "ms": 1240, "grb": "0702ff"}]
    watcher.show(frame, False, 1300)
    assert line.messages() == []
    watcher.watch(False, False)
    watcher.show(frame, True, 1400)
    assert line.messages() == []


def test_tones_are_told_with_their_time_and_sound_all_the_same(
    line: Line, watcher: Watcher, watched: Watched
) -> None:
    def tick(now_ms: int) -> None:
        watcher.show(bytearray(3), False, now_ms)
        watched.tunes.tick(now_ms)

    watched.tunes.play(MISTAKE)
    tick(1000)
    assert line.messages() == []  # nobody watches
    watcher.watch(False, True)
    tick(1120)
    tick(1150)
    tick(1180)
    tick(1400)
    tick(1420)
    assert [told for told in line.messages() if told["t"] == "sound"] == [
        {"t": "sound", "ms": 1120, "hertz": 0},
        {"t": "sound", "ms": 1180, "hertz": 196},
        {"t": "sound", "ms": 1400, "hertz": 0},
    ]
    assert watched.beeper.tones == [220, 0, 196, 0]


def test_readings_are_sent_five_times_a_second(line: Line, watcher: Watcher) -> None:
    cells, calibration = Watched.cells, Watched.calibration
    watcher.tell(0, 1000)
    assert line.messages() == []
    watcher.watch(True, False)
    bands = {name: PROFILE.sensing[name] for name in ("empty_mv", "far_mv", "near_mv")}
    assert line.messages() == [json.loads(json.dumps({"t": "limits", **bands}))]
    watcher.tell(0, 1000)
    watcher.tell(0, 1199)
    told = line.messages()
    assert len(told) == 1
    assert told[0]["ms"] == 1000
    assert told[0]["raw"] == list(cells.raw)
    assert told[0]["mv"] == [round(PROFILE.millivolts(100 + at), 1) for at in range(PROFILE.cells)]
    assert any(value != round(value) for value in told[0]["mv"])
    assert told[0]["zero"] == list(calibration.zero)
    assert told[0]["gain"] == list(calibration.gain)
    watcher.tell(0, 1200)
    assert len(line.messages()) == 1


def test_every_scan_is_sent_with_its_time_and_the_buttons(line: Line, watcher: Watcher) -> None:
    calibration = Watched.calibration
    watcher.scan(True)
    assert line.messages() == [
        {
            "t": "zeros",
            "valid": False,
            "zero": list(calibration.zero),
            "gain": list(calibration.gain),
        }
    ]
    watcher.tell(0, 1000)
    watcher.tell(5, 1021)
    raw = Watched.cells.raw.tobytes().hex()
    assert line.messages() == [
        {"t": "scan", "ms": 1000, "held": 0, "raw": raw},
        {"t": "scan", "ms": 1021, "held": 5, "raw": raw},
    ]
    watcher.show(bytearray(3), False, 1021)
    assert line.messages() == [
        {"t": "lights", "ms": 1021, "grb": "000000"}
    ]  # as they are, at first
    watcher.watch(False, False)
    line.messages()
    watcher.show(bytearray(3), True, 1100)
    assert len(line.messages()) == 1  # though whoever watches wants no lights
    watcher.scan(False)
    watcher.tell(0, 1040)
    watcher.show(bytearray(3), True, 1200)
    assert line.messages() == []


@pytest.mark.parametrize("firmware", ["", "1.2 abc"])
def test_a_hello_says_which_board_and_which_form_of_messages(
    line: Line, link: Link, firmware: str
) -> None:
    link.hello(firmware)
    said = {"t": "hello", "v": 3, "board": PROFILE.name, "rows": 4, "columns": 4, "past": True}
    assert line.messages() == [said | ({"firmware": firmware} if firmware else {})]


def test_notices_are_sent_once_and_in_order(line: Line, link: Link) -> None:
    assert not link.waiting
    link.notice("one")
    link.notice("two")
    assert link.waiting
    link.tell_notices()
    assert [message["say"] for message in line.messages()] == ["one", "two"]
    assert not link.waiting
    link.tell_notices()
    assert line.messages() == []


def test_a_reason_is_short_and_printable(line: Line, link: Link) -> None:
    link.refuse(" ~\x7f\x1f\u00e9" + 300 * "x")
    assert line.messages() == [{"t": "error", "say": " ~???" + 195 * "x"}]


def test_a_choice_is_taken_and_a_move_by_hand_is_not() -> None:
    game = make_game("xtic", "")
    first = game.parse_move("=5")
    assert choice(game, {"move": "=5"}) == first[0]
    game.push(first[0])
    with pytest.raises(CommandError, match="make the move on the board"):
        choice(game, {"move": "a1"})
    with pytest.raises(CommandError, match="cannot be chosen"):
        choice(game, {"move": None})
