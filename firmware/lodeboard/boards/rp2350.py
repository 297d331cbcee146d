"""The RP2350 with its Arm cores, the chip of the Raspberry Pi Pico 2: the same entries as `rp2040`.

Nothing here was tried on a chip. Addresses and bits are those of the register headers of
Raspberry Pi's SDK 2.1.1 (src/rp2350/hardware_regs), with which MicroPython 1.25.0 is built.
"""

NAME = "RP2350"  # not "RP2350-RISCV", which MicroPython reports from the chip's RISC-V cores
BOARDS = "Raspberry Pi Pico 2 or Pico 2 W"
TRIED = False
# MicroPython's own words for a Cortex-M33 with floating point in single precision.
COMPILER = "armv7emsp"
ARCHITECTURE = 7

SIO_BASE = 0xD0000000
GPIO_IN = 1
GPIO_OUT = 4
GPIO_OUT_XOR = 10  # a second bank of pins lies between the registers of the first
ADC_BASE = 0x400A0000
ADC_CS = 0
ADC_RESULT = 1
ADC_ENABLE = 1
ADC_START_ONCE = 4
ADC_READY = 0x100
ADC_INPUT_SHIFT = 12
ADC_FIRST_PIN = 26  # in the package with 60 pins, which the Pico 2 has
TIMER_BASE = 0x400B0000  # TIMER0
TIMERAWL = 10

# The SDK starts the chip at the highest clock of its data sheet, so there is no faster one.
USUAL_MHZ = 150
FAST_MHZ = 150
VREG = 0
USUAL_VREG = 0
FAST_VREG = 0
THINK_EVALS = 7800  # as many in a tick as on an RP2040 at this clock, in no more instructions

FLASH_BASE = 0x10000000
FLASH_BYTES = 0x400000  # of a Pico 2
FILES_OFFSET = 0x100000  # of a Pico 2; 0x180000 of a Pico 2 W
UF2_FAMILY = 0xE48BFF59  # RP2350_ARM_S
UF2_BOARD = "Raspberry Pi Pico2"
