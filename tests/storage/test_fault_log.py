"""The log of faults: bounded, readable, and never in the way."""

import pytest

from lodeboard.storage.fault_log import LIMIT, NAME, FaultLog, describe
from lodeboard.storage.memory_store import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def text(store: MemoryStore) -> str:
    return (store.load(NAME) or b"").decode()


def heads(store: MemoryStore) -> list[str]:
    return [line for line in text(store).split("\n") if line.startswith("--- fault ")]


def test_an_entry_says_when_what_and_in_which_firmware(store: MemoryStore) -> None:
    FaultLog(store, "1.2 abc").add("Traceback:\n  a line\nValueError: odd\n", 12345)
    assert text(store) == (
        "--- fault 1 x 1: 12.3 s after the start, firmware 1.2 abc ---\n"
        "Traceback:\n  a line\nValueError: odd\n"
    )


def test_the_same_fault_again_is_counted_and_another_one_numbered(store: MemoryStore) -> None:
    log = FaultLog(store, "1")
    for _ in range(3):
        log.add("one", 1000)
    log.add("two", 2000)
    FaultLog(store, "1").add("two", 3000)  # as after the next start
    log.add("one", 4000)
    assert [head.split(":")[0] for head in heads(store)] == [
        "--- fault 1 x 3",
        "--- fault 4 x 2",
        "--- fault 6 x 1",
    ]
    assert "3.0 s" in heads(store)[1]


def test_the_oldest_entries_make_room(store: MemoryStore) -> None:
    log = FaultLog(store, "1")
    for number in range(1, 200):
        log.add(f"fault {number}\n" + "x" * (number * 7 % 300), number)
        assert len(store.load(NAME) or b"") <= LIMIT
    stored = heads(store)
    assert stored[-1].startswith("--- fault 199 x 1:")
    first = int(stored[0].split()[2])
    assert [int(head.split()[2]) for head in stored] == list(range(first, 200))
    assert len(store.load(NAME) or b"") > LIMIT - 600


def test_of_a_long_traceback_the_end_is_kept(store: MemoryStore) -> None:
    FaultLog(store, "1").add("begin\n" + "  a frame\n" * 1000 + "RuntimeError: deep", 0)
    assert len(text(store)) < 1400
    assert text(store).endswith("  a frame\nRuntimeError: deep\n")


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff" * 5000, b"--- fault ", b"--- fault x x y: ---\n\xff", b"--- fault 3\n", b"noise"],
)
def test_a_damaged_log_does_not_keep_the_next_fault_out(store: MemoryStore, garbage: bytes) -> None:
    store.save(NAME, garbage)
    FaultLog(store, "1").add("ValueError: odd", 0)
    data = store.load(NAME) or b""
    assert data.endswith(b"firmware 1 ---\nValueError: odd\n")
    assert len(data) <= LIMIT


def test_an_error_is_described_with_its_traceback() -> None:
    try:
        int("no number")
    except ValueError as error:
        said = describe(error)
    assert said.startswith("Traceback")
    assert "test_fault_log.py" in said
    assert "ValueError: invalid literal" in said
