"""Access to the chip's registers in machine code, for what is too slow through Python's objects.

Only a port may import this: a computer has neither viper nor these addresses.
"""

import micropython
from micropython import const

from lodeboard.boards.chip import (
    ADC_BASE,
    ADC_CS,
    ADC_ENABLE,
    ADC_INPUT_SHIFT,
    ADC_READY,
    ADC_RESULT,
    ADC_START_ONCE,
    GPIO_IN,
    GPIO_OUT,
    GPIO_OUT_XOR,
    SIO_BASE,
    TIMER_BASE,
    TIMERAWL,
)

# Turns of an empty loop that take slightly less than this time at 125 MHz, and still less at 200
# MHz. The condition is polled after them.
_MICROSECOND = const(4)
_CONVERSION = const(8)

# Layout of `setup` for `scan`, in words; from HIGH on, the pins that are high for each cell.
CELLS = const(0)
INPUT = const(1)  # of the converter
SETTLE_US = const(2)
OVERSAMPLE = const(3)
PINS = const(4)  # mask of all select and enable pins
HIGH = const(5)


@micropython.viper
def scan(setup: ptr32, out: ptr16) -> int:
    """Write one reading per cell to `out`: the sum of `oversample` 12-bit conversions. Returns the
    number of cells.

    All select and enable pins change with one write. The wire settles for the time set in the
    profile, then one conversion is discarded: the converter's capacitor still holds charge from the
    previous cell. A conversion takes 96 cycles of 48 MHz, 2 us (datasheet 4.9.1).
    """
    sio = ptr32(SIO_BASE)
    adc = ptr32(ADC_BASE)
    timer = ptr32(TIMER_BASE)
    cells = setup[CELLS]
    go = ADC_ENABLE | ADC_START_ONCE | (setup[INPUT] << ADC_INPUT_SHIFT)
    settle_us = setup[SETTLE_US]
    conversions = setup[OVERSAMPLE] + 1
    pins = setup[PINS]
    cell = 0
    while cell < cells:
        sio[GPIO_OUT_XOR] = (sio[GPIO_OUT] & pins) ^ setup[HIGH + cell]
        start = timer[TIMERAWL]
        # The counter may increment at once, so wait one more to be sure that the full time has
        # passed.
        while timer[TIMERAWL] - start <= settle_us:
            for _ in range(_MICROSECOND):
                pass
        total = 0
        index = 0
        while index < conversions:
            adc[ADC_CS] = go
            for _ in range(_CONVERSION):  # polling earlier is useless
                pass
            while adc[ADC_CS] & ADC_READY == 0:
                pass
            if index:
                total += adc[ADC_RESULT]
            index += 1
        out[cell] = total
        cell += 1
    return cells


@micropython.viper
def levels() -> int:
    """Return the input levels of all pins, one bit per pin."""
    return ptr32(SIO_BASE)[GPIO_IN]


@micropython.viper
def take_over(source: ptr8, target: ptr8, count: int) -> int:
    """Copy `count` bytes; return 1 if any byte differs."""
    differ = 0
    index = 0
    while index < count:
        value = source[index]
        if target[index] != value:
            target[index] = value
            differ = 1
        index += 1
    return differ
