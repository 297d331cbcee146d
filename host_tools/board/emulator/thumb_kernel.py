"""The instructions of the chip's processor (ARMv6-M), as one function that Numba compiles.

`run` executes instructions that use only registers, flags and memory, and accesses to the few
peripheral registers that the firmware reads most: the hardware divider, the spin locks and the
timer's count. It stops before any other instruction, and the caller has rp2040py execute that one:
accesses to other peripherals, exceptions and returns from them, sleep, unaligned or invalid
addresses, and instructions where rp2040py differs from the architecture. Registers, memory and
cycles are therefore the same as with rp2040py alone.

Functions whose names begin with an underscore are inlined into `run` (`host_tools.build.inline`),
because a call for each instruction would take longer than the instruction. Functions that execute
an instruction return its cycles, or 0 to leave it to rp2040py. The other functions are needed
rarely and compiled separately.

The constants are in this file because the cache of machine code is keyed by the file's contents.
"""

from typing import Any

import numpy as np

from lodeboard.boards import rp2040

# Of type Any, because the kernel mixes them freely.
int8: Any = np.int8
int16: Any = np.int16
int32: Any = np.int32
int64: Any = np.int64
uint32: Any = np.uint32
Int = Any  # 64 bits

# Fields of `state`.
(
    CYCLES,  # in: the limit of the run; out: cycles run
    FLAGS,  # APSR
    PRIMASK,
    IPSR,
    PENDING,  # an exception is pending: rp2040py executes what may enable it
    MORE,  # out: cycles that rp2040py's divider counts without advancing the time
    LOCKS,  # bits of the spin locks that are taken
    DIVIDEND,
    DIVISOR,
    QUOTIENT,
    REMAINDER,
    DIVIDED,  # the divider's CSR
    TICKING,  # the value from which SysTick counts down; negative: stopped
    ADC_STATUS,  # CS; it and RESULT change only by an access or when a conversion ends
    ADC_RESULT,
    WRITES,  # out: rows used in `writes`
    MISS_CYCLES,  # cycles to read flash that is not in the cache
    MISSES,  # out: number of such reads
) = range(18)
FIELDS = 18

# The flash cache (`xip`) has sets of two lines. First the words in each set's most recently used
# line, then those in its other line, then the numbers of these lines.
CACHE_SETS = 1024
_LINE_WORDS = 2
CACHE_SLOTS = CACHE_SETS * _LINE_WORDS
_OLDER = CACHE_SLOTS
_LINE = 2 * CACHE_SLOTS
_OLDER_LINE = _LINE + CACHE_SETS
CACHE_FIELDS = _OLDER_LINE + CACHE_SETS
NONE = -1

# Columns of `writes`: cycle of the run, rp2040py's count at that cycle, address, value.
WHEN, COUNTED, WHERE, WHAT = range(4)
COLUMNS = 4
OVERTAKEN = 0  # address of a write that a later one has replaced
MOST_WRITES = 64
# A run ends this many cycles after its first write. This limits the delay until the devices receive
# the writes.
WRITES_LAG = 2000

# Fields of `times`, in nanoseconds except the last.
NOW, EPOCH, TICKING_SINCE = range(3)  # the present, start of the timer, start of SysTick
CYCLE, HERTZ = 3, 4  # length of a cycle, cycles per second
TIMES = 5

# Results of `run`.
TIME_UP, STEP = 0, 1

SRAM_BYTES = 264 * 1024
ROM_BYTES = 16 * 1024

# Kinds of instructions.
(
    _OTHER,
    _HINT,
    _CPS,
    _LDR_IMM,
    _LDR_REG,
    _LDR_SP,
    _LDR_LITERAL,
    _LDRB_IMM,
    _LDRB_REG,
    _LDRSB_REG,
    _LDRH_IMM,
    _LDRH_REG,
    _LDRSH_REG,
    _STR_IMM,
    _STR_REG,
    _STR_SP,
    _STRB_IMM,
    _STRB_REG,
    _STRH_IMM,
    _STRH_REG,
    _ADD_IMM8,
    _ADD_IMM3,
    _ADD_REG,
    _SUB_IMM8,
    _SUB_IMM3,
    _SUB_REG,
    _CMP_IMM,
    _CMP,
    _NEG,
    _CMN,
    _CMP_HIGH,
    _ADC,
    _SBC,
    _MOV_IMM,
    _AND,
    _EOR,
    _ORR,
    _BIC,
    _MVN,
    _TST,
    _MUL,
    _LSL_IMM,
    _LSR_IMM,
    _ASR_IMM,
    _LSL,
    _LSR,
    _ASR,
    _ROR,
    _ADR,
    _ADD_SP_REG,
    _ADD_SP,
    _SUB_SP,
    _SXTH,
    _SXTB,
    _UXTH,
    _UXTB,
    _REV,
    _REV16,
    _REVSH,
    _PUSH,
    _LDM,
    _STM,
    _B_COND,
    _B,
    _BX,
    _MOV_HIGH,
    _ADD_HIGH,
    _POP,
    _WIDE,
) = range(69)

# Kinds of instructions with their leading bits.
_ENCODINGS = (
    (_LSL_IMM, "00000"),
    (_LSR_IMM, "00001"),
    (_ASR_IMM, "00010"),
    (_ADD_REG, "0001100"),
    (_SUB_REG, "0001101"),
    (_ADD_IMM3, "0001110"),
    (_SUB_IMM3, "0001111"),
    (_MOV_IMM, "00100"),
    (_CMP_IMM, "00101"),
    (_ADD_IMM8, "00110"),
    (_SUB_IMM8, "00111"),
    (_AND, "0100000000"),
    (_EOR, "0100000001"),
    (_LSL, "0100000010"),
    (_LSR, "0100000011"),
    (_ASR, "0100000100"),
    (_ADC, "0100000101"),
    (_SBC, "0100000110"),
    (_ROR, "0100000111"),
    (_TST, "0100001000"),
    (_NEG, "0100001001"),
    (_CMP, "0100001010"),
    (_CMN, "0100001011"),
    (_ORR, "0100001100"),
    (_MUL, "0100001101"),
    (_BIC, "0100001110"),
    (_MVN, "0100001111"),
    (_ADD_HIGH, "01000100"),
    (_CMP_HIGH, "01000101"),
    (_MOV_HIGH, "01000110"),
    (_BX, "01000111"),
    (_LDR_LITERAL, "01001"),
    (_STR_REG, "0101000"),
    (_STRH_REG, "0101001"),
    (_STRB_REG, "0101010"),
    (_LDRSB_REG, "0101011"),
    (_LDR_REG, "0101100"),
    (_LDRH_REG, "0101101"),
    (_LDRB_REG, "0101110"),
    (_LDRSH_REG, "0101111"),
    (_STR_IMM, "01100"),
    (_LDR_IMM, "01101"),
    (_STRB_IMM, "01110"),
    (_LDRB_IMM, "01111"),
    (_STRH_IMM, "10000"),
    (_LDRH_IMM, "10001"),
    (_STR_SP, "10010"),
    (_LDR_SP, "10011"),
    (_ADR, "10100"),
    (_ADD_SP_REG, "10101"),
    (_ADD_SP, "101100000"),
    (_SUB_SP, "101100001"),
    (_SXTH, "1011001000"),
    (_SXTB, "1011001001"),
    (_UXTH, "1011001010"),
    (_UXTB, "1011001011"),
    (_PUSH, "1011010"),
    (_POP, "1011110"),
    (_CPS, "1011011001"),
    (_REV, "1011101000"),
    (_REV16, "1011101001"),
    (_REVSH, "1011101011"),
    (_HINT, "1011111100"),
    (_STM, "11000"),
    (_LDM, "11001"),
    (_B_COND, "1101"),
    (_B, "11100"),
    (_WIDE, "11110"),
)


def _kinds() -> Any:
    """The kind of instruction for each value of the first ten bits."""
    kinds = np.zeros(1 << 10, np.uint8)
    for kind, bits in _ENCODINGS:
        free = 10 - len(bits)
        first = int(bits, 2) << free
        kinds[first : first + (1 << free)] = kind
    return kinds


_KINDS = _kinds()

_M = 0xFFFFFFFF
_SRAM, _FLASH = 0x20, 0x10  # the highest byte of their addresses
_FLASH_BYTES = 1 << 24
_SIO = rp2040.SIO_BASE
_TIMERAWL = rp2040.TIMER_BASE + 4 * rp2040.TIMERAWL
_TIMERAWH = _TIMERAWL - 4
_SYSTICK_COUNT = 0xE000E018
_ADC_CS = rp2040.ADC_BASE + 4 * rp2040.ADC_CS
_ADC_RESULT = rp2040.ADC_BASE + 4 * rp2040.ADC_RESULT
_GPIO_OUT, _GPIO_OUT_XOR = 4 * rp2040.GPIO_OUT, 4 * rp2040.GPIO_OUT_XOR
_SPINLOCKS, _SPINLOCKS_END = 0x100, 0x180
_UDIVIDEND, _UDIVISOR, _SDIVIDEND, _SDIVISOR = 0x60, 0x64, 0x68, 0x6C
_QUOTIENT, _REMAINDER, _DIV_CSR = 0x70, 0x74, 0x78
_TICKS = 1 << 24
_DIVIDING = 8  # cycles that rp2040py counts for a division
_CPSIE, _CPSID = 0xB662, 0xB672
_NOP = 0xBF00
_MRS_IPSR, _MRS_PRIMASK, _MSR_PRIMASK = 0x8005, 0x8010, 0x8810


def held(cache: Any, word: int) -> bool:
    """Read a word of the flash through the cache. Returns whether it was in the cache."""
    slot = word % CACHE_SLOTS
    if cache[slot] == word:
        return True
    line = word // _LINE_WORDS
    place = line % CACHE_SETS
    first = place * _LINE_WORDS
    if cache[_LINE + place] != line:
        # Exchange the two lines: this one is now the most recently used.
        other = cache[_OLDER_LINE + place]
        cache[_OLDER_LINE + place] = cache[_LINE + place]
        cache[_LINE + place] = other
        for index in range(first, first + _LINE_WORDS):
            other = cache[_OLDER + index]
            cache[_OLDER + index] = cache[index]
            cache[index] = other
    if cache[_LINE + place] != line:
        # Replace the older line; no word of the new one is read yet.
        cache[_LINE + place] = line
        for index in range(first, first + _LINE_WORDS):
            cache[index] = NONE
    there: bool = cache[slot] == word
    cache[slot] = word
    return there


def read_register(address: Int, state: Any, times: Any, cycles: Int) -> tuple[Int, Int]:
    """The value of a peripheral's 32-bit register at this cycle of the run, and the cycles that
    the read takes."""
    elapsed = times[NOW] + times[CYCLE] * cycles
    if address == _SYSTICK_COUNT and state[TICKING] >= 0:
        # Computed as in rp2040py, to round alike.
        ticks = (elapsed - times[TICKING_SINCE]) / 1e9 * times[HERTZ]
        return int64(state[TICKING] + (_TICKS - ticks % _TICKS) + 0.5) % _TICKS, 2
    if address == _ADC_CS:
        return state[ADC_STATUS], 4
    if address == _ADC_RESULT:
        return state[ADC_RESULT], 4
    if address == _TIMERAWL or address == _TIMERAWH:
        micros = int64((elapsed - times[EPOCH]) / 1000)
        return micros & _M if address == _TIMERAWL else micros >> 32, 4
    offset = address - _SIO
    if _SPINLOCKS <= offset < _SPINLOCKS_END:
        mask = 1 << ((offset - _SPINLOCKS) >> 2)
        taken = state[LOCKS]
        state[LOCKS] |= mask
        return mask & ~taken, 1
    if offset == _QUOTIENT:
        state[DIVIDED] &= 1
        return state[QUOTIENT], 1
    if offset == _REMAINDER:
        return state[REMAINDER], 1
    if offset == _DIV_CSR:
        return state[DIVIDED], 1
    if offset == _UDIVIDEND or offset == _SDIVIDEND:
        return state[DIVIDEND], 1
    if offset == _UDIVISOR or offset == _SDIVISOR:
        return state[DIVISOR], 1
    return 0, 0


def write_register(
    address: Int, value: Int, state: Any, times: Any, writes: Any, cycles: Int
) -> Int:
    """Write to a peripheral's 32-bit register; returns cycles."""
    offset = address - _SIO
    if address == _SYSTICK_COUNT:
        if state[TICKING] < 0 or state[WRITES] >= MOST_WRITES:
            return 0
        for index in range(state[WRITES]):
            if writes[index, WHERE] == address:
                writes[index, WHERE] = OVERTAKEN
        note(address, value, state, writes, cycles)
        state[TICKING] = 0
        times[TICKING_SINCE] = times[NOW] + times[CYCLE] * cycles
        return 2
    if _SPINLOCKS <= offset < _SPINLOCKS_END:
        state[LOCKS] &= ~(1 << ((offset - _SPINLOCKS) >> 2))
    elif _UDIVIDEND <= offset <= _SDIVISOR:
        if offset == _UDIVIDEND or offset == _SDIVIDEND:
            state[DIVIDEND] = value
        else:
            state[DIVISOR] = value
        divide(state, offset >= _SDIVIDEND)
    elif offset == _QUOTIENT or offset == _REMAINDER:
        state[QUOTIENT if offset == _QUOTIENT else REMAINDER] = value
        state[DIVIDED] = 3
    elif _GPIO_OUT <= offset <= _GPIO_OUT_XOR and state[WRITES] < MOST_WRITES:
        note(address, value, state, writes, cycles)
    else:
        return 0
    return 1


def note(address: Int, value: Int, state: Any, writes: Any, cycles: Int) -> None:
    """Record a write, which rp2040py's devices receive after the run."""
    index = state[WRITES]
    writes[index, WHEN] = cycles
    writes[index, COUNTED] = cycles + state[MORE]
    writes[index, WHERE] = address
    writes[index, WHAT] = value
    state[WRITES] = index + 1


def divide(state: Any, signed: Any) -> None:
    """Divide as the hardware divider does."""
    left = state[DIVIDEND]
    right = state[DIVISOR]
    if right == 0:
        state[QUOTIENT] = _M if left else 1
        state[REMAINDER] = left
    else:
        if signed:
            left = int64(int32(left))
            right = int64(int32(right))
        share = abs(left) // abs(right)
        rest = abs(left) - share * abs(right)
        if (left < 0) != (right < 0):
            share = -share
        if left < 0:
            rest = -rest
        state[QUOTIENT] = share & _M
        state[REMAINDER] = rest & _M
    state[DIVIDED] = 3
    state[MORE] += _DIVIDING


def _halfword(address: Int, sram16: Any, flash16: Any, rom16: Any) -> Int:
    """The halfword of an instruction at this address; -1 outside flash, SRAM and ROM."""
    offset = address & 0xFFFFFF
    if address >> 24 == _FLASH:
        return int64(flash16[uint32(offset >> 1)])
    if address >> 24 == _SRAM and offset < SRAM_BYTES:
        return int64(sram16[uint32(offset >> 1)])
    if address < ROM_BYTES:
        return int64(rom16[uint32(address >> 1)])
    return -1


def _waited(address: Int, state: Any, cache: Any, wait: Int) -> Int:
    """Cycles that a read waits for the flash: `wait` if the cache does not have the word."""
    word = (address & 0xFFFFFF) >> 2
    if wait == 0 or address >> 24 != _FLASH or cache[uint32(word % CACHE_SLOTS)] == word:
        return 0
    if held(cache, word):
        return 0
    state[MISSES] += 1
    return wait


def _read(offset: Int, size: Int, octets: Any, halves: Any, words: Any) -> Int:
    if size == 4:
        return int64(words[uint32(offset >> 2)])
    if size == 1:
        return int64(octets[uint32(offset)])
    return int64(halves[uint32(offset >> 1)])


# These compare with each kind separately, so that the compiler makes one jump table of all
# comparisons. With "less than", `run` takes a quarter longer.


def _is_load(kind: Int) -> Any:
    return (
        kind == _LDR_IMM
        or kind == _LDR_REG
        or kind == _LDR_SP
        or kind == _LDR_LITERAL
        or kind == _LDRB_IMM
        or kind == _LDRB_REG
        or kind == _LDRSB_REG
        or kind == _LDRH_IMM
        or kind == _LDRH_REG
        or kind == _LDRSH_REG
    )


def _is_store(kind: Int) -> Any:
    return (
        kind == _STR_IMM
        or kind == _STR_REG
        or kind == _STR_SP
        or kind == _STRB_IMM
        or kind == _STRB_REG
        or kind == _STRH_IMM
        or kind == _STRH_REG
    )


def _is_sum(kind: Int) -> Any:
    return (
        kind == _ADD_IMM8
        or kind == _ADD_IMM3
        or kind == _ADD_REG
        or kind == _SUB_IMM8
        or kind == _SUB_IMM3
        or kind == _SUB_REG
        or kind == _CMP_IMM
        or kind == _CMP
        or kind == _NEG
        or kind == _CMN
    )


def _is_checked_sum(kind: Int) -> Any:
    return kind == _CMP_HIGH or kind == _ADC or kind == _SBC


def _is_logical(kind: Int) -> Any:
    return (
        kind == _MOV_IMM
        or kind == _AND
        or kind == _EOR
        or kind == _ORR
        or kind == _BIC
        or kind == _MVN
        or kind == _TST
        or kind == _MUL
    )


def _is_shift(kind: Int) -> Any:
    return (
        kind == _LSL_IMM
        or kind == _LSR_IMM
        or kind == _ASR_IMM
        or kind == _LSL
        or kind == _LSR
        or kind == _ASR
        or kind == _ROR
    )


def _is_plain(kind: Int) -> Any:
    return (
        kind == _ADR
        or kind == _ADD_SP_REG
        or kind == _ADD_SP
        or kind == _SUB_SP
        or kind == _SXTH
        or kind == _SXTB
        or kind == _UXTH
        or kind == _UXTB
        or kind == _REV
        or kind == _REV16
        or kind == _REVSH
    )


def _is_calculation(kind: Int) -> Any:
    return _is_sum(kind) or _is_checked_sum(kind) or _is_logical(kind) or _is_shift(kind)


def _is_jump(kind: Int) -> Any:
    return (
        kind == _B_COND
        or kind == _B
        or kind == _BX
        or kind == _POP
        or kind == _MOV_HIGH
        or kind == _ADD_HIGH
    )


def _source(kind: Int, op: Int, pc: Int, regs: Any) -> tuple[Int, Int, Int]:
    """A load's address, number of bytes and register."""
    low = op & 7
    base = op >> 3 & 7
    index = op >> 6 & 7
    if kind == _LDR_IMM:
        return (int64(regs[base]) + (op >> 4 & 0x7C)) & _M, 4, low
    if kind == _LDRB_IMM:
        return (int64(regs[base]) + (op >> 6 & 0x1F)) & _M, 1, low
    if kind == _LDRH_IMM:
        return (int64(regs[base]) + (op >> 5 & 0x3E)) & _M, 2, low
    if kind == _LDR_SP:
        return (int64(regs[13]) + ((op & 0xFF) << 2)) & _M, 4, op >> 8 & 7
    if kind == _LDR_LITERAL:
        return ((pc + 4) & 0xFFFFFFFC) + ((op & 0xFF) << 2), 4, op >> 8 & 7
    if kind == _LDR_REG:
        return (int64(regs[base]) + int64(regs[index])) & _M, 4, low
    if kind == _LDRB_REG or kind == _LDRSB_REG:
        return (int64(regs[base]) + int64(regs[index])) & _M, 1, low
    return (int64(regs[base]) + int64(regs[index])) & _M, 2, low


def _target(kind: Int, op: Int, regs: Any) -> tuple[Int, Int, Int]:
    """A store's address, number of bytes and register."""
    low = op & 7
    base = op >> 3 & 7
    index = op >> 6 & 7
    if kind == _STR_IMM:
        return (int64(regs[base]) + (op >> 4 & 0x7C)) & _M, 4, low
    if kind == _STRB_IMM:
        return (int64(regs[base]) + (op >> 6 & 0x1F)) & _M, 1, low
    if kind == _STRH_IMM:
        return (int64(regs[base]) + (op >> 5 & 0x3E)) & _M, 2, low
    if kind == _STR_SP:
        return (int64(regs[13]) + ((op & 0xFF) << 2)) & _M, 4, op >> 8 & 7
    if kind == _STR_REG:
        return (int64(regs[base]) + int64(regs[index])) & _M, 4, low
    if kind == _STRB_REG:
        return (int64(regs[base]) + int64(regs[index])) & _M, 1, low
    return (int64(regs[base]) + int64(regs[index])) & _M, 2, low


def _signed(kind: Int, value: Int) -> Int:
    """The value loaded, with its sign extended for LDRSB and LDRSH."""
    if kind == _LDRSB_REG:
        return int64(int8(value)) & _M
    if kind == _LDRSH_REG:
        return int64(int16(value)) & _M
    return value


def _sum(left: Int, right: Int, carry: Int) -> tuple[Int, Int, Int]:
    """Returns sum, C, V."""
    whole = left + right + carry
    result = whole & _M
    return result, whole >> 32, ((left ^ result) & (right ^ result)) >> 31 & 1


def _difference(left: Int, right: Int, borrow: Int) -> tuple[Int, Int, Int]:
    """Returns difference, C, V."""
    result = (left - right - borrow) & _M
    overflow = ((left ^ right) & (left ^ result)) >> 31 & 1
    return result, int64(left >= right + borrow), overflow


def _operands(kind: Int, op: Int, regs: Any) -> tuple[Int, Int, Int]:
    """Operands and target register of an addition or subtraction."""
    low = op & 7
    middle = op >> 3 & 7
    third = op >> 6 & 7
    if kind == _ADD_IMM8 or kind == _SUB_IMM8 or kind == _CMP_IMM:
        return int64(regs[op >> 8 & 7]), op & 0xFF, op >> 8 & 7
    if kind == _ADD_IMM3 or kind == _SUB_IMM3:
        return int64(regs[middle]), third, low
    if kind == _ADD_REG or kind == _SUB_REG:
        return int64(regs[middle]), int64(regs[third]), low
    if kind == _NEG:
        return 0, int64(regs[middle]), low
    return int64(regs[low]), int64(regs[middle]), low


def _summed(kind: Int, op: Int, regs: Any) -> tuple[Int, Int, Int]:
    """Additions, subtractions and comparisons. Returns result, C, V."""
    left, right, to = _operands(kind, op, regs)
    if kind == _CMP_IMM or kind == _CMP:
        result, carry, overflow = _difference(left, right, 0)
    elif kind == _CMN:
        result, carry, overflow = _sum(left, right, 0)
    elif kind == _ADD_IMM8 or kind == _ADD_IMM3 or kind == _ADD_REG:
        result, carry, overflow = _sum(left, right, 0)
        regs[to] = result
    else:
        result, carry, overflow = _difference(left, right, 0)
        regs[to] = result
    return result, carry, overflow


def _checked_sum(kind: Int, op: Int, regs: Any, c: Int) -> tuple[Int, Int, Int, Int]:
    """Those where rp2040py differs for some operands. Returns result, C, V, cycles."""
    low = op & 7
    left = int64(regs[low])
    right = int64(regs[op >> 3 & 7])
    if kind == _ADC:
        if c and (left & 0x7FFFFFFF) == 0x7FFFFFFF:
            return 0, 0, 0, 0  # rp2040py adds the carry first
        result, carry, overflow = _sum(left, right, c)
        regs[low] = result
        return result, carry, overflow, 1
    if kind == _SBC:
        if c == 0 and (right & 0x7FFFFFFF) == 0x7FFFFFFF:
            return 0, 0, 0, 0  # rp2040py's overflow differs
        result, carry, overflow = _difference(left, right, 1 - c)
        regs[low] = result
        return result, carry, overflow, 1
    if op >> 3 & 15 == 15 or op & 0x87 == 0x87:  # CMP with the program counter
        return 0, 0, 0, 0
    left = int64(regs[op >> 4 & 8 | low])
    right = int64(regs[op >> 3 & 15])
    result, carry, overflow = _difference(left, right, 0)
    return result, carry, overflow, 1


def _logic(kind: Int, op: Int, regs: Any) -> Int:
    """Instructions that do not change C and V. Returns the result."""
    low = op & 7
    left = int64(regs[low])
    right = int64(regs[op >> 3 & 7])
    if kind == _TST:
        return left & right
    if kind == _MOV_IMM:
        low = op >> 8 & 7
        result = op & 0xFF
    elif kind == _AND:
        result = left & right
    elif kind == _EOR:
        result = left ^ right
    elif kind == _ORR:
        result = left | right
    elif kind == _BIC:
        result = left & ~right
    elif kind == _MVN:
        result = right ^ _M
    else:
        result = left * right & _M
    regs[low] = result
    return result


def _shifted_by_number(kind: Int, op: Int, regs: Any, c: Int) -> tuple[Int, Int]:
    """Returns result, C."""
    shift = op >> 6 & 0x1F
    left = int64(regs[op >> 3 & 7])
    if kind == _LSL_IMM:
        return left << shift & _M, left << shift >> 32 & 1 if shift else c
    if shift == 0:
        shift = 32
    if kind == _LSR_IMM:
        return left >> shift, left >> (shift - 1) & 1
    left = int64(int32(left))
    return (left >> shift) & _M, left >> (shift - 1) & 1


def _shifted_by_register(kind: Int, op: Int, regs: Any, c: Int) -> tuple[Int, Int]:
    """Returns result, C. A shift by 0 leaves C unchanged in LSL; in the others C becomes
    bit 31, as in rp2040py."""
    shift = int64(regs[op >> 3 & 7]) & 0xFF
    left = int64(regs[op & 7])
    if kind == _LSL:
        return left << shift & _M, left << shift >> 32 & 1 if shift else c
    if kind == _LSR:
        shift = min(shift, 33)
        return left >> shift, left >> (shift - 1) & 1 if shift else left >> 31
    if kind == _ASR:
        shift = min(shift, 32)
        left = int64(int32(left))
        return (left >> shift) & _M, left >> (shift - 1) & 1 if shift else left >> 31 & 1
    shift &= 31
    result = (left >> shift | left << (32 - shift)) & _M
    return result, result >> 31


def _shifted(kind: Int, op: Int, regs: Any, c: Int) -> tuple[Int, Int, Int]:
    """Returns result, C, cycles."""
    if kind == _LSL and int64(regs[op >> 3 & 7]) & 0xFF > 32:
        return 0, 0, 0  # rp2040py's carry differs
    if kind == _LSL_IMM or kind == _LSR_IMM or kind == _ASR_IMM:
        result, carry = _shifted_by_number(kind, op, regs, c)
    else:
        result, carry = _shifted_by_register(kind, op, regs, c)
    regs[op & 7] = result
    return result, carry, 1


def _plain(kind: Int, op: Int, pc: Int, regs: Any) -> Int:
    """Instructions that change a register and no flag. Returns cycles."""
    low = op & 7
    value = int64(regs[op >> 3 & 7])
    if kind == _ADR:
        regs[op >> 8 & 7] = ((pc & 0xFFFFFFFC) + 4 + ((op & 0xFF) << 2)) & _M
    elif kind == _ADD_SP_REG:
        regs[op >> 8 & 7] = (int64(regs[13]) + ((op & 0xFF) << 2)) & _M
    elif kind == _ADD_SP:
        regs[13] = (int64(regs[13]) + ((op & 0x7F) << 2)) & 0xFFFFFFFC
    elif kind == _SUB_SP:
        regs[13] = (int64(regs[13]) - ((op & 0x7F) << 2)) & 0xFFFFFFFC
    elif kind == _SXTH:
        regs[low] = int64(int16(value)) & _M
    elif kind == _SXTB:
        regs[low] = int64(int8(value)) & _M
    elif kind == _UXTH:
        regs[low] = value & 0xFFFF
    elif kind == _UXTB:
        regs[low] = value & 0xFF
    elif kind == _REV:
        upper = value << 8 & 0xFF0000 | value << 24 & 0xFF000000
        regs[low] = value >> 24 | value >> 8 & 0xFF00 | upper
    elif kind == _REV16:
        regs[low] = (value >> 8 & 0x00FF00FF) | (value << 8 & 0xFF00FF00)
    else:
        regs[low] = int64(int16((value >> 8 & 0xFF) | (value << 8 & 0xFF00))) & _M
    return 1


def _ones(bits: Int) -> Int:
    """The number of bits set among the lowest nine."""
    count = 0
    for bit in range(9):
        count += bits >> bit & 1
    return count


def _stored(listed: Int, address: Int, regs: Any, sram32: Any) -> None:
    """Store the listed registers, of the first eight."""
    place = uint32((address & 0xFFFFFF) >> 2)
    for bit in range(8):
        if listed >> bit & 1:
            sram32[place] = regs[bit]
            place = uint32(place + 1)


def _fetched(listed: Int, address: Int, regs: Any, words: Any) -> None:
    """Load the listed registers, of the first eight."""
    place = uint32((address & 0xFFFFFF) >> 2)
    for bit in range(8):
        if listed >> bit & 1:
            regs[bit] = words[place]
            place = uint32(place + 1)


def _in_sram(address: Int, words: Int) -> Any:
    """Whether this many words from this address are in the SRAM, and aligned."""
    offset = address - (_SRAM << 24)
    return offset >= 0 and offset + 4 * words <= SRAM_BYTES and address & 3 == 0


def _pushed(op: Int, regs: Any, sram32: Any) -> Int:
    """PUSH. Returns cycles."""
    count = _ones(op)
    address = (int64(regs[13]) - 4 * count) & _M
    fits = _in_sram(address, count)
    if not fits:
        return 0
    _stored(op, address, regs, sram32)
    if op & 0x100:
        sram32[uint32((address & 0xFFFFFF) + 4 * count - 4 >> 2)] = regs[14]
    regs[13] = address
    return 1 + count - (op >> 8 & 1)


def _popped(op: Int, after: Int, regs: Any, sram32: Any) -> tuple[Int, Int]:
    """POP. Returns the next address, cycles."""
    count = _ones(op)
    address = int64(regs[13])
    fits = _in_sram(address, count)
    took = 1 + count
    if not fits:
        return 0, 0
    if op & 0x100:
        after = int64(sram32[uint32((address & 0xFFFFFF) + 4 * count - 4 >> 2)]) & 0xFFFFFFFE
        took = 2 + count
    if after >> 28 == 15:  # a return from an exception
        return 0, 0
    _fetched(op, address, regs, sram32)
    regs[13] = (address + 4 * count) & _M
    return after, took


def _listed(
    kind: Int, op: Int, state: Any, regs: Any, cache: Any, wait: Int, sram32: Any, flash32: Any
) -> Int:
    """LDM and STM. Returns cycles."""
    base = op >> 8 & 7
    address = int64(regs[base])
    bits = op & 0xFF
    count = _ones(bits)
    took = 1 + count
    in_sram = _in_sram(address, count)
    in_flash = address >> 24 == _FLASH and (address & 0xFFFFFF) + 4 * count <= _FLASH_BYTES
    if address & 3 or count == 0 or not (in_sram or in_flash):
        return 0
    if kind == _STM and (in_flash or bits >> base & 1):
        return 0  # rp2040py keeps the base address if its register is listed
    if kind == _STM:
        _stored(bits, address, regs, sram32)
    elif in_sram:
        _fetched(bits, address, regs, sram32)
    else:
        for word in range(count):
            waited = _waited(address + 4 * word, state, cache, wait)
            took += waited
        _fetched(bits, address, regs, flash32)
    if not bits >> base & 1:
        regs[base] = (address + 4 * count) & _M
    return took


def _holds(condition: Int, n: Int, z: Int, c: Int, v: Int) -> Any:
    """Whether a condition holds. Its upper three bits select it; the lowest inverts it."""
    which = condition >> 1
    if which == 0:
        holds = z == 0
    elif which == 1:
        holds = c != 0
    elif which == 2:
        holds = (n & 0x80000000) != 0
    elif which == 3:
        holds = v != 0
    elif which == 4:
        holds = c != 0 and z != 0
    elif which == 5:
        holds = (n >> 31 & 1) == v
    else:
        holds = z != 0 and (n >> 31 & 1) == v
    return holds != ((condition & 1) != 0)


def _branched(kind: Int, op: Int, pc: Int, n: Int, z: Int, c: Int, v: Int) -> tuple[Int, Int]:
    """B with or without a condition. Returns the next address, cycles."""
    if kind == _B:
        return (pc + 4 + (((op & 0x7FF) ^ 0x400) - 0x400) * 2) & _M, 2
    condition = op >> 8 & 15
    if condition >= 14:  # UDF, SVC
        return 0, 0
    holds = _holds(condition, n, z, c, v)
    if holds:
        return (pc + 4 + (((op & 0xFF) ^ 0x80) - 0x80) * 2) & _M, 2
    return pc + 2, 1


def _exchanged(op: Int, pc: Int, regs: Any) -> tuple[Int, Int]:
    """BX and BLX. Returns the next address, cycles."""
    source = op >> 3 & 15
    value = int64(regs[source])
    if source == 15 or op & 7 or value >> 28 == 15:  # this may be a return from an exception
        return 0, 0
    if op & 0x80 and source == 14:
        return 0, 0  # rp2040py overwrites LR before it jumps there
    if op & 0x80:
        regs[14] = (pc + 2) | 1
    return value & 0xFFFFFFFE, 2


def _high(kind: Int, op: Int, pc: Int, regs: Any) -> tuple[Int, Int]:
    """MOV and ADD of any registers. Returns the next address, cycles."""
    source = op >> 3 & 15
    target = op >> 4 & 8 | op & 7
    value = pc + 4 if source == 15 else int64(regs[source])
    if kind == _ADD_HIGH:
        value += pc + 4 if target == 15 else int64(regs[target])
    value &= _M
    if target == 15:
        return value & 0xFFFFFFFE, 2
    regs[target] = value & 0xFFFFFFFC if target == 13 else value
    return pc + 2, 1


def _wide(op: Int, second: Int, pc: Int, regs: Any, state: Any) -> tuple[Int, Int]:
    """Instructions of two halfwords. Returns the next address, cycles."""
    after = pc + 4
    took = 3
    other = second >> 8 & 15
    if second < 0:
        took = 0
    elif second & 0xD000 == 0xD000:  # BL
        sign = op >> 10 & 1
        high = (1 - (sign ^ (second >> 13 & 1))) << 23
        high |= (1 - (sign ^ (second >> 11 & 1))) << 22
        far = high | (op & 0x3FF) << 12 | (second & 0x7FF) << 1
        regs[14] = after | 1
        after = (after + far - (sign << 24)) & _M
    elif op == 0xF3EF and second & 0xF0FF == _MRS_PRIMASK and other < 13:
        regs[other] = state[PRIMASK]
    elif op == 0xF3EF and second & 0xF0FF == _MRS_IPSR and other < 13:
        regs[other] = state[IPSR]
    elif op >> 4 == 0xF38 and second == _MSR_PRIMASK and op & 15 < 13 and state[PENDING] == 0:
        state[PRIMASK] = int64(regs[op & 15]) & 1
    elif op != 0xF3BF or second < 0x8F40 or second >= 0x8F70:  # DSB, DMB, ISB
        took = 0
    return after, took


def _system(op: Int, state: Any) -> Int:
    """CPS and NOP. Returns cycles."""
    if op == _CPSID:
        state[PRIMASK] = 1
        return 1
    if op == _CPSIE and state[PENDING] == 0:
        state[PRIMASK] = 0
        return 1
    return int64(op == _NOP)


def _loaded(
    address: Int, size: Int, cycles: Int, limit: Int, state: Any, times: Any, cache: Any, wait: Int,
    sram: Any, sram16: Any, sram32: Any, flash: Any, flash16: Any, flash32: Any,
    rom: Any, rom16: Any, rom32: Any,
) -> tuple[Int, Int]:  # fmt: skip
    """Read memory or a peripheral's register. Returns value, cycles."""
    offset = address & 0xFFFFFF
    if address & (size - 1):
        return 0, 0
    if address >> 24 == _SRAM and offset < SRAM_BYTES:
        value = _read(offset, size, sram, sram16, sram32)
        return value, 2
    if address >> 24 == _FLASH:
        waited = _waited(address, state, cache, wait)
        value = _read(offset, size, flash, flash16, flash32)
        return value, 2 + waited
    if address < ROM_BYTES:
        value = _read(address, size, rom, rom16, rom32)
        return value, 2
    if cycles >= limit:
        return 0, 0  # the wait for the instruction reached the limit
    if address == _SIO:  # the processor's number
        return 0, 1
    if size != 4:
        return 0, 0
    value, took = read_register(address, state, times, cycles)
    return value, took


def _written(
    address: Int, size: Int, value: Int, cycles: Int, limit: Int, state: Any, times: Any,
    writes: Any, sram: Any, sram16: Any, sram32: Any,
) -> tuple[Int, Int]:  # fmt: skip
    """Write to memory or to a peripheral's register. Returns cycles, limit of the run."""
    offset = address & 0xFFFFFF
    if address & (size - 1):
        return 0, limit
    if address >> 24 == _SRAM and offset < SRAM_BYTES:
        if size == 4:
            sram32[uint32(offset >> 2)] = value
        elif size == 1:
            sram[uint32(offset)] = value & 0xFF
        else:
            sram16[uint32(offset >> 1)] = value & 0xFFFF
        return 2, limit
    if cycles >= limit or size != 4:
        return 0, limit  # or the wait for the instruction reached the limit
    took = write_register(address, value, state, times, writes, cycles)
    if state[WRITES]:
        limit = min(limit, writes[0, WHEN] + WRITES_LAG)
    return took, limit


def _calculated(
    kind: Int, op: Int, regs: Any, n: Int, z: Int, c: Int, v: Int
) -> tuple[Int, Int, Int, Int, Int]:
    """Instructions that set flags. Returns the values that give N and Z, then C, V, cycles."""
    took = 1
    if _is_sum(kind):
        n, c, v = _summed(kind, op, regs)
        z = n
    elif _is_logical(kind):
        n = _logic(kind, op, regs)
        z = n
    elif _is_shift(kind):
        result, carry, took = _shifted(kind, op, regs, c)
        if took:
            n, z, c = result, result, carry
    else:
        result, carry, overflow, took = _checked_sum(kind, op, regs, c)
        if took:
            n, z, c, v = result, result, carry, overflow
    return n, z, c, v, took


def _several(
    kind: Int, op: Int, regs: Any, state: Any, cache: Any, wait: Int, sram32: Any, flash32: Any
) -> Int:
    """PUSH, LDM and STM. Returns cycles."""
    if kind == _PUSH:
        took = _pushed(op, regs, sram32)
    else:
        took = _listed(kind, op, state, regs, cache, wait, sram32, flash32)
    return took


def _jumped(
    kind: Int, op: Int, pc: Int, regs: Any, sram32: Any, n: Int, z: Int, c: Int, v: Int
) -> tuple[Int, Int]:
    """Instructions that may jump. Returns the next address, cycles."""
    if kind == _B_COND or kind == _B:
        after, took = _branched(kind, op, pc, n, z, c, v)
    elif kind == _BX:
        after, took = _exchanged(op, pc, regs)
    elif kind == _POP:
        after, took = _popped(op, pc + 2, regs, sram32)
    else:
        after, took = _high(kind, op, pc, regs)
    return after, took


def run(
    regs: Any, state: Any, times: Any, writes: Any, cache: Any, sram: Any, flash: Any, rom: Any
) -> int:
    """Run for `state[CYCLES]` cycles (TIME_UP), or up to an instruction for rp2040py (STEP).

    regs: 16 of 32 bits; cache: of the flash, if reads wait for it; sram, flash, rom: bytes."""
    sram16, sram32 = sram.view(np.uint16), sram.view(np.uint32)
    flash16, flash32 = flash.view(np.uint16), flash.view(np.uint32)
    rom16, rom32 = rom.view(np.uint16), rom.view(np.uint32)
    limit, wait, flags = state[CYCLES], state[MISS_CYCLES], state[FLAGS]
    state[MORE] = state[WRITES] = state[MISSES] = 0
    # N is bit 31 of n; Z is set if z is 0.
    n, z, c, v = flags & 0x80000000, 1 - (flags >> 30 & 1), flags >> 29 & 1, flags >> 28 & 1
    cycles, took = 0, 1
    pc = int64(regs[15])  # odd in an exception handler: rp2040py keeps bit 0 of the vector
    while cycles < limit:
        op = _halfword(pc, sram16, flash16, rom16)
        if op < 0:
            took = 0
            break
        waited = _waited(pc, state, cache, wait)
        cycles += waited
        kind = _KINDS[uint32(op >> 6)]
        after = pc + 2
        if _is_load(kind):
            address, size, low = _source(kind, op, pc, regs)
            value, took = _loaded(
                address, size, cycles, limit, state, times, cache, wait,
                sram, sram16, sram32, flash, flash16, flash32, rom, rom16, rom32,
            )  # fmt: skip
            if took:
                regs[low] = _signed(kind, value)
        elif _is_store(kind):
            address, size, low = _target(kind, op, regs)
            took, limit = _written(
                address, size, regs[low], cycles, limit, state, times, writes, sram, sram16, sram32
            )
        elif _is_calculation(kind):
            n, z, c, v, took = _calculated(kind, op, regs, n, z, c, v)
        elif _is_plain(kind):
            took = _plain(kind, op, pc, regs)
        elif kind == _PUSH or kind == _LDM or kind == _STM:
            took = _several(kind, op, regs, state, cache, wait, sram32, flash32)
        elif _is_jump(kind):
            after, took = _jumped(kind, op, pc, regs, sram32, n, z, c, v)
        elif kind == _WIDE:
            second = _halfword(after, sram16, flash16, rom16)
            waited = _waited(after, state, cache, wait)
            cycles += waited
            after, took = _wide(op, second, pc, regs, state)
        else:
            took = _system(op, state)
        if took == 0:
            break
        pc = after
        cycles += took
    regs[15] = pc
    state[CYCLES] = cycles
    state[FLAGS] = (n & 0x80000000) | int64(z == 0) << 30 | c << 29 | v << 28
    return STEP if took == 0 else TIME_UP
