"""A board on the emulated chip that reports its free memory.

The firmware is unchanged. `boot.py` is added: it waits for a level on an unused pin, then collects
garbage and reports the free memory.
"""

import re

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.build import firmware
from lodeboard.boards.profile import Profile

_SEED = 1
_BLOCK = 16  # bytes, in which MicroPython counts pieces
_PIN = 22  # nothing is connected to it
_BOOT = f"""\
import gc, micropython
from machine import Pin

def _say_free(_):
    gc.collect()
    micropython.mem_info()
    print("free", gc.mem_free())

Pin({_PIN}, Pin.IN, Pin.PULL_DOWN).irq(_say_free, Pin.IRQ_RISING)
"""


class SpeakingBoard(EmulatedBoard):
    """A board as flashed, with the tables."""

    def __init__(self, profile: Profile) -> None:
        files = {**firmware.board_files(board=profile.name), "boot.py": _BOOT.encode()}
        super().__init__(profile, _SEED, files=files)

    def free_bytes(self) -> int:
        """Bytes free now, after a garbage collection."""
        return int(self._ask()[1])

    def largest_piece(self) -> int:
        """Bytes of the largest free block of memory, after a garbage collection."""
        return int(self._ask()[0]) * _BLOCK

    def _ask(self) -> tuple[bytes, bytes]:
        mark = len(self.chip.output)
        pin = self.chip.mcu.gpio[_PIN]
        pin.set_input_value(True)
        found: list[tuple[bytes, bytes]] = []

        def said() -> bool:
            found[:] = re.findall(rb"max free sz: (\d+)\r\nfree (\d+)\r\n", self.chip.output[mark:])
            return bool(found)

        self.run_until(said, 1000, "answer about memory")
        pin.set_input_value(False)
        self.step()
        return found[0]
