"""A flash that loses its power in the middle of a write, and littlefs on it."""

import numpy as np
import pytest

from host_tools.build import profiles
from host_tools.lab.reliability.power import nor
from host_tools.lab.reliability.power.disk import store_on
from host_tools.lab.reliability.power.flashcuts import FlashCut, FlashLog, try_image
from host_tools.lab.reliability.power.stored_state import (
    DEAD,
    LOST,
    NEW,
    OLD,
    REFUSED,
    StoredState,
    read,
)
from lodeboard.storage.memory_store import MemoryStore

PAGE, SECTOR = 256, 4096
PROFILE = profiles.profile()
EMPTY = read(MemoryStore(), PROFILE)
RNG = np.random.default_rng(1)


def after(command: nor.Command, way: str, share: float, first: int = 0xF0) -> bytes:
    image = bytearray([first] * SECTOR)
    nor.apply_partly(image, command, way, share, np.random.default_rng(3))
    return bytes(image)


def test_a_program_clears_bits_and_sets_none() -> None:
    image = bytearray(b"\x0f" * PAGE)
    nor.apply(image, nor.Command(0, PAGE, b"\xaa" * PAGE))
    assert image == b"\x0a" * PAGE


def test_half_of_a_program() -> None:
    command = nor.Command(PAGE, PAGE, b"\x3c" * PAGE)
    whole = bytes(PAGE)
    assert after(command, nor.BYTES, 0.5)[PAGE : 2 * PAGE] == b"\x30" * 128 + b"\xf0" * 128
    bits = after(command, nor.BITS, 0.5)
    assert bits[:PAGE] == bits[2 * PAGE : 3 * PAGE] == b"\xf0" * PAGE
    assert set(bits[PAGE : 2 * PAGE]) == {0xF0, 0xB0, 0x70, 0x30}
    assert after(command, nor.BITS, 0.0) == bytes([0xF0] * SECTOR)
    assert whole not in after(command, nor.BITS, 1.0)


def test_half_of_an_erase() -> None:
    command = nor.Command(0, SECTOR)
    half = SECTOR // 2
    assert after(command, nor.BYTES, 0.5) == b"\xff" * half + b"\xf0" * half
    assert after(command, nor.ZEROED, 0.5) == b"\x00" * half + b"\xf0" * half
    assert len(set(after(command, nor.BITS, 0.5))) == 16
    assert after(command, nor.BITS, 1.0) == b"\xff" * SECTOR


def log() -> FlashLog:
    """A blob saved ten times, and the last of these once more by another name."""
    image = nor.empty_image()
    flash = nor.Flash(image)
    found = FlashLog(image)
    flash.on_command = found.add
    system = nor.OnFlash(flash)
    system.mkdir("data")
    store = store_on(system)
    for number in range(10):
        store.save("game", bytes([number]) * 100)
    assert bytes(flash.buffer) == found.image(FlashCut(len(found.commands)), RNG)
    return found


def test_each_command_leaves_one_blob_or_the_other_on_littlefs() -> None:
    known = log()
    before = 0
    for at in range(len(known.commands) + 1):
        system = nor.OnFlash(nor.Flash(known.image(FlashCut(at), RNG)))
        data = store_on(system).load("game") if "data" in system.listdir("/") else None
        now = before if data is None else data[0] + 1
        assert data is None or len(set(data)) == 1
        assert now in (before, before + 1)
        before = now
    assert before == 10


def test_a_flash_that_is_no_file_system_or_has_a_damaged_blob_is_found() -> None:
    known = log()
    last = known.image(FlashCut(len(known.commands)), RNG)
    around = (EMPTY, EMPTY)
    assert try_image(nor.empty_image(), around, "game", PROFILE)[0] == (NEW, "")
    assert try_image(last, around, "game", PROFILE)[0].outcome == REFUSED  # it is no journal
    assert try_image(b"\xff" * len(last), around, "game", PROFILE)[0].outcome == DEAD
    others = EMPTY._replace(settings=(1,) * 7)
    assert try_image(nor.empty_image(), (others, others), "game", PROFILE)[0].outcome == LOST


@pytest.mark.parametrize(("blob", "outcome"), [("settings", OLD), ("game", NEW), ("", NEW)])
def test_the_blob_that_is_saved_says_whether_it_is_old_or_new(blob: str, outcome: str) -> None:
    new = StoredState((1,) * 7, EMPTY.calibration, None)
    assert try_image(nor.empty_image(), (EMPTY, new), blob, PROFILE)[0].outcome == outcome
