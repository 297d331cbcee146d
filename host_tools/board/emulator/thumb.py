"""The processor's instructions (ARMv6-M) as one function compiled by Numba.

`run` executes what involves only registers, flags, memory and the few peripherals that the firmware
reads all the time: hardware divider, spin locks and the timer's count. It stops before any other
instruction, and the caller lets rp2040py execute it: access to other peripherals, exceptions and
returns from them, sleep, unaligned or invalid addresses, and cases in which rp2040py differs from
the architecture. So both give the same registers, memory and cycles for every program.

The constants are in this file because compiled code is cached by the file's content. The function
is long because it is one loop: a call per instruction would take longer than the instruction.
"""

from typing import Any

import numpy as np

# Untyped, because mypy would not let these types be mixed.
int8: Any = np.int8
int16: Any = np.int16
int32: Any = np.int32
int64: Any = np.int64
uint32: Any = np.uint32

# Fields of `state`.
(
    CYCLES,  # in: limit; out: cycles run
    FLAGS,  # APSR
    PRIMASK,
    IPSR,
    PENDING,  # whether an exception waits: instructions that let it in are left to rp2040py
    MORE,  # out: cycles counted that take no time (rp2040py's divider)
    LOCKS,  # bit mask of the spin locks taken
    DIVIDEND,
    DIVISOR,
    QUOTIENT,
    REMAINDER,
    DIVIDED,  # the divider's CSR
    TICKING,  # start value of the SysTick's count, or -1 when it is stopped
    ADC_STATUS,  # CS and RESULT; changed only by the end of a conversion or an access
    ADC_RESULT,
    WRITES,  # out: number of `writes`
    MISS_CYCLES,  # cycles for a flash read that misses the cache
    MISSES,  # out: number of such reads
) = range(18)
FIELDS = 18

# The cache of the flash (`xip`): for each slot, the word in the line that its set used last, then
# the word in the other line; for each set, the numbers of these two lines.
CACHE_SETS = 1024
_LINE_WORDS = 2
CACHE_SLOTS = CACHE_SETS * _LINE_WORDS
_OLDER = CACHE_SLOTS
_LINE = 2 * CACHE_SLOTS
_OLDER_LINE = _LINE + CACHE_SETS
CACHE_FIELDS = _OLDER_LINE + CACHE_SETS
NONE = -1

# Columns of `writes`: cycle of the run, rp2040py's cycle count then, address, value.
WHEN, COUNTED, WHERE, WHAT = range(4)
COLUMNS = 4
OVERTAKEN = 0  # address of a write that a later one has made needless
MOST_WRITES = 64
# A run ends at most this many cycles after its first write: the chip may notice an effect of the
# write this late if no alarm was set for it.
WRITES_LAG = 2000

# Fields of `times`, in nanoseconds except the last.
NOW, EPOCH, TICKING_SINCE = range(3)  # now; start of the timer; start of the SysTick
CYCLE, HERTZ = 3, 4  # duration of a cycle; cycles per second
TIMES = 5

# Return values of `run`.
TIME_UP, STEP = 0, 1

SRAM_BYTES = 264 * 1024
ROM_BYTES = 16 * 1024

(
    _OTHER,
    _LSL_IMM,
    _LSR_IMM,
    _ASR_IMM,
    _ADD_REG,
    _SUB_REG,
    _ADD_IMM3,
    _SUB_IMM3,
    _MOV_IMM,
    _CMP_IMM,
    _ADD_IMM8,
    _SUB_IMM8,
    _AND,
    _EOR,
    _LSL,
    _LSR,
    _ASR,
    _ADC,
    _SBC,
    _ROR,
    _TST,
    _NEG,
    _CMP,
    _CMN,
    _ORR,
    _MUL,
    _BIC,
    _MVN,
    _ADD_HIGH,
    _CMP_HIGH,
    _MOV_HIGH,
    _BX,
    _LDR_LITERAL,
    _STR_REG,
    _STRH_REG,
    _STRB_REG,
    _LDRSB_REG,
    _LDR_REG,
    _LDRH_REG,
    _LDRB_REG,
    _LDRSH_REG,
    _STR_IMM,
    _LDR_IMM,
    _STRB_IMM,
    _LDRB_IMM,
    _STRH_IMM,
    _LDRH_IMM,
    _STR_SP,
    _LDR_SP,
    _ADR,
    _ADD_SP_REG,
    _ADD_SP,
    _SUB_SP,
    _SXTH,
    _SXTB,
    _UXTH,
    _UXTB,
    _PUSH,
    _POP,
    _CPS,
    _REV,
    _REV16,
    _REVSH,
    _HINT,
    _STM,
    _LDM,
    _B_COND,
    _B,
    _WIDE,
) = range(69)

# Kind of instruction and its first bits.
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
    """The kind of each instruction by its first ten bits."""
    kinds = np.zeros(1 << 10, np.uint8)
    for kind, bits in _ENCODINGS:
        free = 10 - len(bits)
        first = int(bits, 2) << free
        kinds[first : first + (1 << free)] = kind
    return kinds


_KINDS = _kinds()

_M = 0xFFFFFFFF
_SRAM, _FLASH = 0x20, 0x10  # top byte of the addresses
_FLASH_BYTES = 1 << 24
_SIO = 0xD0000000
_TIMERAWH, _TIMERAWL = 0x40054024, 0x40054028
_SYSTICK_COUNT = 0xE000E018
_ADC_CS, _ADC_RESULT = 0x4004C000, 0x4004C004
_GPIO_OUT, _GPIO_OUT_XOR = 0x10, 0x1C
_SPINLOCKS, _SPINLOCKS_END = 0x100, 0x180
_UDIVIDEND, _UDIVISOR, _SDIVIDEND, _SDIVISOR = 0x60, 0x64, 0x68, 0x6C
_QUOTIENT, _REMAINDER, _DIV_CSR = 0x70, 0x74, 0x78
_TICKS = 1 << 24
_DIVIDING = 8  # cycles that rp2040py counts for a division
_CPSIE, _CPSID = 0xB662, 0xB672
_NOP = 0xBF00
_XPSR_IPSR, _XPSR_PRIMASK = 5, 16
_MSR_PRIMASK = 0x8800 | _XPSR_PRIMASK
_NO, _LOAD, _STORE = 0, 1, 2


def held(cache: Any, word: int) -> bool:
    """Read a word of the flash through its cache. Returns whether it was cached; it is
    afterwards."""
    slot = word % CACHE_SLOTS
    if cache[slot] == word:
        return True
    line = word // _LINE_WORDS
    place = line % CACHE_SETS
    first = place * _LINE_WORDS
    if cache[_LINE + place] != line:
        # Swap the line used last with the other one.
        other = cache[_OLDER_LINE + place]
        cache[_OLDER_LINE + place] = cache[_LINE + place]
        cache[_LINE + place] = other
        for at in range(first, first + _LINE_WORDS):
            other = cache[_OLDER + at]
            cache[_OLDER + at] = cache[at]
            cache[at] = other
    if cache[_LINE + place] != line:
        # Replace that line; the new one has no words yet.
        cache[_LINE + place] = line
        for at in range(first, first + _LINE_WORDS):
            cache[at] = NONE
    there: bool = cache[slot] == word
    cache[slot] = word
    return there


def run(
    regs: Any, state: Any, times: Any, writes: Any, cache: Any, sram: Any, flash: Any, rom: Any
) -> int:
    """Run until `state[CYCLES]` cycles are over or rp2040py has to execute an instruction.

    regs: 16 of 32 bits; cache: used if flash reads take time (`state[MISS_CYCLES]`); sram, flash,
    rom: bytes. Returns TIME_UP or STEP.
    """
    sram16, sram32 = sram.view(np.uint16), sram.view(np.uint32)
    flash16, flash32 = flash.view(np.uint16), flash.view(np.uint32)
    rom16, rom32 = rom.view(np.uint16), rom.view(np.uint32)
    limit = state[CYCLES]
    flags = state[FLAGS]
    # The result that last set N, and the one that last set Z.
    negative = flags & 0x80000000
    zero = 1 - (flags >> 30 & 1)
    c = flags >> 29 & 1
    v = flags >> 28 & 1
    ticking = state[TICKING]
    now = times[NOW]
    ticking_since = times[TICKING_SINCE]
    written = 0
    pending = state[PENDING]
    wait = state[MISS_CYCLES]
    misses = 0
    restart = -1  # index of the last write that restarted the SysTick
    more = 0
    cycles = 0
    # odd in an exception handler, as rp2040py does not clear bit 0 of its vector
    pc = int64(regs[15])
    end = TIME_UP
    while cycles < limit:
        region = pc >> 24
        if region == _FLASH:
            op = int64(flash16[uint32((pc & 0xFFFFFF) >> 1)])
            word = (pc & 0xFFFFFF) >> 2
            if wait and cache[uint32(word % CACHE_SLOTS)] != word and not held(cache, word):
                misses += 1
                cycles += wait
        elif region == _SRAM and (pc & 0xFFFFFF) < SRAM_BYTES:
            op = int64(sram16[uint32((pc & 0xFFFFFF) >> 1)])
        elif pc < ROM_BYTES:
            op = int64(rom16[uint32(pc >> 1)])
        else:
            end = STEP
            break
        kind = _KINDS[uint32(op >> 6)]
        low = op & 7
        middle = op >> 3 & 7
        access = _NO
        size = 4
        address = 0
        signed = False
        took = 1
        after = pc + 2
        if kind == _LDR_IMM:
            address = (int64(regs[middle]) + (op >> 4 & 0x7C)) & _M
            access = _LOAD
        elif kind == _LDRB_IMM:
            address = (int64(regs[middle]) + (op >> 6 & 0x1F)) & _M
            access = _LOAD
            size = 1
        elif kind == _LDRH_IMM:
            address = (int64(regs[middle]) + (op >> 5 & 0x3E)) & _M
            access = _LOAD
            size = 2
        elif kind == _LDR_SP:
            address = (int64(regs[13]) + ((op & 0xFF) << 2)) & _M
            low = op >> 8 & 7
            access = _LOAD
        elif kind == _LDR_LITERAL:
            address = ((pc + 4) & 0xFFFFFFFC) + ((op & 0xFF) << 2)
            low = op >> 8 & 7
            access = _LOAD
        elif kind == _LDR_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _LOAD
        elif kind == _LDRB_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _LOAD
            size = 1
        elif kind == _LDRH_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _LOAD
            size = 2
        elif kind == _LDRSB_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _LOAD
            size = 1
            signed = True
        elif kind == _LDRSH_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _LOAD
            size = 2
            signed = True
        elif kind == _STR_IMM:
            address = (int64(regs[middle]) + (op >> 4 & 0x7C)) & _M
            access = _STORE
        elif kind == _STRB_IMM:
            address = (int64(regs[middle]) + (op >> 6 & 0x1F)) & _M
            access = _STORE
            size = 1
        elif kind == _STRH_IMM:
            address = (int64(regs[middle]) + (op >> 5 & 0x3E)) & _M
            access = _STORE
            size = 2
        elif kind == _STR_SP:
            address = (int64(regs[13]) + ((op & 0xFF) << 2)) & _M
            low = op >> 8 & 7
            access = _STORE
        elif kind == _STR_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _STORE
        elif kind == _STRB_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _STORE
            size = 1
        elif kind == _STRH_REG:
            address = (int64(regs[middle]) + int64(regs[op >> 6 & 7])) & _M
            access = _STORE
            size = 2
        elif kind == _B_COND:
            condition = op >> 8 & 15
            if condition >= 14:  # UDF, SVC
                end = STEP
                break
            which = condition >> 1
            if which == 0:
                taken = zero == 0
            elif which == 1:
                taken = c != 0
            elif which == 2:
                taken = (negative & 0x80000000) != 0
            elif which == 3:
                taken = v != 0
            elif which == 4:
                taken = c != 0 and zero != 0
            elif which == 5:
                taken = (negative >> 31 & 1) == v
            else:
                taken = zero != 0 and (negative >> 31 & 1) == v
            if taken != ((condition & 1) != 0):
                after = (pc + 4 + (((op & 0xFF) ^ 0x80) - 0x80) * 2) & _M
                took = 2
        elif kind == _B:
            after = (pc + 4 + (((op & 0x7FF) ^ 0x400) - 0x400) * 2) & _M
            took = 2
        elif kind == _CMP_IMM:
            left = int64(regs[op >> 8 & 7])
            right = op & 0xFF
            result = (left - right) & _M
            c = int64(left >= right)
            v = ((left ^ right) & (left ^ result)) >> 31 & 1
            negative = result
            zero = result
        elif kind == _MOV_IMM:
            negative = op & 0xFF
            zero = negative
            regs[op >> 8 & 7] = negative
        elif kind == _ADD_IMM8 or kind == _ADD_IMM3 or kind == _ADD_REG:
            if kind == _ADD_IMM8:
                low = op >> 8 & 7
                left = int64(regs[low])
                right = op & 0xFF
            else:
                left = int64(regs[middle])
                right = op >> 6 & 7
                if kind == _ADD_REG:
                    right = int64(regs[right])
            whole = left + right
            result = whole & _M
            c = whole >> 32
            v = ((left ^ result) & (right ^ result)) >> 31 & 1
            negative = result
            zero = result
            regs[low] = result
        elif kind == _SUB_IMM8 or kind == _SUB_IMM3 or kind == _SUB_REG:
            if kind == _SUB_IMM8:
                low = op >> 8 & 7
                left = int64(regs[low])
                right = op & 0xFF
            else:
                left = int64(regs[middle])
                right = op >> 6 & 7
                if kind == _SUB_REG:
                    right = int64(regs[right])
            result = (left - right) & _M
            c = int64(left >= right)
            v = ((left ^ right) & (left ^ result)) >> 31 & 1
            negative = result
            zero = result
            regs[low] = result
        elif kind == _CMP:
            left = int64(regs[low])
            right = int64(regs[middle])
            result = (left - right) & _M
            c = int64(left >= right)
            v = ((left ^ right) & (left ^ result)) >> 31 & 1
            negative = result
            zero = result
        elif kind == _LSL_IMM:
            left = int64(regs[middle])
            shift = op >> 6 & 0x1F
            whole = left << shift
            if shift:
                c = whole >> 32 & 1
            negative = whole & _M
            zero = negative
            regs[low] = negative
        elif kind == _LSR_IMM:
            left = int64(regs[middle])
            shift = op >> 6 & 0x1F
            if shift == 0:
                shift = 32
            c = left >> (shift - 1) & 1
            negative = left >> shift
            zero = negative
            regs[low] = negative
        elif kind == _ASR_IMM:
            left = int64(int32(regs[middle]))
            shift = op >> 6 & 0x1F
            if shift == 0:
                shift = 32
            c = left >> (shift - 1) & 1
            negative = (left >> shift) & _M
            zero = negative
            regs[low] = negative
        elif kind == _AND:
            negative = int64(regs[low]) & int64(regs[middle])
            zero = negative
            regs[low] = negative
        elif kind == _EOR:
            negative = int64(regs[low]) ^ int64(regs[middle])
            zero = negative
            regs[low] = negative
        elif kind == _ORR:
            negative = int64(regs[low]) | int64(regs[middle])
            zero = negative
            regs[low] = negative
        elif kind == _BIC:
            negative = int64(regs[low]) & ~int64(regs[middle])
            zero = negative
            regs[low] = negative
        elif kind == _MVN:
            negative = int64(regs[middle]) ^ _M
            zero = negative
            regs[low] = negative
        elif kind == _TST:
            negative = int64(regs[low]) & int64(regs[middle])
            zero = negative
        elif kind == _MUL:
            negative = int64(regs[low] * regs[middle]) & _M
            zero = negative
            regs[low] = negative
        elif kind == _NEG:
            right = int64(regs[middle])
            result = -right & _M
            c = int64(right == 0)
            v = (right & result) >> 31 & 1
            negative = result
            zero = result
            regs[low] = result
        elif kind == _CMN:
            left = int64(regs[low])
            right = int64(regs[middle])
            whole = left + right
            result = whole & _M
            c = whole >> 32
            v = ((left ^ result) & (right ^ result)) >> 31 & 1
            negative = result
            zero = result
        elif kind == _ADC:
            left = int64(regs[low])
            right = int64(regs[middle])
            if c and (left & 0x7FFFFFFF) == 0x7FFFFFFF:
                end = STEP  # rp2040py adds the carry first
                break
            whole = left + right + c
            result = whole & _M
            c = whole >> 32
            v = ((left ^ result) & (right ^ result)) >> 31 & 1
            negative = result
            zero = result
            regs[low] = result
        elif kind == _SBC:
            left = int64(regs[low])
            right = int64(regs[middle])
            if not c and (right & 0x7FFFFFFF) == 0x7FFFFFFF:
                end = STEP  # rp2040py's overflow differs here
                break
            borrow = 1 - c
            result = (left - right - borrow) & _M
            c = int64(left >= right + borrow)
            v = ((left ^ right) & (left ^ result)) >> 31 & 1
            negative = result
            zero = result
            regs[low] = result
        elif kind == _LSL or kind == _LSR or kind == _ASR or kind == _ROR:
            shift = int64(regs[middle]) & 0xFF
            left = int64(regs[low])
            # A shift by 0 leaves the carry unchanged, except in rp2040py, which changes it for all
            # but LSL.
            if kind == _LSL:
                if shift > 32:
                    end = STEP  # rp2040py's carry differs here
                    break
                whole = left << shift
                if shift:
                    c = whole >> 32 & 1
                result = whole & _M
            elif kind == _LSR:
                shift = min(shift, 33)
                c = left >> (shift - 1) & 1 if shift else left >> 31
                result = left >> shift
            elif kind == _ASR:
                shift = min(shift, 32)
                left = int64(int32(left))
                c = left >> (shift - 1) & 1 if shift else left >> 31 & 1
                result = (left >> shift) & _M
            else:
                shift &= 31
                result = (left >> shift | left << (32 - shift)) & _M
                c = result >> 31
            negative = result
            zero = result
            regs[low] = result
        elif kind == _MOV_HIGH:
            rm = op >> 3 & 15
            rd = op >> 4 & 8 | low
            value = int64(regs[rm])
            if rm == 15:
                value = (pc + 4) & _M
            if rd == 15:
                after = value & 0xFFFFFFFE
                took = 2
            elif rd == 13:
                regs[13] = value & 0xFFFFFFFC
            else:
                regs[rd] = value
        elif kind == _ADD_HIGH:
            rm = op >> 3 & 15
            rd = op >> 4 & 8 | low
            left = int64(regs[rd])
            right = int64(regs[rm])
            if rd == 15:
                left = pc + 4
            if rm == 15:
                right = pc + 4
            result = (left + right) & _M
            if rd == 15:
                after = result & 0xFFFFFFFE
                took = 2
            elif rd == 13:
                regs[13] = result & 0xFFFFFFFC
            else:
                regs[rd] = result
        elif kind == _CMP_HIGH:
            rm = op >> 3 & 15
            rn = op >> 4 & 8 | low
            if rm == 15 or rn == 15:
                end = STEP
                break
            left = int64(regs[rn])
            right = int64(regs[rm])
            result = (left - right) & _M
            c = int64(left >= right)
            v = ((left ^ right) & (left ^ result)) >> 31 & 1
            negative = result
            zero = result
        elif kind == _BX:
            rm = op >> 3 & 15
            value = int64(regs[rm])
            if rm == 15 or low or value >> 28 == 15:  # a possible return from an exception
                end = STEP
                break
            if op & 0x80:
                if rm == 14:
                    end = STEP  # rp2040py overwrites LR before it reads it
                    break
                regs[14] = (pc + 2) | 1
            after = value & 0xFFFFFFFE
            took = 2
        elif kind == _ADR:
            regs[op >> 8 & 7] = ((pc & 0xFFFFFFFC) + 4 + ((op & 0xFF) << 2)) & _M
        elif kind == _ADD_SP_REG:
            regs[op >> 8 & 7] = (int64(regs[13]) + ((op & 0xFF) << 2)) & _M
        elif kind == _ADD_SP:
            regs[13] = (int64(regs[13]) + ((op & 0x7F) << 2)) & 0xFFFFFFFC
        elif kind == _SUB_SP:
            regs[13] = (int64(regs[13]) - ((op & 0x7F) << 2)) & 0xFFFFFFFC
        elif kind == _SXTH:
            regs[low] = int64(int16(regs[middle])) & _M
        elif kind == _SXTB:
            regs[low] = int64(int8(regs[middle])) & _M
        elif kind == _UXTH:
            regs[low] = int64(regs[middle]) & 0xFFFF
        elif kind == _UXTB:
            regs[low] = int64(regs[middle]) & 0xFF
        elif kind == _REV:
            left = int64(regs[middle])
            regs[low] = (
                left >> 24
                | (left >> 8 & 0xFF00)
                | (left << 8 & 0xFF0000)
                | (left << 24 & 0xFF000000)
            )
        elif kind == _REV16:
            left = int64(regs[middle])
            regs[low] = (left >> 8 & 0x00FF00FF) | (left << 8 & 0xFF00FF00)
        elif kind == _REVSH:
            left = int64(regs[middle])
            regs[low] = int64(int16((left >> 8 & 0xFF) | (left << 8 & 0xFF00))) & _M
        elif kind == _PUSH:
            count = 0
            for bit in range(9):
                count += op >> bit & 1
            at = (int64(regs[13]) - 4 * count) & _M
            offset = at - (_SRAM << 24)
            if offset < 0 or offset + 4 * count > SRAM_BYTES or offset & 3:
                end = STEP
                break
            place = uint32(offset >> 2)
            for bit in range(8):
                if op >> bit & 1:
                    sram32[place] = regs[bit]
                    place = uint32(place + 1)
                    took += 1
            if op & 0x100:
                sram32[place] = regs[14]
            regs[13] = at
        elif kind == _POP:
            count = 0
            for bit in range(9):
                count += op >> bit & 1
            offset = int64(regs[13]) - (_SRAM << 24)
            if offset < 0 or offset + 4 * count > SRAM_BYTES or offset & 3:
                end = STEP
                break
            place = uint32(offset >> 2)
            if op & 0x100:
                after = int64(sram32[uint32(place + count - 1)])
                if after >> 28 == 15:  # a return from an exception
                    end = STEP
                    break
                after &= 0xFFFFFFFE
                took = 3
            for bit in range(8):
                if op >> bit & 1:
                    regs[bit] = sram32[place]
                    place = uint32(place + 1)
                    took += 1
            regs[13] = ((_SRAM << 24) + offset + 4 * count) & _M
        elif kind == _LDM or kind == _STM:
            rn = op >> 8 & 7
            at = int64(regs[rn])
            count = 0
            for bit in range(8):
                count += op >> bit & 1
            offset = at & 0xFFFFFF
            last = offset + 4 * count
            listed = op >> rn & 1
            place = uint32(offset >> 2)
            if offset & 3 or count == 0:
                end = STEP
                break
            if kind == _STM:
                if at >> 24 != _SRAM or last > SRAM_BYTES or listed:
                    end = STEP  # rp2040py leaves the base register unchanged if it is in the list
                    break
                for bit in range(8):
                    if op >> bit & 1:
                        sram32[place] = regs[bit]
                        place = uint32(place + 1)
            elif at >> 24 == _SRAM and last <= SRAM_BYTES:
                for bit in range(8):
                    if op >> bit & 1:
                        regs[bit] = sram32[place]
                        place = uint32(place + 1)
            elif at >> 24 == _FLASH and last <= _FLASH_BYTES:
                for bit in range(8):
                    if op >> bit & 1:
                        if wait and not held(cache, int64(place)):
                            misses += 1
                            cycles += wait
                        regs[bit] = flash32[place]
                        place = uint32(place + 1)
            else:
                end = STEP
                break
            took = 1 + count
            if not listed:
                regs[rn] = (at + 4 * count) & _M
        elif kind == _WIDE:
            beyond = pc + 2
            if region == _FLASH:
                second = int64(flash16[uint32((beyond & 0xFFFFFF) >> 1)])
                if wait and not held(cache, (beyond & 0xFFFFFF) >> 2):
                    misses += 1
                    cycles += wait
            elif region == _SRAM and (beyond & 0xFFFFFF) < SRAM_BYTES:
                second = int64(sram16[uint32((beyond & 0xFFFFFF) >> 1)])
            elif beyond < ROM_BYTES:
                second = int64(rom16[uint32(beyond >> 1)])
            else:
                end = STEP
                break
            after = pc + 4
            took = 3
            if second & 0xD000 == 0xD000:  # BL
                sign = op >> 10 & 1
                high = (1 - (sign ^ (second >> 13 & 1))) << 23
                high |= (1 - (sign ^ (second >> 11 & 1))) << 22
                far = high | (op & 0x3FF) << 12 | (second & 0x7FF) << 1
                regs[14] = (pc + 4) | 1
                after = (pc + 4 + far - (sign << 24)) & _M
            elif op == 0xF3BF and 0x8F40 <= second < 0x8F70:  # DSB, DMB, ISB
                pass
            elif op == 0xF3EF and second >> 12 == 8 and second >> 8 & 15 < 13:  # MRS
                if second & 0xFF == _XPSR_PRIMASK:
                    regs[second >> 8 & 15] = state[PRIMASK]
                elif second & 0xFF == _XPSR_IPSR:
                    regs[second >> 8 & 15] = state[IPSR]
                else:
                    end = STEP
                    break
            elif op >> 4 == 0xF38 and second == _MSR_PRIMASK and op & 15 < 13 and not pending:
                state[PRIMASK] = int64(regs[op & 15]) & 1  # MSR
            else:
                end = STEP
                break
        elif kind == _CPS:
            if op == _CPSID:
                state[PRIMASK] = 1
            elif op == _CPSIE and not pending:
                state[PRIMASK] = 0
            else:
                end = STEP
                break
        elif op != _NOP:
            end = STEP
            break

        if access == _LOAD:
            region = address >> 24
            offset = address & 0xFFFFFF
            took = 2
            value = 0
            if address & (size - 1):
                end = STEP
                break
            if region == _SRAM and offset < SRAM_BYTES:
                if size == 4:
                    value = int64(sram32[uint32(offset >> 2)])
                elif size == 1:
                    value = int64(sram[uint32(offset)])
                else:
                    value = int64(sram16[uint32(offset >> 1)])
            elif region == _FLASH:
                if wait and not held(cache, offset >> 2):
                    misses += 1
                    cycles += wait
                if size == 4:
                    value = int64(flash32[uint32(offset >> 2)])
                elif size == 1:
                    value = int64(flash[uint32(offset)])
                else:
                    value = int64(flash16[uint32(offset >> 1)])
            elif address < ROM_BYTES:
                if size == 4:
                    value = int64(rom32[uint32(offset >> 2)])
                elif size == 1:
                    value = int64(rom[uint32(offset)])
                else:
                    value = int64(rom16[uint32(offset >> 1)])
            elif cycles >= limit:
                end = STEP  # an alarm became due while the instruction was fetched
                break
            elif size == 4 and address == _SYSTICK_COUNT and ticking >= 0:
                # The same formula as in rp2040py, for the same rounding.
                ticks = (now + times[CYCLE] * cycles - ticking_since) / 1e9 * times[HERTZ]
                value = int64(ticking + (_TICKS - ticks % _TICKS) + 0.5) % _TICKS
            elif size == 4 and address == _ADC_CS:
                took = 4
                value = state[ADC_STATUS]
            elif size == 4 and address == _ADC_RESULT:
                took = 4
                value = state[ADC_RESULT]
            elif size == 4 and (address == _TIMERAWL or address == _TIMERAWH):
                took = 4
                micros = (now + times[CYCLE] * cycles - times[EPOCH]) / 1000
                value = int64(micros)
                value = value & _M if address == _TIMERAWL else value >> 32
            elif address == _SIO:  # the processor's number, 0
                took = 1
            elif size == 4 and region == _SIO >> 24 and offset < _SPINLOCKS_END:
                took = 1
                if offset >= _SPINLOCKS:
                    mask = 1 << ((offset - _SPINLOCKS) >> 2)
                    value = mask & ~state[LOCKS]
                    state[LOCKS] |= mask
                elif offset == _QUOTIENT:
                    value = state[QUOTIENT]
                    state[DIVIDED] &= 1
                elif offset == _REMAINDER:
                    value = state[REMAINDER]
                elif offset == _DIV_CSR:
                    value = state[DIVIDED]
                elif offset == _UDIVIDEND or offset == _SDIVIDEND:
                    value = state[DIVIDEND]
                elif offset == _UDIVISOR or offset == _SDIVISOR:
                    value = state[DIVISOR]
                else:
                    end = STEP
                    break
            else:
                end = STEP
                break
            if signed:
                value = int64(int8(value) if size == 1 else int16(value)) & _M
            regs[low] = value
        elif access == _STORE:
            region = address >> 24
            offset = address & 0xFFFFFF
            took = 2
            if address & (size - 1):
                end = STEP
                break
            if region == _SRAM and offset < SRAM_BYTES:
                if size == 4:
                    sram32[uint32(offset >> 2)] = regs[low]
                elif size == 1:
                    sram[uint32(offset)] = regs[low] & 0xFF
                else:
                    sram16[uint32(offset >> 1)] = regs[low] & 0xFFFF
            elif cycles >= limit:
                end = STEP  # an alarm became due while the instruction was fetched
                break
            elif size == 4 and region == _SIO >> 24:
                took = 1
                value = int64(regs[low])
                if _SPINLOCKS <= offset < _SPINLOCKS_END:
                    state[LOCKS] &= ~(1 << ((offset - _SPINLOCKS) >> 2))
                elif _UDIVIDEND <= offset <= _SDIVISOR:
                    if offset == _UDIVIDEND or offset == _SDIVIDEND:
                        state[DIVIDEND] = value
                    else:
                        state[DIVISOR] = value
                    left = state[DIVIDEND]
                    right = state[DIVISOR]
                    if right == 0:
                        state[QUOTIENT] = _M if left else 1
                        state[REMAINDER] = left
                    else:
                        if offset >= _SDIVIDEND:
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
                    more += _DIVIDING
                elif offset == _QUOTIENT:
                    state[QUOTIENT] = value
                    state[DIVIDED] = 3
                elif offset == _REMAINDER:
                    state[REMAINDER] = value
                    state[DIVIDED] = 3
                elif _GPIO_OUT <= offset <= _GPIO_OUT_XOR and written < MOST_WRITES:
                    writes[written, WHEN] = cycles
                    writes[written, COUNTED] = cycles + more
                    writes[written, WHERE] = address
                    writes[written, WHAT] = value
                    written += 1
                    limit = min(limit, writes[0, WHEN] + WRITES_LAG)
                else:
                    end = STEP
                    break
            elif address == _SYSTICK_COUNT and size == 4 and ticking >= 0 and written < MOST_WRITES:
                if restart >= 0:
                    writes[restart, WHERE] = OVERTAKEN
                restart = written
                writes[written, WHEN] = cycles
                writes[written, COUNTED] = cycles + more
                writes[written, WHERE] = address
                writes[written, WHAT] = int64(regs[low])
                written += 1
                limit = min(limit, writes[0, WHEN] + WRITES_LAG)
                ticking = 0
                ticking_since = now + times[CYCLE] * cycles
            else:
                end = STEP
                break
        pc = after
        cycles += took
    regs[15] = pc
    state[CYCLES] = cycles
    state[MORE] = more
    state[WRITES] = written
    state[MISSES] = misses
    flags = (negative & 0x80000000) | c << 29 | v << 28
    if zero == 0:
        flags |= 0x40000000
    state[FLAGS] = flags
    return end
