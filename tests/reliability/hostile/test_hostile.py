"""Hostile input of every kind in small; the long run is `make reliability`. And mutants of the
firmware's readers, each of which the small run has to find."""

import functools
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import another_game
import pytest

from host_tools.lab.reliability.hostile import disk, serial, trial
from host_tools.lab.reliability.hostile.kinds import Counts, short
from host_tools.lab.reliability.hostile.trial import KINDS, Condition, made, plan, try_batch
from lodeboard.storage import replay

FEW = {"file-system": 3, "bytes-to-the-board": 6, "tables-flip": 10, "tables-kono": 30}
SOME = 150
MANY = 400


def tried(kind: str, inputs: int | None = None) -> Counts:
    """The first inputs of a kind; memory is measured by the long run only."""
    counts = Counts()
    for number in range(inputs or FEW.get(kind, SOME)):
        trial._try_one(kind, 0, number, counts)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_input_is_refused_with_a_reason_or_valid(kind: str) -> None:
    counts = tried(kind)
    assert counts.faults == []
    assert counts.refused > 0
    assert sum(counts.reasons.values()) == counts.refused
    assert counts.valid + counts.refused == counts.inputs


def test_an_input_is_the_same_whenever_it_is_made() -> None:
    for kind in KINDS:
        assert str(made(kind, 3, 5).data) == str(made(kind, 3, 5).data)
    assert made("settings", 0, 1) != made("settings", 0, 2)


@pytest.mark.slow
def test_memory_that_grows_again_and_again_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytearray] = []

    load = replay.load
    most = 1_000

    def keeping(*arguments: Any) -> Any:
        if len(kept) < most:
            kept.extend(bytearray(40) for _ in range(20))
        return load(*arguments)

    def grown() -> bool:
        counts = try_batch(Condition(f"journal-{another_game.NAME}"), 0, 100)
        return any("memory grew" in fault for fault in counts.faults)

    monkeypatch.setattr(trial, "_WARM_OTHERS", 5)
    monkeypatch.setattr(replay, "load", keeping)
    assert not grown()  # a cache fills once
    most = 100_000
    assert grown()


def test_the_plan_has_every_kind_and_enough_of_each() -> None:
    units = {condition.kind: wanted for condition, wanted in plan().items()}
    assert set(units) == set(KINDS)
    assert units["file-system"] >= 1000
    assert units["tables-flip"] + units["tables-xtic"] >= 100_000
    few = {"file-system", "bytes-to-the-board", "tables-flip", "tables-xtic"}
    assert all(wanted >= 100_000 for kind, wanted in units.items() if kind not in few)


def test_reasons_of_one_kind_count_together() -> None:
    assert short("step 3 of it is not legal") == short("step 12 of it is not legal")
    assert short("starts cannot be 7") != short("sound cannot be 7")


# Mutants: one line of a reader changed

STORED, BLOBS = "lodeboard.storage.stored", "lodeboard.storage.blobs"
KEPT = "lodeboard.sensing.calibration_blob"
BOOK_FILE, REPLAY = "lodeboard.games.book_file", "lodeboard.storage.replay"
IN_MODULES = [
    ("settings", BLOBS, "if crc32(data[:6] + data[10:]) & 0xFFFFFFFF !=", "if None and 0 !="),
    ("settings", BLOBS, "if len(data) < _HEADER or", "if"),
    ("settings", STORED, "found.get(field, 0) >= number:", "found.get(field, 0) > number:"),
    ("settings", STORED, "if number >= 0:", "if number > -9:"),
    ("calibration", KEPT, "> far or not low", "> far or None and low"),
    ("calibration", KEPT, "if len(payload) != 4 * cells:", "if None:"),
    (
        "journal-flip",
        REPLAY,
        "if not any(buffer[index] == step for index in range(count)):",
        "if None:",
    ),
    ("journal-xtic", REPLAY, "elif len(written) & 1:", "elif None:"),
    ("tables-xtic", BOOK_FILE, "if total & 0xFFFFFFFF !=", "if None and 0 !="),
    ("tables-xtic", BOOK_FILE, "if rules != self.rules.encode():", "if str(rules, 'utf-8') == '':"),
    ("tables-flip", "lodeboard.games.flip.book", "2 * self._size or not fits:", "2 * self._size:"),
    ("lines-to-the-board", "lodeboard.link.link", "(ValueError, RuntimeError,", "(ValueError,"),
    ("packs", "host_tools.build.packs", "or crc32(modules[path]) != body_sum:", "or None:"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "old", "new"), IN_MODULES)
def test_a_mutant_is_found(
    kind: str, name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(name)
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert source.count(old) == 1
    changed: dict[str, Any] = dict(vars(module))
    exec(compile(source.replace(old, new), str(module.__file__), "exec"), changed)
    trial.kind(kind)  # made before
    kept = list(_exchange(vars(module), changed))
    try:
        assert tried(kind, MANY).wrong > 0
    finally:
        for function, code in kept:
            function.__code__ = code


def _exchange(old: dict[str, Any], new: dict[str, Any]) -> Iterator[tuple[Any, CodeType]]:
    """Give the functions that are there the code of the changed ones; theirs."""
    for name, there in list(old.items()):
        other = new.get(name)
        if isinstance(there, type) and isinstance(other, type) and there is not other:
            yield from _exchange(dict(vars(there)), dict(vars(other)))
        elif isinstance(there, FunctionType) and there.__code__ != other.__code__:
            yield there, there.__code__
            there.__code__ = other.__code__


IN_FILES = [
    ("packs", "packs.py", "if total & 0xFFFFFFFF != wanted:", "if None:"),
    ("packs", "packs.py", "and 32 + index <= size:", ":"),
    ("packs", "packs.py", "crc32(file.read(index), total) & 0xFFFFFFFF == words[6]", "words"),
    ("manifest", "main.py", "if not end or words[3] !=", "if not end and words[3] !="),
]


@pytest.mark.parametrize(("kind", "file", "old", "new"), IN_FILES)
def test_a_mutant_of_the_loader_is_found(
    kind: str, file: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy_tree(disk.FIRMWARE, tmp_path, file, old, new)
    monkeypatch.setattr(disk, "FIRMWARE", tmp_path)
    monkeypatch.setattr(trial, "kind", functools.cache(lambda name: KINDS[name]()))
    assert tried(kind, MANY).wrong > 0


def test_a_mutant_of_the_serial_line_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "rp2.py"
    source = serial._FILE.read_text(encoding="utf-8")
    assert source.count("min(2 * self._size, LINE_BYTES)") == 1
    path.write_text(source.replace("min(2 * self._size, LINE_BYTES)", "2 * self._size"))
    monkeypatch.setattr(serial, "_FILE", path)
    monkeypatch.setattr(trial, "kind", functools.cache(lambda name: KINDS[name]()))
    assert tried("bytes-to-the-board", 10).wrong > 0


def copy_tree(source: Path, target: Path, file: str, old: str, new: str) -> None:
    """What the loader reads, one file of it changed."""
    for name in ("main.py", "packs.py", "lodeboard/system/first_light.py"):
        text = (source / name).read_text(encoding="utf-8")
        if name == file:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
