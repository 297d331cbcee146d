"""The Pico's registers, in the chip's machine code: what is too slow through Python's objects.

Addresses and bits are those of the RP2040 datasheet: SIO (2.3.1.7), ADC (4.9.6), TIMER (4.6.5).
Only a port may import this: on a computer there is neither viper nor such an address.
"""

import micropython
from micropython import const

_SIO = const(0xD0000000)  # as words from there:
_GPIO_IN = const(1)
_GPIO_OUT = const(4)
_GPIO_OUT_XOR = const(7)
_ADC = const(0x4004C000)
_CS = const(0)
_RESULT = const(1)
_ENABLE = const(1)
_START_ONCE = const(4)
_READY = const(0x100)
_INPUT_SHIFT = const(12)
_TIMER = const(0x40054000)
_TIMERAWL = const(10)  # microseconds, the low word, without latching the high one

# Turns of an empty loop that take a little less than that at 125 MHz, and less still at 200 MHz:
# what is waited for is asked for after them.
_MICROSECOND = const(4)
_CONVERSION = const(8)

# Words of `setup` for `scan`, then the pins to be high for each cell.
CELLS = const(0)
INPUT = const(1)  # of the converter
SETTLE_US = const(2)
OVERSAMPLE = const(3)
PINS = const(4)  # mask of all select and enable pins
HIGH = const(5)


@micropython.viper
def scan(setup: ptr32, out: ptr16) -> int:
    """One reading per cell into `out`: the sum of `oversample` conversions of 12 bits. Returns
    the number of cells.

    All select and enable pins change with one write. The wire settles for the time of the board's
    profile, then one conversion is thrown away: the converter's capacitor still holds some of
    the cell before. A conversion takes 96 cycles of 48 MHz, 2 us (datasheet 4.9.1).
    """
    sio = ptr32(_SIO)
    adc = ptr32(_ADC)
    timer = ptr32(_TIMER)
    cells = setup[CELLS]
    go = _ENABLE | _START_ONCE | (setup[INPUT] << _INPUT_SHIFT)
    settle_us = setup[SETTLE_US]
    conversions = setup[OVERSAMPLE] + 1
    pins = setup[PINS]
    cell = 0
    while cell < cells:
        sio[_GPIO_OUT_XOR] = (sio[_GPIO_OUT] & pins) ^ setup[HIGH + cell]
        start = timer[_TIMERAWL]
        # The count goes on within a microsecond: one more makes sure that all have passed.
        while timer[_TIMERAWL] - start <= settle_us:
            for _ in range(_MICROSECOND):
                pass
        total = 0
        at = 0
        while at < conversions:
            adc[_CS] = go
            for _ in range(_CONVERSION):  # no use in asking before
                pass
            while adc[_CS] & _READY == 0:
                pass
            if at:
                total += adc[_RESULT]
            at += 1
        out[cell] = total
        cell += 1
    return cells


@micropython.viper
def levels() -> int:
    """The input levels of all pins, one bit a pin. All that may be pulled low read 1."""
    return ptr32(_SIO)[_GPIO_IN]


@micropython.viper
def take_over(source: ptr8, target: ptr8, count: int) -> int:
    """Copy `count` bytes; 1 if any was another one before."""
    differ = 0
    at = 0
    while at < count:
        value = source[at]
        if target[at] != value:
            target[at] = value
            differ = 1
        at += 1
    return differ
