"""The menu on a board made here: its lights, its words, what it changes."""

from types import SimpleNamespace
from typing import Any

import pytest
from one_board import PROFILE
from scenes.test_scenes_alone import Table, marks_of

from lodeboard.lights import tunes
from lodeboard.play.scene import (
    CHANGED,
    DONE,
    LEFT,
    MIDDLE,
    NEW_GAME,
    NONE,
    RESIGN,
    RIGHT,
    SET_GAINS,
    SET_ZEROS,
)
from lodeboard.scenes.menu import CLOCKS, FAIR, Menu, MenuError
from lodeboard.storage.controls import CONTROLS
from lodeboard.storage.settings import Settings

LEVELS = (("easy", "hard"), ("easy", "hard", "perfect"))
VARIANTS = ("one", "two")


@pytest.fixture
def table() -> Any:
    return Table()


@pytest.fixture
def settings_menu(table: Any) -> Menu:
    found = Menu(table, VARIANTS, LEVELS)
    found.fit()
    found.enter(0)
    return found


def enter(scene: Menu) -> None:
    """As Flow does."""
    scene.event = NONE
    scene.enter(0)


def press(scene: Menu, button: int) -> None:
    """In a tick of its own."""
    scene.event = NONE
    scene.button(button)


def test_the_lights_of_the_menu(settings_menu: Menu) -> None:
    half = PROFILE.rows // 2 * PROFILE.columns
    items = dict.fromkeys(range(8), "menu-item")
    assert marks_of(settings_menu) == {
        **items, 0: "menu-here", half: "menu-chosen", half + 1: "menu-value"
    }  # fmt: skip
    settings_menu.button(LEFT)
    settings_menu.button(RIGHT)
    values = dict.fromkeys(range(half, half + 3 + len(CLOCKS)), "menu-value")
    assert marks_of(settings_menu) == {
        **items, **values, 1: "menu-here", half + 1: "menu-chosen"
    }  # fmt: skip


def test_each_press_is_heard_and_said(settings_menu: Menu, table: Any) -> None:
    said = [settings_menu.say]
    for button in (LEFT, *[RIGHT] * 8, LEFT):
        press(settings_menu, button)
        said.append(settings_menu.say)
    assert [text.partition(". ")[0] for text in said] == [
        "Menu: game: one",
        "Menu: players: you and the board",
        "Menu: players: two players",
        "Menu: players: the board alone",
        *[f"Menu: players: {clock}" for clock in CLOCKS],
        "Menu: players: you and the board",
        "Menu: who starts: you",
    ]
    assert table.played == [tunes.BUTTON] * 10


def test_settings_are_saved_with_the_middle_button_if_any_is_new(
    settings_menu: Menu, table: Any
) -> None:
    settings_menu.button(LEFT)
    settings_menu.button(MIDDLE)
    assert (settings_menu.event, settings_menu.changed, table.saved) == (DONE, False, [])
    enter(settings_menu)
    settings_menu.button(RIGHT)
    assert settings_menu.event == CHANGED
    settings_menu.event = NONE
    assert (table.settings.variant, settings_menu.changed, table.saved) == (1, True, [])
    settings_menu.button(MIDDLE)
    assert len(table.saved) == 1
    enter(settings_menu)
    assert not settings_menu.changed


def test_the_levels_are_those_of_the_variant(settings_menu: Menu, table: Any) -> None:
    table.settings.variant, table.settings.level = 1, 2
    settings_menu.refresh()
    assert settings_menu.items[3][1] == LEVELS[1] + FAIR
    before = table.settings.levels
    settings_menu.refresh()
    assert table.settings.levels is before  # so that it is not sent again
    table.settings.variant = 0
    settings_menu.refresh()
    assert (settings_menu.items[3][1], table.settings.level) == (LEVELS[0] + FAIR, 1)


def test_players_chosen_at_the_board_are_there(settings_menu: Menu, table: Any) -> None:
    """The computer may be gone that had a friend elsewhere play in the machine's place."""
    table.settings.friend = 1
    settings_menu.button(LEFT)
    assert table.settings.machine() > 3
    for _ in range(3 + len(CLOCKS)):
        press(settings_menu, RIGHT)
    assert (table.settings.players, table.settings.machine()) == (0, 2)


def test_a_clock_is_a_kind_of_two_players(settings_menu: Menu, table: Any) -> None:
    assert len(CLOCKS) == len(CONTROLS)
    settings_menu.button(LEFT)
    chosen = []
    for _ in range(3 + len(CLOCKS)):
        press(settings_menu, RIGHT)
        chosen.append((table.settings.players, table.settings.clock))
    assert chosen == [(1, 0), (2, 0), *[(1, clock + 1) for clock in range(len(CLOCKS))], (0, 0)]


def test_how_many_values_each_setting_has(settings_menu: Menu) -> None:
    for variant, levels in ((0, 2), (1, 3), (2, 3), (9, 3)):
        counts = dict(zip(Settings.FIELDS, settings_menu.limits(variant), strict=True))
        assert counts == {
            "variant": 2, "players": 3, "starts": 2, "level": levels, "brightness": 4, "sound": 2,
            "coach": 2, "fast": 2, "fair": 3, "friend": 2, "clock": 6,
        }  # fmt: skip


def test_the_last_item_asks_for_something_once(settings_menu: Menu, table: Any) -> None:
    for _ in range(7):
        settings_menu.button(LEFT)
    wanted = []
    for _ in range(5):
        settings_menu.button(RIGHT)
        wanted.append(settings_menu.action)
    assert wanted == [NEW_GAME, RESIGN, SET_ZEROS, SET_GAINS, DONE]
    settings_menu.button(RIGHT)
    message: dict[str, Any] = {}
    settings_menu.report(message)
    assert (message["menu"]["at"], message["menu"]["value"]) == (7, 1)
    assert message["menu"]["values"][1] == "new game"
    assert not settings_menu.changed
    settings_menu.enter(0)
    assert settings_menu.action == DONE
    assert settings_menu.say.startswith("Menu: game: one.")


def test_a_board_without_games_has_a_short_menu(table: Any) -> None:
    scene = Menu(table, (), ())
    table.settings.players = table.settings.starts = table.settings.level = 1
    table.settings.coach = table.settings.variant = table.settings.fair = 1
    scene.fit()
    stored = [getattr(table.settings, field) for field in Settings.FIELDS]
    assert stored == [0, 0, 0, 0, 2, 1, 0, 1, 0, 0, 0]
    scene.enter(0)
    assert [item[0] for item in scene.items] == ["brightness", "sound", "do"]
    assert scene.limits(0) == (1, 1, 1, 1, 4, 2, 1, 2, 1, 2, 1)
    scene.button(LEFT)
    scene.button(LEFT)
    wanted = []
    for _ in range(3):
        scene.button(RIGHT)
        wanted.append(scene.action)
    assert wanted == [SET_ZEROS, SET_GAINS, DONE]


def test_more_values_than_cells_are_on_pages(table: Any) -> None:
    """The last cell says so by a light of its own; right goes over all and starts again."""
    half = PROFILE.rows // 2 * PROFILE.columns
    size = PROFILE.cells - half - 1
    count = 2 * size + 1
    scene = Menu(table, tuple(map(str, range(count))), (("a",),) * count)
    scene.fit()
    scene.enter(0)
    for value in [*range(count), 0]:
        assert table.settings.variant == value
        first = value // size * size
        end = min(first + size, count)
        lights = marks_of(scene)
        assert lights.pop(PROFILE.cells - 1) == "menu-more"
        assert {cell: light for cell, light in lights.items() if cell >= half} == {
            half + at - first: "menu-chosen" if at == value else "menu-value"
            for at in range(first, end)
        }
        assert scene.say.startswith(
            f"Menu: game: {value}. Values {first + 1} to {end} of {count}. Left: next setting."
        )
        press(scene, RIGHT)


def test_as_many_values_as_cells_are_on_one_page(table: Any) -> None:
    most = PROFILE.cells - PROFILE.rows // 2 * PROFILE.columns
    scene = Menu(table, ("x",), (tuple("a" * (most - len(FAIR))),))
    scene.fit()
    scene.enter(0)
    for _ in range(3):
        scene.button(LEFT)
    assert "menu-more" not in marks_of(scene).values()
    assert len([light for cell, light in marks_of(scene).items() if cell >= 8]) == most
    assert "Values" not in scene.say


def test_more_settings_than_cells_are_refused(table: Any) -> None:
    table.profile = SimpleNamespace(rows=4, columns=4, cells=16)
    Menu(table, VARIANTS, LEVELS)
    table.profile = SimpleNamespace(rows=3, columns=7, cells=21)
    with pytest.raises(MenuError, match="8 settings do not fit on 3x7"):
        Menu(table, VARIANTS, LEVELS)
