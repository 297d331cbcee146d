"""The processor's frequency as set by its firmware.

rp2040py has no PLL_SYS and assumes 125 MHz. This is the PLL (RP2040 data sheet 2.18.4): its output
is the processor's frequency from the moment it is on. While the firmware sets the PLL and runs from
another clock, time passes at the previous frequency.
"""

from typing import Any

from rp2040py.peripherals.peripheral import BasePeripheral

from lodeboard.boards.rp2040 import USUAL_MHZ

BASE = 0x40028  # key in `peripherals`: the top bits of the address
CRYSTAL_HERTZ = 12_000_000
BOOT_HERTZ = USUAL_MHZ * 1_000_000  # as set by the SDK at start-up
_CS, _PWR, _FBDIV, _PRIM = 0x0, 0x4, 0x8, 0xC
_LOCK = 1 << 31
_REFDIV = 0x3F
_PWR_OFF = 0x2D  # all parts off
_PWR_NEEDED = 0x29  # PD, POSTDIVPD and VCOPD: each of them stops it
_PRIM_RESET = 0x77000


class SystemPll(BasePeripheral):
    """PLL_SYS of a chip, installed on creation. `hertz`, `nanos_per_cycle`: of the processor."""

    def __init__(self, mcu: Any) -> None:
        super().__init__(mcu, "PLL_SYS_BASE")
        self.hertz = BOOT_HERTZ
        self.nanos_per_cycle = 1e9 / BOOT_HERTZ
        self._off()
        mcu.peripherals[BASE] = self

    def _off(self) -> None:
        self.cs = 1
        self.pwr = _PWR_OFF
        self.fbdiv = 0
        self.prim = _PRIM_RESET

    def reset(self) -> None:
        """Return to the state at power-on."""
        self._off()
        self._run_at(BOOT_HERTZ)

    def read_uint32(self, offset: int) -> int:
        """Read a register; the PLL locks as soon as it is on."""
        if offset == _CS:
            return self.cs | (0 if self.pwr & _PWR_NEEDED & ~0x8 else _LOCK)
        if offset == _PWR:
            return self.pwr
        if offset == _FBDIV:
            return self.fbdiv
        if offset == _PRIM:
            return self.prim
        return super().read_uint32(offset)

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register and update the frequency."""
        if offset == _CS:
            self.cs = value & ~_LOCK
        elif offset == _PWR:
            self.pwr = value
        elif offset == _FBDIV:
            self.fbdiv = value & 0xFFF
        elif offset == _PRIM:
            self.prim = value
        else:
            super().write_uint32(offset, value)
        through = (self.prim >> 16 & 7) * (self.prim >> 12 & 7) * (self.cs & _REFDIV)
        if self.pwr & _PWR_NEEDED == 0 and self.fbdiv and through:
            self._run_at(CRYSTAL_HERTZ * self.fbdiv // through)

    def _run_at(self, hertz: int) -> None:
        """Change the frequency of everything that counts the processor's cycles."""
        if hertz == self.hertz:
            return
        mcu: Any = self.rp2040
        self.hertz = hertz
        self.nanos_per_cycle = 1e9 / hertz
        mcu.clk_sys = hertz
        mcu.ppb.systick_timer.frequency = hertz
        for channel in mcu.pwm.channels:
            channel.timer.frequency = hertz
