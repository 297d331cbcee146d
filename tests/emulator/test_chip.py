"""A bare chip: MicroPython with an empty file system, and someone at its serial line."""

import pytest

from host_tools.board.emulator.chip import Chip, ChipError
from host_tools.board.emulator.image import find_image

pytestmark = pytest.mark.chip


@pytest.fixture
def chip() -> Chip:
    return Chip(find_image(), {"greeting.txt": b"hello"})


def test_it_is_the_official_micropython(chip: Chip) -> None:
    assert "MicroPython v1.2" in chip.execute("import sys; print(sys.version)")


def test_it_reads_what_lay_in_its_flash_and_keeps_what_it_writes(chip: Chip) -> None:
    assert chip.execute("print(open('greeting.txt').read())") == "hello\r\n"
    chip.execute("with open('answer.txt', 'w') as f: f.write('good day')")
    assert chip.files()["answer.txt"] == b"good day"


def test_an_error_on_the_chip_comes_back_with_its_traceback(chip: Chip) -> None:
    with pytest.raises(ChipError, match="ZeroDivisionError"):
        chip.execute("1 / 0")


def test_waiting_in_vain_ends_with_what_was_waited_for(chip: Chip) -> None:
    chip.run_until(lambda: chip.connected, 1000, "connection")
    with pytest.raises(ChipError, match="no end of the world after 5 ms"):
        chip.run_until(lambda: False, 5, "end of the world")


def test_idle_time_passes_at_once_and_exactly(chip: Chip) -> None:
    chip.run_until(lambda: chip.connected, 1000, "connection")
    before = chip.now_ms
    chip.run_ms(60_000)
    assert chip.now_ms - before == pytest.approx(60_000)


def test_it_can_reset_itself(chip: Chip) -> None:
    chip.execute("open('kept.txt', 'w').close(); unsaved = 1")
    chip.send(b"import machine; machine.reset()\x04")
    chip.run_until(lambda: not chip.connected, 2000, "reset")
    assert "kept.txt" in chip.execute("import os; print(os.listdir())")
    with pytest.raises(ChipError, match="NameError"):
        chip.execute("unsaved")


def test_two_chips_given_the_same_do_the_same() -> None:
    outputs = []
    for _ in range(2):
        chip = Chip(find_image(), {})
        chip.execute("print(1)")
        outputs.append((bytes(chip.output), chip.now_ms))
    assert outputs[0] == outputs[1]
