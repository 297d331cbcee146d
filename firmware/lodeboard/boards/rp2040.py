"""The RP2040, the chip of the Raspberry Pi Pico: its registers, clocks, flash and compiler.

Numbers and strings only, so that the firmware takes no memory for them: the build puts the numbers
of one chip in place (see `chip`). Section numbers are those of the RP2040 data sheet.
"""

NAME = "RP2040"  # as MicroPython reports it, after the name of the board
BOARDS = "Raspberry Pi Pico or Pico W"
TRIED = True  # emulated, with the official MicroPython
COMPILER = "armv6m"  # mpy-cross: -march
ARCHITECTURE = 4  # its number in the header of an .mpy file

# Registers: addresses in bytes, and from there offsets in words of 32 bits.
SIO_BASE = 0xD0000000  # 2.3.1.7
GPIO_IN = 1
GPIO_OUT = 4
GPIO_OUT_XOR = 7
ADC_BASE = 0x4004C000  # 4.9.6
ADC_CS = 0
ADC_RESULT = 1
ADC_ENABLE = 1  # bits of ADC_CS
ADC_START_ONCE = 4
ADC_READY = 0x100
ADC_INPUT_SHIFT = 12
ADC_FIRST_PIN = 26
TIMER_BASE = 0x40054000  # 4.6.5
TIMERAWL = 10  # microseconds, the low word, without latching the high one

# Clocks in MHz, and the value of the register VREG for the core voltage at each (2.10.6): 1.10 V
# and 1.15 V. The chip is certified for 200 MHz at 1.15 V. VREG is 0 if both need the same voltage.
USUAL_MHZ = 125
FAST_MHZ = 200
VREG = 0x40064000
USUAL_VREG = 0xB1
FAST_VREG = 0xC1
THINK_EVALS = 6500  # about 35 ms in every position at the usual clock

# Flash of a Pico in bytes, its file system behind MicroPython, and the family of its UF2 blocks.
FLASH_BASE = 0x10000000
FLASH_BYTES = 0x200000
FILES_OFFSET = 0xA0000
UF2_FAMILY = 0xE48BFF56
UF2_BOARD = "Raspberry Pi Pico"  # the board of that flash, as MicroPython reports it
