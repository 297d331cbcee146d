"""Single scenes on a board made here: to the millisecond and to the count."""

from array import array
from types import SimpleNamespace
from typing import Any

import pytest
from one_board import PROFILE

from host_tools.simulator import meanings
from lodeboard.games.contract import DOWN_0, EMPTY, UP_0
from lodeboard.games.xtic.rules import Xtic
from lodeboard.lights import tunes
from lodeboard.play.changes import Changes
from lodeboard.play.scene import LEFT, MIDDLE, RIGHT, Scene
from lodeboard.scenes import menu
from lodeboard.scenes.calibrate import Gains, Zeros
from lodeboard.scenes.menu import Menu, MenuError
from lodeboard.scenes.resume import Resume
from lodeboard.scenes.start import Start
from lodeboard.sensing.calibration import GAIN_ONE, Calibration
from lodeboard.storage.settings import Settings

RAIL = PROFILE.raw(100)
NOMINAL = PROFILE.raw(PROFILE.signal_mv(True))
LEVELS = (("easy", "hard"), ("easy", "hard", "perfect"))
VARIANTS = ("one", "two")
SCANS = 24


class Table:
    """What scenes share, and what they did with it."""

    def __init__(self) -> None:
        self.played: list[tuple[int, ...]] = []
        self.saved: list[str] = []
        self.restarts = 0
        self.profile = PROFILE
        self.settings = Settings()
        self.calibration = Calibration(PROFILE)
        self.changes = Changes()
        self.lent = False
        self.cells = SimpleNamespace(
            raw=array("H", [PROFILE.raw_middle] * PROFILE.cells),
            codes=bytearray(PROFILE.cells),
            traces=bytearray(PROFILE.cells),
            restart=self._restart,
        )
        self.tunes = SimpleNamespace(play=self.played.append)
        self.store = SimpleNamespace(save=lambda name, data: self.saved.append(name))

    def _restart(self) -> None:
        self.restarts += 1


@pytest.fixture
def table() -> Any:
    return Table()


def marks_of(scene: Scene) -> dict[int, str]:
    marks = bytearray(PROFILE.cells)
    scene.paint(marks)
    return {cell: meanings.NAMES[mark] for cell, mark in enumerate(marks) if mark}


# The start


@pytest.mark.parametrize("reading", [RAIL - 1, PROFILE.raw_full - RAIL + 1])
def test_a_reading_next_to_a_rail_is_none_and_one_farther_off_is(table: Any, reading: int) -> None:
    alive = reading + (1 if reading < PROFILE.raw_middle else -1)
    for value, trouble in ((reading, True), (alive, False)):
        scene = Start(table)
        scene.enter(1000)
        table.cells.raw[6] = value
        scene.tick(1600)
        assert bool(scene.trouble) is trouble
    table.lent = True
    scene = Start(table)
    scene.enter(1000)
    table.cells.raw[6] = reading
    scene.tick(1600)
    assert not scene.trouble  # a computer gives the readings


def test_readings_count_after_a_moment_and_a_fault_is_shown_for_its_time(table: Any) -> None:
    scene = Start(table)
    scene.enter(1000)
    scene.tick(1199)  # these do not count
    table.cells.raw[6] = 0
    scene.tick(1200)
    scene.button(MIDDLE)
    assert not scene.closed  # nothing is known yet
    assert set(marks_of(scene).values()) == {"locked"}
    scene.tick(1599)
    assert not scene.trouble
    scene.tick(1600)
    assert scene.trouble
    assert scene.say == scene.trouble
    assert table.played == [tunes.FAULT]
    assert marks_of(scene) == {6: "fault"}
    scene.tick(3099)
    assert not scene.closed
    scene.tick(3100)
    assert scene.closed


def test_a_reading_that_counts_once_is_enough(table: Any) -> None:
    scene = Start(table)
    scene.enter(1000)
    scene.tick(1200)
    table.cells.raw[6] = 0
    scene.tick(1600)
    assert (scene.trouble, scene.closed, table.played) == ("", True, [])


def test_what_could_not_be_read_shows_at_the_corners(table: Any) -> None:
    scene = Start(table)
    scene.damaged = True
    scene.enter(0)
    scene.tick(600)
    corners = (0, PROFILE.columns - 1, PROFILE.cells - PROFILE.columns, PROFILE.cells - 1)
    assert marks_of(scene) == dict.fromkeys(corners, "fault")
    assert "could not be read" in scene.say
    scene.button(LEFT)
    assert scene.closed
    assert set(marks_of(scene).values()) == {"locked"}


# The menu


@pytest.fixture
def settings_menu(table: Any) -> Menu:
    found = Menu(table, VARIANTS, LEVELS)
    found.fit()
    found.enter(0)
    return found


def test_the_lights_of_the_menu(settings_menu: Menu) -> None:
    half = PROFILE.rows // 2 * PROFILE.columns
    items = dict.fromkeys(range(8), "menu-item")
    assert marks_of(settings_menu) == {
        **items, 0: "menu-here", half: "menu-chosen", half + 1: "menu-value"
    }  # fmt: skip
    settings_menu.button(LEFT)
    settings_menu.button(RIGHT)
    assert marks_of(settings_menu) == {
        **items, 1: "menu-here", half: "menu-value", half + 1: "menu-chosen", half + 2: "menu-value"
    }  # fmt: skip


def test_each_press_is_heard_and_said(settings_menu: Menu, table: Any) -> None:
    said = [settings_menu.say]
    for button in (LEFT, RIGHT, RIGHT, RIGHT, LEFT):
        settings_menu.button(button)
        said.append(settings_menu.say)
    assert [text.partition(". ")[0] for text in said] == [
        "Menu: game: one",
        "Menu: players: you and the board",
        "Menu: players: two players",
        "Menu: players: the board alone",
        "Menu: players: you and the board",
        "Menu: who starts: you",
    ]
    assert table.played == [tunes.BUTTON] * 5


def test_settings_are_saved_with_the_middle_button_if_any_is_new(
    settings_menu: Menu, table: Any
) -> None:
    settings_menu.button(LEFT)
    settings_menu.button(MIDDLE)
    assert (settings_menu.closed, settings_menu.changed, table.saved) == (True, False, [])
    settings_menu.enter(0)
    assert not settings_menu.closed
    settings_menu.button(RIGHT)
    assert (table.settings.variant, settings_menu.changed, table.saved) == (1, True, [])
    settings_menu.button(MIDDLE)
    assert len(table.saved) == 1
    settings_menu.enter(0)
    assert not settings_menu.changed


def test_the_levels_are_those_of_the_variant(settings_menu: Menu, table: Any) -> None:
    table.settings.variant, table.settings.level = 1, 2
    settings_menu.refresh()
    before = settings_menu.items
    assert before[3][1] == LEVELS[1]
    settings_menu.refresh()
    assert settings_menu.items is before  # so that it is not sent again
    table.settings.variant = 0
    settings_menu.refresh()
    assert (settings_menu.items[3][1], table.settings.level) == (LEVELS[0], 1)


def test_how_many_values_each_setting_has(settings_menu: Menu) -> None:
    for variant, levels in ((0, 2), (1, 3), (2, 3), (9, 3)):
        counts = dict(zip(Settings.FIELDS, settings_menu.limits(variant), strict=True))
        assert counts == {
            "variant": 2, "players": 3, "starts": 2, "level": levels, "brightness": 4, "sound": 2,
            "coach": 2,
        }  # fmt: skip


def test_the_last_item_asks_for_something_once(settings_menu: Menu, table: Any) -> None:
    for _ in range(7):
        settings_menu.button(LEFT)
    wanted = []
    for _ in range(5):
        settings_menu.button(RIGHT)
        wanted.append(settings_menu.action)
    assert wanted == [menu.NEW_GAME, menu.RESIGN, menu.SET_ZEROS, menu.SET_GAINS, menu.NOTHING]
    settings_menu.button(RIGHT)
    message: dict[str, Any] = {}
    settings_menu.report(message)
    assert (message["menu"]["at"], message["menu"]["value"]) == (7, 1)
    assert message["menu"]["values"][1] == "new game"
    assert not settings_menu.changed
    settings_menu.enter(0)
    assert settings_menu.action == menu.NOTHING
    assert settings_menu.say.startswith("Menu: game: one.")


def test_a_board_without_games_has_a_short_menu(table: Any) -> None:
    scene = Menu(table, (), ())
    table.settings.players = table.settings.starts = table.settings.level = 1
    table.settings.coach = table.settings.variant = 1
    scene.fit()
    kept = [getattr(table.settings, field) for field in Settings.FIELDS]
    assert kept == [0, 0, 0, 0, 2, 1, 0]
    scene.enter(0)
    assert [item[0] for item in scene.items] == ["brightness", "sound", "do"]
    assert scene.limits(0) == (1, 1, 1, 1, 4, 2, 1)
    scene.button(LEFT)
    scene.button(LEFT)
    wanted = []
    for _ in range(3):
        scene.button(RIGHT)
        wanted.append(scene.action)
    assert wanted == [menu.SET_ZEROS, menu.SET_GAINS, menu.NOTHING]


def test_a_menu_that_does_not_fit_is_refused(table: Any) -> None:
    most = PROFILE.cells - PROFILE.rows // 2 * PROFILE.columns
    Menu(table, tuple(map(str, range(most))), (("a",),) * most)
    with pytest.raises(MenuError, match=f"up to {most + 1} values"):
        Menu(table, tuple(map(str, range(most + 1))), (("a",),) * (most + 1))
    Menu(table, ("x", "y"), (("a",), tuple("a" * most)))
    with pytest.raises(MenuError):
        Menu(table, ("x", "y"), (("a",), tuple("a" * (most + 1))))
    table.profile = SimpleNamespace(rows=4, columns=4, cells=16)
    Menu(table, VARIANTS, LEVELS)
    table.profile = SimpleNamespace(rows=3, columns=7, cells=21)
    with pytest.raises(MenuError, match="8 settings of up to 5 values each do not fit on 3x7"):
        Menu(table, VARIANTS, LEVELS)


# The gains


@pytest.fixture
def gains(table: Any) -> Gains:
    found = Gains(table)
    found.enter(1000)
    return found


def lay(gains: Gains, table: Any, cell: int, signal: int, now_ms: int = 1000) -> None:
    """A tile that lies still, until it is measured."""
    table.cells.codes[cell] = UP_0
    table.cells.raw[cell] = table.calibration.zero[cell] + signal
    for _ in range(SCANS):
        gains.tick(now_ms)


def test_a_gain_is_the_nominal_signal_by_the_one_measured(gains: Gains, table: Any) -> None:
    assert marks_of(gains) == {0: "put-U"}
    table.cells.codes[0] = UP_0
    table.cells.raw[0] = PROFILE.raw_middle + 9 * NOMINAL // 10
    for _ in range(SCANS - 1):
        gains.tick(1000)
    assert gains.say.startswith("Put a first")
    gains.tick(1000)
    assert gains.say == "Take the tile off a1 again."
    assert (marks_of(gains), table.played) == ({0: "lift"}, [tunes.ACCEPTED])
    assert table.calibration.gain[0] == GAIN_ONE  # kept when all are done
    gains.tick(1000)
    assert marks_of(gains) == {0: "lift"}
    table.cells.codes[0] = EMPTY
    gains.tick(1000)
    assert marks_of(gains) == {0: "calibrate", 1: "put-U"}
    for _ in range(PROFILE.cells - 1):
        assert not gains.closed
        gains.button(RIGHT)
    assert gains.closed
    measured = NOMINAL * GAIN_ONE // (9 * NOMINAL // 10)
    assert list(table.calibration.gain) == [measured] + [GAIN_ONE] * (PROFILE.cells - 1)
    assert (len(table.saved), table.restarts) == (1, 1)
    assert table.played == [tunes.ACCEPTED] * 2
    gains.enter(0)
    assert not gains.closed


@pytest.mark.parametrize("percent", [75, 125])
def test_a_gain_outside_its_limits_is_refused(gains: Gains, table: Any, percent: int) -> None:
    limit = percent * GAIN_ONE // 100
    signals = range(NOMINAL // 2, 2 * NOMINAL)
    inside = [signal for signal in signals if NOMINAL * GAIN_ONE // signal == limit]
    beyond = inside[0] - 1 if percent > 100 else inside[-1] + 1
    lay(gains, table, 0, beyond)
    assert "does not read as a first player's tile" in gains.say
    assert (marks_of(gains), table.played) == ({0: "mistake"}, [tunes.MISTAKE])
    lay(gains, table, 0, beyond)
    assert table.played == [tunes.MISTAKE]  # said once
    lay(gains, table, 0, inside[0])
    assert marks_of(gains) == {0: "lift"}


@pytest.mark.parametrize("signal", [0, -1])
def test_a_signal_of_none_is_refused(gains: Gains, table: Any, signal: int) -> None:
    lay(gains, table, 0, signal)
    assert marks_of(gains) == {0: "mistake"}


def test_another_tile_is_a_mistake_after_a_while(gains: Gains, table: Any) -> None:
    gains.tick(5000)  # nothing there: the time begins
    table.cells.codes[0] = DOWN_0
    gains.tick(6500)
    assert marks_of(gains) == {0: "put-U"}
    gains.tick(6501)
    gains.tick(6600)
    assert (marks_of(gains), table.played) == ({0: "mistake"}, [tunes.MISTAKE])
    table.cells.codes[0] = EMPTY
    gains.tick(7000)
    assert (marks_of(gains), gains.say.partition(" ")[0]) == ({0: "put-U"}, "Put")
    table.cells.codes[0] = DOWN_0
    gains.tick(8501)
    assert marks_of(gains) == {0: "mistake"}


def test_scans_before_a_tile_was_lifted_do_not_count(gains: Gains, table: Any) -> None:
    table.cells.codes[0] = UP_0
    table.cells.raw[0] = PROFILE.raw_middle + NOMINAL
    for _ in range(SCANS - 1):
        gains.tick(1000)
    table.cells.codes[0] = DOWN_0
    gains.tick(1000)
    table.cells.codes[0] = UP_0
    for _ in range(SCANS - 1):
        gains.tick(1000)
    assert marks_of(gains) == {0: "put-U"}
    gains.tick(1000)
    assert marks_of(gains) == {0: "lift"}


@pytest.mark.parametrize("lent", [False, True])
def test_zeros_and_gains_of_made_up_readings_are_not_saved(table: Any, lent: bool) -> None:
    table.lent = lent
    zeros = Zeros(table)
    zeros.enter(0)
    zeros.button(MIDDLE)
    for _ in range(SCANS):
        zeros.tick(0)
    assert zeros.closed
    gains = Gains(table)
    gains.enter(0)
    for _ in range(PROFILE.cells):
        gains.button(RIGHT)
    assert len(table.saved) == (0 if lent else 2)


# An interrupted game


@pytest.mark.parametrize(
    ("position", "lit"),
    [
        ("----------------/5", {5: "given"}),
        ("----------------/-", {}),
        ("--3-------------/5", {2: "put-U"}),
    ],
)
def test_an_interrupted_game_shows_where_its_tiles_lie_or_what_was_given(
    table: Any, position: str, lit: dict[int, str]
) -> None:
    game = Xtic("normal")
    game.load(position)
    scene = Resume(table, game)
    scene.enter(0)
    scene.tick(0)
    assert marks_of(scene) == lit
    message: dict[str, Any] = {}
    scene.report(message)
    assert (message["position"], message["turn"]) == (position, game.turn)
    for button, answer in ((RIGHT, 0), (MIDDLE, 1), (LEFT, 2), (RIGHT, 2)):
        scene.button(button)
        assert scene.answer == answer
    scene.enter(0)
    assert scene.answer == 0


# The zeros


def test_the_zeros_are_measured_once_and_used_at_once(table: Any) -> None:
    zeros = Zeros(table)
    zeros.enter(0)
    zeros.tick(0)
    assert zeros.ask == "calibrate"
    zeros.button(LEFT)
    assert not zeros.closed  # there are no old ones
    table.cells.raw[3] += 100
    zeros.button(MIDDLE)
    assert zeros.say == "Measuring: hands off."
    zeros.button(LEFT)  # of no use now
    for _ in range(SCANS):
        assert not zeros.closed
        zeros.tick(0)
    assert zeros.closed
    assert table.calibration.valid
    assert list(table.calibration.zero) == list(table.cells.raw)
    assert (table.restarts, table.played) == (1, [tunes.ACCEPTED])
    zeros.enter(0)
    assert not zeros.closed
    zeros.button(LEFT)
    assert zeros.closed


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
            assert zeros.closed is (found == "usual")
            assert table.played == [tunes.ACCEPTED if zeros.closed else tunes.MISTAKE]
            assert zeros.closed or table.changes.news > news
            lit = {"usual": "calibrate", "doubt": "check", "magnet": "mistake"}[found]
            assert marks_of(zeros)[5] == lit
            assert zeros.ask == ("accept" if found == "doubt" else "calibrate")
