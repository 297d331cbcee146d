"""The start of the board and its end, on the official MicroPython: first light, faults, the way
to the prompt at any time, and what is missing or broken on the flash."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from one_board import PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.build import firmware
from host_tools.build.layout import MAIN
from lodeboard.lights import tunes
from lodeboard.sensing import calibration
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings

pytestmark = pytest.mark.chip

FIRST_LIGHT_MS = 1500
EXPERT, PERFECT = 4, 5
START = (firmware.FIRMWARE / "lodeboard/scenes/start.py").read_text()
# The start scene, with an error in its tick: once, or as often as the board starts.
ONCE = START.replace(
    "    def tick(",
    "    def tick(self, now_ms):\n        if ERRORS:\n"
    "            raise ERRORS.pop()\n        self.really_tick(now_ms)\n\n    def really_tick(",
)
# Elsewhere, as a start scene is imported again each time.
ONCE += """

from lodeboard import ticks

if not hasattr(ticks, "errors"):
    ticks.errors = [ValueError("of the test")]
ERRORS = ticks.errors
"""
ALWAYS = ONCE.replace("ERRORS.pop()", "ERRORS[0]")


def with_source(folder: Path, path: str, source: str) -> dict[str, bytes]:
    """The files of a board with another source for one module."""
    tree = folder / "firmware"
    shutil.copytree(firmware.FIRMWARE, tree)
    (tree / path).write_text(source, encoding="utf-8")
    return firmware.board_files(tree)


def with_start(folder: Path, source: str) -> dict[str, bytes]:
    """The files of a board with another start scene."""
    return with_source(folder, "lodeboard/scenes/start.py", source)


class Watched:
    """A board with its messages, and methods to wait for them."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.board = EmulatedBoard(PROFILE, seed=5, files=files)
        self.chip = self.board.chip

    def messages(self, kind: str) -> list[dict]:
        return [message for message in self.board.messages() if message["t"] == kind]

    def wait(self, done: Callable[[], bool], limit_ms: float, what: str) -> None:
        self.board.run_until(done, limit_ms, what)

    def hello(self) -> None:
        self.wait(lambda: bool(self.messages("hello")), 4000, "hello")

    def notices(self) -> str:
        return "\n".join(message["say"] for message in self.messages("notice"))

    def lit(self) -> list[tuple[int, ...]]:
        return [led for led in self.board.leds if any(led)]

    def prompt(self) -> None:
        """The raw REPL answers, and the board is dark and silent."""
        assert self.chip.execute("print(6 * 7)") == "42\r\n"
        self.chip.run_ms(50)
        assert self.lit() == []
        assert self.board.wiring.hertz == 0


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Watched, dict]:
    """A board with one fault in its first tick, until it is well again."""
    watched = Watched(with_start(tmp_path_factory.mktemp("once"), ONCE))
    watched.wait(lambda: "A fault" in watched.notices(), 4000, "fault")
    seen: dict = {"at": watched.board.now_ms, "lights": set(), "tones": set()}
    while len(watched.messages("hello")) < 2:
        watched.board.run_ms(20)
        if len(watched.messages("hello")) == 2:
            break  # it has started again, and may show so
        seen["lights"] |= {tuple(led) for led in watched.board.leds}
        seen["alike"] = seen.get("alike", True) and len(set(watched.board.leds)) == 1
        seen["tones"].add(watched.board.wiring.hertz)
        assert watched.board.now_ms < seen["at"] + 5000
    seen["again"] = watched.board.now_ms
    watched.wait(
        lambda: (
            watched.messages("state")[-1:] != []
            and watched.messages("state")[-1]["phase"] == "calibrate"
        ),
        4000,
        "zeros",
    )
    return watched, seen


@pytest.mark.verify
def test_a_fault_shows_on_all_lights_and_sounds(faulty: tuple[Watched, dict]) -> None:
    _, seen = faulty
    assert seen["alike"]
    assert all(led[1] == led[2] == 0 for led in seen["lights"])
    assert len(seen["lights"]) > 4  # it moves
    low = tunes.FAULT[0]
    assert any(abs(tone - low) <= 3 for tone in seen["tones"])


@pytest.mark.verify
def test_after_a_fault_the_board_starts_again(faulty: tuple[Watched, dict]) -> None:
    watched, seen = faulty
    assert 3000 <= seen["again"] - seen["at"] < 3500
    assert watched.messages("state")[-1]["phase"] == "calibrate"
    assert "A fault: ValueError of the test. The board starts again in 3 s." in watched.notices()


@pytest.mark.verify
def test_a_fault_is_written_down_on_the_flash(faulty: tuple[Watched, dict]) -> None:
    watched, _ = faulty
    log = watched.chip.files()["data/faults.blob"].decode()
    version = firmware.build().version
    assert log.startswith("--- fault 1 x 1: ")
    assert f"firmware {version} " in log
    assert 'File "lodeboard.system.app", line ' in log
    assert 'File "lodeboard.scenes.start", line ' in log
    assert log.endswith("ValueError: of the test\n")


@pytest.mark.verify
@pytest.mark.slow
@pytest.mark.parametrize("damaged", [True, False])
def test_a_level_without_its_table_is_not_played_and_the_menu_asks_for_another(
    damaged: bool,
) -> None:
    files = {**firmware.board_files(), **settled(PERFECT)}
    [path] = [path for path in files if path.startswith("tables/flip-magic.")]
    if damaged:
        data = bytearray(files[path])
        for at in range(4096, len(data), 500):
            data[at] ^= 1
        files[path] = bytes(data)
    else:
        del files[path]
    watched = Watched(files)

    def last() -> dict:
        return watched.messages("state")[-1]

    def in_menu() -> bool:
        return watched.messages("state")[-1:] != [] and last()["phase"] == "menu"

    watched.wait(in_menu, 12000, "the menu")
    menu = last()["menu"]
    assert (menu["name"], menu["values"][menu["value"]]) == ("level", "expert")
    assert "The level perfect cannot be played" in watched.notices()
    watched.board.tap(2)
    watched.wait(lambda: last().get("step") is not None, 20000, "a move")
    assert last()["level"] == "expert"


@pytest.mark.verify
def test_ctrl_c_ends_at_the_prompt_while_the_board_plays(faulty: tuple[Watched, dict]) -> None:
    watched, _ = faulty
    watched.prompt()


@pytest.mark.verify
def test_ctrl_c_ends_at_the_prompt_while_a_fault_shows(tmp_path: Path) -> None:
    watched = Watched(with_start(tmp_path, ALWAYS))
    watched.wait(lambda: "A fault" in watched.notices(), 4000, "fault")
    watched.board.run_ms(150)
    assert watched.board.wiring.hertz
    watched.prompt()


@pytest.mark.verify
def test_ctrl_c_ends_at_the_prompt_while_the_board_starts() -> None:
    watched = Watched()
    watched.wait(lambda: len(watched.lit()) > 3, 2000, "lights")
    watched.prompt()
    assert not watched.messages("hello")


def settled(level: int = EXPERT) -> dict[str, bytes]:
    """The stored data of a board whose zeros are set and which begins at this level."""
    store = MemoryStore()
    settings = Settings()
    settings.starts = 1
    settings.level = level
    settings.save(store, PROFILE.name)
    store.save(calibration.NAME, Calibration(PROFILE).to_blob())
    names = ("settings", calibration.NAME)
    return {f"data/{name}.blob": store.load(name) or b"" for name in names}


@pytest.fixture(scope="module")
def thinking() -> Watched:
    """A board whose firmware comes with a table that is not there, until it thinks."""
    built = firmware.build()
    built = replace(built, tables={**built.tables, "flip": b"a table"})
    files = {**built.board_files(), **settled()}
    lost = [path for path in files if path.startswith("tables/flip.")]
    for path in lost:
        del files[path]
    watched = Watched(files)
    watched.wait(
        lambda: any("thinking" in message["say"] for message in watched.messages("state")),
        6000,
        "thinking",
    )
    return watched


@pytest.mark.slow
def test_the_first_light_comes_soon_and_every_light_in_every_colour(thinking: Watched) -> None:
    frames = [frame for frame in thinking.board.wiring.frames if any(map(any, frame[1]))]
    assert frames[0][0] <= FIRST_LIGHT_MS
    assert sum(map(any, frames[0][1])) == 1
    seen = [set() for _ in range(PROFILE.cells)]
    for _, pixels in frames:
        for place, pixel in enumerate(pixels):
            seen[place].add(tuple(map(bool, pixel)))
    colours = {(True, False, False), (False, True, False), (False, False, True)}
    assert all(colours <= each for each in seen)


def test_a_table_that_is_missing_is_said_and_the_board_plays(thinking: Watched) -> None:
    assert "Tables are missing: /tables/flip." in thinking.notices()
    assert "Tables are missing" in thinking.chip.files()["data/faults.blob"].decode()


def test_ctrl_c_ends_at_the_prompt_while_the_board_thinks(thinking: Watched) -> None:
    thinking.board.run_ms(100)
    thinking.prompt()


@pytest.mark.verify
@pytest.mark.parametrize("flashed", [True, False])
def test_a_first_start_makes_the_folder_only_where_it_lacks(
    flashed: bool,
) -> None:
    """A sector takes up to 0.4 s to erase; `lodeboard flash` has made the folder."""
    watched = Watched()
    if not flashed:
        watched.chip.write_files(firmware.board_files())
    writes: list[float] = []

    def write(_start: int, _data: bytes, apply: Callable[[], None]) -> None:
        writes.append(watched.chip.now_ms)
        apply()

    watched.chip.on_flash = write
    watched.wait(lambda: bool(watched.lit()), FIRST_LIGHT_MS, "light")
    assert bool(writes) is not flashed

    def is_in(phase: str) -> bool:
        return [state["phase"] for state in watched.messages("state")][-1:] == [phase]

    watched.wait(lambda: is_in("calibrate"), 4000, "zeros")
    for ask in ("calibrate", "gain"):
        watched.wait(lambda ask=ask: watched.messages("state")[-1]["ask"] == ask, 8000, ask)
        watched.board.tap(2)
    watched.wait(lambda: is_in("match"), 8000, "game")
    assert "data/calibration.blob" in watched.chip.files()


@pytest.mark.verify
def test_a_second_want_of_memory_restarts_with_all_of_it(tmp_path: Path) -> None:
    path = "lodeboard/play/match.py"
    head = "    def tick(self, now_ms: int) -> None:\n"
    trap = "        COUNT[0] += 1\n"
    trap += "        if COUNT[0] in (25, 50) and 'second' not in os.listdir('/'):\n"
    trap += "            if COUNT[0] == 50:\n                os.mkdir('/second')\n"
    trap += "            raise MemoryError\n"
    source = (firmware.FIRMWARE / path).read_text()
    assert source.count(head) == 1
    source = source.replace(head, head + trap) + "\n\nimport os\nCOUNT = [0]\n"
    watched = Watched({**with_source(tmp_path, path, source), **settled()})
    watched.wait(lambda: len(watched.messages("hello")) == 3, 40_000, "third start")
    watched.wait(
        lambda: watched.messages("state")[-1]["phase"] == "match", 4000, "game after two faults"
    )
    watched.board.run_ms(2000)
    assert "fault 1 x 2: " in watched.chip.files()["data/faults.blob"].decode()
    assert len(watched.messages("hello")) == 3
    assert int(watched.chip.execute("import gc; gc.collect(); print(gc.mem_free())")) > 64 * 1024


@pytest.fixture(scope="module")
def starting() -> list[Watched]:
    """The one board that all the moments below are taken from."""
    return []


@pytest.fixture
def at_moment(starting: list[Watched], moment_ms: int) -> Watched:
    """Continue from the previous moment, or start again if that was a later one."""
    if not starting or starting[0].board.now_ms > moment_ms:
        starting[:] = [Watched({**firmware.board_files(), **settled()})]
    watched = starting[0]
    watched.wait(lambda: watched.board.now_ms >= moment_ms, 4000, "moment")
    return watched


@pytest.mark.verify
@pytest.mark.apart
@pytest.mark.parametrize("moment_ms", range(220, 2200, 190))
def test_ctrl_c_ends_at_the_prompt_at_any_moment(at_moment: Watched, moment_ms: int) -> None:
    assert moment_ms <= at_moment.board.now_ms < moment_ms + PROFILE.tick_ms
    at_moment.prompt()


@pytest.mark.verify
def test_half_a_firmware_gives_way_to_the_whole_one_and_leaves_room() -> None:
    """The active slot breaks off late in its imports, and the folder for data is a file."""
    built = firmware.build()
    modules = dict(built.modules)
    del modules["lodeboard/system/run.mpy"]
    half = replace(built, modules=modules)
    files = {**half.slot_files("b"), **built.board_files("a"), "slot": b"b\n", "data": b""}
    watched = Watched(files)
    watched.hello()
    assert "Slot b does not start (ImportError: " in watched.notices()
    assert "slot a runs." in watched.notices()
    unread = "The settings cannot be read and are reset: not to be read now"
    watched.wait(lambda: unread in watched.notices(), 4000, "notice of the settings")
    watched.wait(
        lambda: (
            watched.messages("state")[-1:] != []
            and watched.messages("state")[-1]["phase"] == "calibrate"
        ),
        4000,
        "zeros",
    )
    for ask in ("calibrate", "gain"):
        watched.wait(lambda ask=ask: watched.messages("state")[-1]["ask"] == ask, 8000, ask)
        watched.board.tap(2)
    watched.wait(
        lambda: watched.messages("state")[-1]["phase"] == "match", 4000, "game without flash"
    )
    assert int(watched.chip.execute("import gc; gc.collect(); print(gc.mem_free())")) > 64 * 1024
    assert json.loads(json.dumps(watched.messages("hello")))  # text all through
    assert MAIN in watched.chip.files()
