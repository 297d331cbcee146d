"""Runs the chip: a compiled core for most instructions, rp2040py for the rest.

The chip is an rp2040py object. The compiled core (`thumb_kernel`) shares its registers and memory;
other state is copied before and after each run. Both take the same number of cycles for the same
instructions, so programs and devices cannot tell which of them runs.
"""

import functools
import math
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from rp2040py.simulator import Simulator
from rp2040py.sio import GPIO_MASK, GPIO_OUT_CLR, GPIO_OUT_SET, RPSIO

from host_tools.build import compiled

from . import thumb_kernel as thumb
from .pll import SystemPll

_AT_MOST = 1_000_000  # cycles between checks whether to stop
_ADC_CS = 0


class ReadsWait(NamedTuple):
    """Makes flash reads that miss the cache take `cycles`. `missed` is called with the number of
    misses."""

    cache: "array[int]"
    cycles: int
    missed: Callable[[int], None]


class Runner:
    """Runs a chip until its simulator is stopped. pll: the processor's clock."""

    def __init__(self, simulator: Simulator, pll: SystemPll) -> None:
        self._simulator = simulator
        self._pll = pll
        code = _code()
        # The pure Python version of rp2040py has no memory to share.
        shareable = not isinstance(simulator.rp2040.core.registers, list)
        self._core = Core(simulator, pll, code) if code is not None and shareable else None

    def run(self, fast: bool = True, reads: ReadsWait | None = None) -> None:
        """Run. Without `fast`, or without Numba, rp2040py executes all instructions; the caller
        then has to make rp2040py's flash reads take time."""
        if self._core is not None and fast:
            self._core.run(reads)
            return
        # rp2040py's own loop, with a variable frequency.
        simulator, pll = self._simulator, self._pll
        core, clock = simulator.rp2040.core, simulator.rp2040.clock
        while not simulator.stopped:
            if core.waiting:
                clock.tick(clock.nanos_to_next_alarm)
            else:
                clock.tick(core.execute_instruction() * pll.nanos_per_cycle)


@functools.cache
def _code() -> Any:
    return compiled.machine_code(thumb.run)


class Core:
    """The compiled core of one chip, working together with rp2040py."""

    def __init__(self, simulator: Simulator, pll: SystemPll, code: Any) -> None:
        self._simulator = simulator
        self._pll = pll
        self._code = code
        mcu: Any = simulator.rp2040
        self._mcu = mcu
        self._state = array("q", [0] * thumb.FIELDS)
        self._times = array("d", [0.0] * thumb.TIMES)
        self._writes = array("q", [0] * (thumb.COLUMNS * thumb.MOST_WRITES))
        self._no_cache = np.zeros(1, np.int32)
        self._reads: ReadsWait | None = None
        mcu.sio = _SharedSio(mcu, self._state)
        self._before = (
            np.frombuffer(mcu.core.registers, np.uint32),
            np.frombuffer(self._state, np.int64),
            np.frombuffer(self._times, np.float64),
            np.frombuffer(self._writes, np.int64).reshape(-1, thumb.COLUMNS),
        )
        self._after = (
            np.frombuffer(mcu.sram, np.uint8),
            np.frombuffer(mcu.flash, np.uint8),
            np.frombuffer(mcu.bootrom, np.uint8),
        )

    def run(self, reads: ReadsWait | None = None) -> None:
        """Run until the simulator is stopped."""
        simulator, clock = self._simulator, self._mcu.clock
        core = self._mcu.core
        self._prepare(reads)
        while not simulator.stopped:
            if core.waiting:
                clock.tick(clock.nanos_to_next_alarm)
            elif core.interrupts_updated:
                clock.tick(core.execute_instruction() * self._pll.nanos_per_cycle)
            elif self._carry_on():
                # An exception raised while the instruction was read is taken after it.
                came = core.interrupts_updated
                core.interrupts_updated = False
                clock.tick(core.execute_instruction() * self._pll.nanos_per_cycle)
                core.interrupts_updated = core.interrupts_updated or came

    def _prepare(self, reads: ReadsWait | None) -> None:
        cache = self._no_cache if reads is None else np.frombuffer(reads.cache, np.int32)
        self._arguments = (*self._before, cache, *self._after)
        self._state[thumb.MISS_CYCLES] = 0 if reads is None else reads.cycles
        self._reads = reads
        if not self._code.signatures:
            compiled.compile_for(self._code, self._arguments)

    def _carry_on(self) -> bool:
        """Run the compiled core up to the next alarm or an instruction for rp2040py; True for the
        latter."""
        core, state = self._mcu.core, self._state
        self._hand_over()
        end = self._code(*self._arguments)
        cycles = state[thumb.CYCLES]
        if self._reads is not None and state[thumb.MISSES]:
            self._reads.missed(state[thumb.MISSES])
        if cycles:
            core.apsr = state[thumb.FLAGS]
            core.pm = state[thumb.PRIMASK]
            self._pass(cycles)
        return bool(end == thumb.STEP)

    def _hand_over(self) -> None:
        mcu, state, times = self._mcu, self._state, self._times
        core, clock, systick = mcu.core, mcu.clock, mcu.ppb.systick_timer
        state[thumb.CYCLES] = _AT_MOST
        if clock.has_scheduled_alarm:
            left = math.ceil(clock.nanos_to_next_alarm / self._pll.nanos_per_cycle)
            # An alarm that is already due fires after the next instruction.
            state[thumb.CYCLES] = max(1, min(left, _AT_MOST))
        state[thumb.FLAGS] = core.apsr
        state[thumb.PRIMASK] = core.pm
        state[thumb.IPSR] = core.ipsr
        state[thumb.PENDING] = bool(
            core.pending_interrupts
            or core.pending_systick
            or core.pending_pend_sv
            or core.pending_svcall
            or core.pending_nmi
        )
        state[thumb.ADC_STATUS] = mcu.adc.read_uint32(_ADC_CS)
        state[thumb.ADC_RESULT] = mcu.adc.result
        state[thumb.TICKING] = systick._base_value if systick._enabled else -1
        times[thumb.NOW] = clock.nanos
        times[thumb.EPOCH] = mcu.timer._epoch_nanos
        times[thumb.TICKING_SINCE] = systick._base_nanos
        times[thumb.CYCLE] = self._pll.nanos_per_cycle
        times[thumb.HERTZ] = self._pll.hertz

    def _pass(self, cycles: int) -> None:
        """Let this many cycles pass, applying the compiled core's writes each at its time."""
        mcu, state, writes = self._mcu, self._state, self._writes
        nanos = self._pll.nanos_per_cycle
        core, before = mcu.core, mcu.core.cycles
        passed = 0
        for index in range(state[thumb.WRITES]):
            when, counted, where, what = writes[thumb.COLUMNS * index : thumb.COLUMNS * (index + 1)]
            if where != thumb.OVERTAKEN:
                mcu.clock.tick((when - passed) * nanos)
                core.cycles = before + counted
                mcu.write_uint32(where, what)
                passed = when
        core.cycles = before + cycles + state[thumb.MORE]
        mcu.clock.tick((cycles - passed) * nanos)


def _shared(field: int) -> property:
    """A property stored where the compiled core can change it too."""

    def get(self: Any) -> int:
        value: int = self.shared[field]
        return value

    def put(self: Any, value: float) -> None:
        self.shared[field] = int(value) & 0xFFFFFFFF

    return property(get, put)


class _SharedSio(RPSIO):
    """rp2040py's SIO registers, with divider and spin locks stored where the compiled core finds
    them."""

    def __init__(self, mcu: Any, shared: Any) -> None:
        self.shared = shared
        super().__init__(mcu)

    spin_lock = _shared(thumb.LOCKS)
    div_dividend = _shared(thumb.DIVIDEND)
    div_divisor = _shared(thumb.DIVISOR)
    div_quotient = _shared(thumb.QUOTIENT)
    div_remainder = _shared(thumb.REMAINDER)
    div_csr = _shared(thumb.DIVIDED)

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register. Pin levels, which change with every LED bit, take a short cut."""
        before = self.gpio_value
        if offset == GPIO_OUT_SET:
            self.gpio_value = before | value & GPIO_MASK
        elif offset == GPIO_OUT_CLR:
            self.gpio_value = before & ~value
        else:
            super().write_uint32(offset, value)
            return
        changed = before ^ self.gpio_value
        for pin in range(changed.bit_length()):
            if changed >> pin & 1:
                self.rp2040.gpio[pin].check_for_updates()
