"""The board's data folder on flash, with a power supply that can fail during a write.

A scenario asks for a cut "at the n-th change of the stored data"; the chip only programs pages and
erases sectors. So while a cut is due, the file system is read after every write to the flash as the
next start would read it. The write after which a file's new contents, a new name or a removal shows
completes a change; the writes before it, back to the previous change, prepare it.
"""

from collections.abc import Callable

from littlefs import LittleFSError

from host_tools.board.simulator.store import AFTER, BEFORE, MIDDLE
from host_tools.build.layout import DATA

from . import filesystem
from .chip import FLASH_PAGE, Chip


class FlashStore:
    """The data folder of one chip. `cut_after` makes its power fail."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._left = 0  # changes left, including the one to cut at; 0: no cut is due
        self._when = BEFORE
        self._seen: dict[str, bytes] = {}

    def cut_after(self, n: int, when: str = BEFORE) -> None:
        """Cut the power at the n-th change from now (1 is the next): before its first write to the
        flash, in the middle (half of the bytes that the completing write changes are written), or
        just after that write."""
        if n < 1 or when not in (BEFORE, MIDDLE, AFTER):
            raise ValueError(f"cut at operation {n}, {when!r}: count from 1; before, middle, after")
        self._left = n
        self._when = when
        self._seen = self._look()
        self._chip.on_flash = self._on_flash

    def cancel_cut(self) -> None:
        """Cancel the cut that is due."""
        self._left = 0
        self._chip.on_flash = None

    def _on_flash(self, address: int, data: bytes, apply: Callable[[], None]) -> None:
        last = self._left == 1
        if last and self._when == BEFORE:
            self._cut()
            return
        flash = self._chip.mcu.flash
        page = slice(address, address + FLASH_PAGE)
        before = bytes(flash[page])
        apply()
        now = self._look()
        if now == self._seen:
            return
        self._seen = now
        self._left -= 1
        if not last:
            return
        if self._when == MIDDLE and data:
            after = bytes(flash[page])
            changed = [index for index, old in enumerate(before) if after[index] != old]
            half = changed[len(changed) // 2]
            flash[page] = after[:half] + before[half:]
        self._cut()

    def _cut(self) -> None:
        self.cancel_cut()
        self._chip.power_off()

    def _look(self) -> dict[str, bytes]:
        """The files as the next start would find them, without empty ones (a file just created).
        While the file system cannot be read, the files read last."""
        try:
            return {
                name: data
                for name, data in filesystem.read_folder(self._chip.file_system(), DATA).items()
                if data
            }
        except LittleFSError:
            return self._seen
