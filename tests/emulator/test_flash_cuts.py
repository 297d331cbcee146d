"""Power failures at a write to the chip's flash: the contents that the next start finds."""

import pytest
from many import later

from host_tools.board.emulator.chip import Chip, ChipError
from host_tools.board.emulator.flashstore import FlashStore
from host_tools.board.emulator.image import find_image

pytestmark = pytest.mark.chip

OLD = b"old"
SAVE = """
import os
with open("data/x.new", "wb") as file:
    file.write({data!r})
    file.flush()
os.rename("data/x.new", "data/x.blob")
print("saved")
"""
SMALL = b"new and small"
LARGE = bytes(range(256)) * 9  # several pages


@pytest.fixture(scope="module")
def chip():
    return Chip(find_image(), {})


def kept_after(chip, n, when, data):
    """The files that a chip finds whose power failed while it replaced one of them."""
    chip.power_off()
    chip.write_files({"data/x.blob": OLD})
    chip.power_on()
    chip.execute("import os")
    FlashStore(chip).cut_after(n, when)
    with pytest.raises(ChipError):
        chip.execute(SAVE.format(data=data), limit_ms=500)
    assert not chip.powered
    chip.power_on()
    seen = chip.execute("import os; print(sorted(os.listdir('data')))")
    files = chip.files()
    assert all(name.removeprefix("data/") in seen for name in files)
    return {name.removeprefix("data/"): content for name, content in files.items()}


@pytest.mark.parametrize("data", [later(SMALL), LARGE], ids=["small", "large"])
@pytest.mark.parametrize("when", ["middle", later("before"), later("after")])
def test_a_cut_at_the_write_leaves_the_old_file(chip, when, data):
    stored = kept_after(chip, 1, when, data)
    assert stored["x.blob"] == OLD
    assert (stored.get("x.new") == data) == (when == "after")
    assert ("x.new" in stored) or when != "after"


@pytest.mark.parametrize("when", ["middle", later("before"), later("after")])
def test_a_cut_at_the_rename_leaves_the_old_file_or_the_new(chip, when):
    stored = kept_after(chip, 2, when, LARGE)
    if when == "after":
        assert stored == {"x.blob": LARGE}
    else:
        assert stored == {"x.blob": OLD, "x.new": LARGE}


def test_nothing_is_cut_that_was_not_asked_for(chip):
    chip.power_off()
    chip.write_files({"data/x.blob": OLD})
    chip.power_on()
    store = FlashStore(chip)
    store.cut_after(1)
    store.cancel_cut()
    assert chip.execute(SAVE.format(data=SMALL)) == "saved\r\n"
    assert chip.files() == {"data/x.blob": SMALL}


@pytest.mark.parametrize(("n", "when"), [(0, "before"), (1, "later")])
def test_a_cut_that_cannot_be_is_refused(chip, n, when):
    with pytest.raises(ValueError, match="count from 1"):
        FlashStore(chip).cut_after(n, when)
