"""Tests of the start-up that need no chip."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

import pytest
from one_board import DATA, PROFILE

from host_tools.build import firmware, profiles
from host_tools.build.revision import of_board
from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import GAMES
from lodeboard.storage.blobs import Blobs
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.system import first_light as run
from lodeboard.system import loader
from lodeboard.system.start import Start, darken


def test_every_part_that_is_imported_by_name_is_there() -> None:
    for parts in (*map(loader.parts, GAMES), run.PARTS):
        for name in parts:
            assert import_module(name)


def test_the_last_part_of_a_game_has_its_plugin() -> None:
    for game in GAMES:
        assert import_module(loader.parts(game)[-1]).PLUGIN is loader.plugin(game)


def test_every_light_has_its_turn_in_every_colour() -> None:
    leds = 5
    frame = bytearray(3 * leds)
    seen = []
    for light in range(3 * leds):
        run.sweep(frame, PROFILE, light, light + 1)
        lit = [tuple(frame[3 * led : 3 * led + 3]) for led in range(leds)]
        seen.append(lit[light % leds])
        assert sum(any(led) for led in lit) == min(light + 1, leds)
    most = max(frame)
    assert seen == [(0, most, 0)] * leds + [(most, 0, 0)] * leds + [(0, 0, most)] * leds


@pytest.mark.parametrize("name", profiles.names())
def test_the_sweep_stays_within_what_all_leds_may_draw(name: str) -> None:
    profile = profiles.profile(name)
    frame = bytearray(3 * profile.cells)
    run.sweep(frame, profile, 0, 3 * profile.cells)
    assert min(frame[2::3]) > 0
    assert sum(frame) <= profile.light_budget


def test_the_sweep_in_steps_is_the_sweep_at_once() -> None:
    one, other = bytearray(48), bytearray(48)
    for first, end in ((0, 3), (3, 20), (20, 41)):
        run.sweep(one, PROFILE, first, end)
    run.sweep(other, PROFILE, 0, 41)
    assert one == other


@pytest.mark.parametrize("lost", [[], ["two"], ["one", "two"]])
def test_tables_that_are_not_there_are_named(tmp_path: Path, lost: list[str]) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    lines = ["lodeboard-firmware 2 1.0 0 tile4x4", f"00 {tmp_path}/packs/core.00.bin"]
    for name in ("one", "two"):
        if name not in lost:
            (folder / f"{name}.00.bin").touch()
        lines.append(f"00 {folder}/{name}.00.bin")
    lines += ["end", ""]
    (tmp_path / "manifest").write_text("\n".join(lines))
    tables = run.find_tables(str(tmp_path))
    assert sorted(tables) == ["one", "two"]
    said = run.missing_tables(tables)
    assert [name for name in ("one", "two") if f"{folder}/{name}.00.bin" in said] == lost
    assert bool(said) == bool(lost)


NOW = of_board(PROFILE.name)
MOVED = replace(NOW, parts=NOW.parts.replace("GP16+GP17", "GP21"))


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (None, ""),
        (NOW.encode(), ""),
        (NOW.encode()[:-2], "The file /board is damaged. "),
        (b"\xff" * 300, "The file /board is damaged. "),
        (b"", "The file /board is damaged. "),
    ],
    ids=("none", "same", "cut off", "noise", "empty"),
)
def test_what_the_board_is_built_of_is_compared(
    tmp_path: Path, kept: bytes | None, said: str
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/manifest").write_bytes(firmware.build().manifest.encode())
    if kept is not None:
        (tmp_path / "board").write_bytes(kept)
    found = run.check(str(tmp_path / "a"), last=False)
    assert found.startswith(said)
    assert found.endswith("lodeboard flash.") == bool(said)


def test_a_firmware_for_another_revision_starts_only_if_no_other_does(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/manifest").write_bytes(firmware.build().manifest.encode())
    (tmp_path / "board").write_bytes(MOVED.encode())
    why = f"This firmware is for tile4x4 {NOW.parts}, and the board is tile4x4 {MOVED.parts}: "
    with pytest.raises(ImportError, match=re.escape(why)):
        run.check(str(tmp_path / "a"), last=False)
    assert run.check(str(tmp_path / "a"), last=True).startswith(why)
    (tmp_path / "a/manifest").write_bytes(b"lodeboard-firmware 3 1.0 0 tile4x4\nend\n")
    assert run.check(str(tmp_path / "a"), last=False) == ""  # such a firmware does not say


def test_all_that_went_wrong_is_told_in_sentences_with_spaces_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = tmp_path / "one.00.bin"
    port = ModuleType("lodeboard.ports.rp2")
    parts = Recorded()
    monkeypatch.setattr(port, "Rp2Port", lambda *_, **__: parts, raising=False)
    monkeypatch.setitem(sys.modules, port.__name__, port)
    monkeypatch.setattr(run, "find_tables", lambda _: {"one": str(lost)})
    monkeypatch.setattr(run, "begin", lambda *_: "The game flip does not start: E: x")
    damaged = b"b\nSlot a\x1f is damaged (~\x7f)"  # and so is the sentence
    monkeypatch.setattr(run, "open", opener(damaged), raising=False)
    told: list[str] = []
    monkeypatch.setattr("lodeboard.system.run.run", lambda *given: told.append(given[3]))
    Start("/b", "1.0 0").play("Slot a does not start (E: z); slot b runs.")
    assert told == [
        "Slot a does not start (E: z); slot b runs. Slot a is damaged (~); slot b runs."
        f" Tables are missing: {lost}. The game flip does not start: E: x"
    ]
    assert (parts.tones, parts.frames) == ([0], [bytes(3 * PROFILE.cells)])  # at its end


def test_more_and_more_lights_come_on_in_the_start() -> None:
    port = Recorded()
    assert run.begin(port, PROFILE, "1.0") == ""  # type: ignore[arg-type]
    sweeps = {}
    for lights in range(3 * PROFILE.cells + 1):
        run.sweep(frame := bytearray(3 * PROFILE.cells), PROFILE, 0, lights)
        sweeps[bytes(frame)] = lights
    shown = [sweeps[frame] for frame in port.frames]
    assert (shown[0], shown[-1]) == (1, 3 * PROFILE.cells)
    assert max(after - before for before, after in pairwise(shown)) <= 4
    assert shown == sorted(shown)


def opener(slot: bytes) -> Callable[..., BinaryIO]:
    """An `open` that finds these bytes in /slot."""
    return lambda path, mode: BytesIO(slot) if path == "/slot" else open(path, mode)


class Recorded:
    """Lights and sound of a port that stores nothing."""

    def __init__(self) -> None:
        self.lights = self.sound = self
        self.tones: list[int] = []
        self.frames: list[bytes] = []
        self.store = Blobs(MemoryStore())

    def tone(self, hertz: int) -> None:
        self.tones.append(hertz)

    def show(self, frame: bytearray) -> None:
        self.frames.append(bytes(frame))

    def set_fast(self, on: bool) -> None: ...


class Interrupted(Recorded):
    """Ctrl-C comes with the first frame."""

    def show(self, frame: bytearray) -> None:
        super().show(frame)
        if len(self.frames) == 1:
            raise KeyboardInterrupt


def test_the_board_goes_dark_though_interrupted_again() -> None:
    port = Interrupted()
    darken(port, Profile(DATA))
    assert port.tones[-1] == 0
    assert port.frames[-1] == bytes(3 * 16)
    assert port.frames[-2] != port.frames[-1]
