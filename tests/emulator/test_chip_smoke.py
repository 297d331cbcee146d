"""The firmware on the official MicroPython: it boots, calibrates, sees a tile, shows light.

One board is started and taken through the story once; each test looks at a part of what
was seen and heard on the way. Nothing but magnets, buttons and the serial line goes in.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest
from one_board import DATA

from host_tools.board.emulator.board import START_MS, EmulatedBoard
from host_tools.build import firmware
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.chip

MIDDLE_BUTTON = 2
CELL = 5
Leds = list[tuple[int, ...]]

# One after another, without those of the game: there is no room for all at once.
IMPORT_ALL = """
import gc
import sys
for name in list(sys.modules):
    if name.startswith("lodeboard"):
        del sys.modules[name]
from lodeboard.unimport import unimport
for name in {names}:
    with unimport(True):
        __import__(name)
    print(name)
    gc.collect()
print(gc.mem_free())
"""


@dataclass
class Story:
    """The events, in the order in which they happened."""

    start: Leds
    started_ms: int
    calibrate: dict[str, Any]
    before_tile: Leds
    after_tile: Leds
    last_message: dict[str, Any]
    scans: int
    messages: list[dict[str, Any]]
    stopped: Leds
    imported: list[str] = field(default_factory=list)
    free_bytes: int = 0
    files: dict[str, bytes] = field(default_factory=dict)


def module_names() -> list[str]:
    """Every module on a board except `main`."""
    return [firmware.dotted(path.removesuffix(".mpy") + ".py") for path in firmware.modules()]


def is_lit(leds: Leds) -> bool:
    return any(any(led) for led in leds)


@pytest.fixture(scope="module")
def story() -> Story:
    board = EmulatedBoard(Profile(DATA), seed=4)

    def said(**wanted: str) -> bool:
        messages = board.messages()
        return bool(messages) and all(messages[-1].get(k) == v for k, v in wanted.items())

    board.run_until(lambda: all(map(any, board.leds)), 3000, "light")
    start = board.leds
    board.run_until(lambda: board.start_share is None, 3000, "hello")
    started_ms = board.now_ms
    board.run_until(lambda: said(phase="calibrate"), 3000, "calibration")
    calibrate = board.messages()[-1]
    board.tap(MIDDLE_BUTTON)
    board.run_until(lambda: said(ask="gain"), 5000, "gains")
    board.tap(MIDDLE_BUTTON)
    board.run_until(lambda: said(phase="match", ask="place"), 5000, "game")
    board.run_ms(200)
    before = board.leds
    tile = board.world.spare(0)
    board.world.lay(tile.id, *board.world.plate.centre(CELL))
    board.run_until(lambda: said(position="2_-----U----------"), 3000, "tile in the position")
    board.run_until(lambda: board.scans >= 100, 3000, "hundred ticks")
    # Lights pulse and blink: look until one that is new is on.
    board.run_until(lambda: board.leds != before and is_lit(board.leds), 5000, "another light")
    after, last, scans = board.leds, board.messages()[-1], board.scans
    messages = board.messages()

    printed = board.chip.execute(IMPORT_ALL.format(names=module_names())).split()
    return Story(
        start=start,
        started_ms=started_ms,
        calibrate=calibrate,
        before_tile=before,
        after_tile=after,
        last_message=last,
        scans=scans,
        messages=messages,
        stopped=board.leds,
        imported=printed[:-1],
        free_bytes=int(printed[-1]),
        files=board.chip.files(),
    )


@pytest.mark.verify
def test_every_light_shows_once_at_the_start(story: Story) -> None:
    assert len(story.start) == DATA["rows"] * DATA["columns"]
    assert all(any(led) for led in story.start)


@pytest.mark.verify
def test_a_start_takes_as_long_as_its_progress_is_measured_by(story: Story) -> None:
    assert story.started_ms == pytest.approx(START_MS, rel=0.1)


def test_a_new_board_asks_for_calibration(story: Story) -> None:
    assert story.messages[0]["t"] == "hello"
    assert story.calibrate["ask"] == "calibrate"


def test_the_calibration_is_kept_in_flash(story: Story) -> None:
    assert "data/calibration.blob" in story.files


def test_a_tile_laid_on_the_board_changes_the_light(story: Story) -> None:
    assert is_lit(story.before_tile)
    assert is_lit(story.after_tile)
    assert story.after_tile != story.before_tile
    assert story.last_message["moves"] == ["b2U"]


def test_the_app_ticks_at_least_a_hundred_times(story: Story) -> None:
    assert story.scans >= 100


def test_ctrl_c_ends_in_the_repl_with_the_board_dark(story: Story) -> None:
    assert not is_lit(story.stopped)


def test_every_firmware_module_imports(story: Story) -> None:
    assert story.imported == module_names()


def test_memory_is_left_for_the_game(story: Story) -> None:
    """With every module but those of the games."""
    assert story.free_bytes > 40_000
