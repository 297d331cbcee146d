"""Runs the chip: our own core for the bulk of the instructions, rp2040py for the rest.

The state of the chip stays where rp2040py has it; memory and registers are shared, what our core
needs beyond them is carried over when it begins and when it ends. Both carry out the same
instructions in the same cycles, so that no program and no device can tell which of them ran.
"""

import math
from array import array
from typing import Any

import numpy as np
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.sio import RPSIO

from host_tools.build import compiled

from . import thumb

NANOS_PER_CYCLE = 8.0  # at 125 MHz
_ADC_CS = 0
_AT_MOST = 1_000_000  # cycles between two looks at whether to stop


def _shared(field: int) -> property:
    """A number that our core changes, too."""

    def get(self: Any) -> int:
        value: int = self.shared[field]
        return value

    def put(self: Any, value: float) -> None:
        self.shared[field] = int(value) & 0xFFFFFFFF

    return property(get, put)


class _SharedSio(RPSIO):  # type: ignore[misc]
    """rp2040py's registers beside the processor, with those of the divider and the spin locks
    where our core finds them."""

    def __init__(self, mcu: RP2040, shared: Any) -> None:
        self.shared = shared
        super().__init__(mcu)

    spin_lock = _shared(thumb.LOCKS)
    div_dividend = _shared(thumb.DIVIDEND)
    div_divisor = _shared(thumb.DIVISOR)
    div_quotient = _shared(thumb.QUOTIENT)
    div_remainder = _shared(thumb.REMAINDER)
    div_csr = _shared(thumb.DIVIDED)


class Runners:
    """What runs a chip, until its simulator is told to stop."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        code = compiled.machine_code(thumb.run)
        self._core = None if code is None else _Core(simulator, code)

    def run(self, fast: bool = True) -> None:
        """Run; not `fast`: by rp2040py alone, as it is where Numba is not installed."""
        if self._core is not None and fast:
            self._core.run()
            return
        while not self._simulator.stopped:
            execute_batch(self._simulator, 1)


class _Core:
    """Our core of one chip, beside rp2040py's."""

    def __init__(self, simulator: Simulator, code: Any) -> None:
        self._simulator = simulator
        self._code = code
        mcu = self._mcu = simulator.rp2040
        self._state = array("q", [0] * thumb.FIELDS)
        self._times = array("d", [0.0] * thumb.TIMES)
        mcu.sio = _SharedSio(mcu, self._state)
        self._arguments = (
            np.frombuffer(mcu.core.registers, np.uint32),
            np.frombuffer(self._state, np.int64),
            np.frombuffer(self._times, np.float64),
            np.frombuffer(mcu.sram, np.uint8),
            np.frombuffer(mcu.flash, np.uint8),
            np.frombuffer(mcu.bootrom, np.uint8),
        )

    def run(self) -> None:
        """Run until the simulator is told to stop."""
        simulator = self._simulator
        core, clock = self._mcu.core, self._mcu.clock
        while not simulator.stopped:
            if core.waiting:
                clock.tick(clock.nanos_to_next_alarm)
            elif core.interrupts_updated or self._carry_on():
                clock.tick(core.execute_instruction() * NANOS_PER_CYCLE)

    def _carry_on(self) -> bool:
        """Let our core run; true if rp2040py has to carry out the next instruction."""
        mcu, state = self._mcu, self._state
        core, clock = mcu.core, mcu.clock
        state[thumb.CYCLES] = self._cycles_to_alarm()
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
        adc, systick, times = mcu.adc, mcu.ppb.systick_timer, self._times
        state[thumb.ADC_STATUS] = adc.read_uint32(_ADC_CS)
        state[thumb.ADC_RESULT] = adc.result
        state[thumb.TICKING] = systick._base_value if systick._enabled else -1
        times[thumb.NOW] = clock.nanos
        times[thumb.EPOCH] = mcu.timer._epoch_nanos
        times[thumb.TICKING_SINCE] = systick._base_nanos
        end = self._code(*self._arguments)
        cycles = state[thumb.CYCLES]
        if cycles:
            core.apsr = state[thumb.FLAGS]
            core.pm = state[thumb.PRIMASK]
            core.cycles += cycles + state[thumb.MORE]
            clock.tick(cycles * NANOS_PER_CYCLE)
        return bool(end == thumb.STEP)

    def _cycles_to_alarm(self) -> int:
        """So many cycles until the instruction that reaches the next alarm ends."""
        clock = self._mcu.clock
        if not clock.has_scheduled_alarm:
            return _AT_MOST
        left = clock.nanos_to_next_alarm
        return min(math.ceil(left / NANOS_PER_CYCLE), _AT_MOST)
