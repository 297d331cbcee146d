"""Packs symbols for flip_unpack of the firmware: a range coder by blocks.

It mirrors the decoder's arithmetic step by step; the code is one Python integer. The end of a block
is cut as short as possible, whatever bytes follow.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from lodeboard.games.flip import book_layout as words
from lodeboard.games.flip.book import CONTEXTS
from lodeboard.games.flip.lookup import BLOCK_LOG

U8 = npt.NDArray[np.uint8]
I64 = npt.NDArray[np.int64]

BLOCK = 1 << BLOCK_LOG
CODE_BYTES = 3  # bytes that the decoder reads at the start
_ONE = 4096
_LEAST, _MOST = 32, _ONE - 32  # initial chances
_FIRST = words.LATER_CONTEXTS
_LATER = words.LATER_SYMBOLS


def contexts(symbols: U8, group: int) -> I64:
    """The context of each symbol's first bit: neighbours decoded * 8 + those not 0."""
    padded = np.zeros(-(-len(symbols) // group) * group, np.int64)
    padded[: len(symbols)] = symbols > 0
    grid = padded.reshape(-1, group)
    here = np.arange(group)
    found = np.zeros_like(grid)
    bit = 1
    while bit < group:
        known = here[here & bit > 0]
        found[:, known] += 8 + grid[:, known ^ bit]
        bit <<= 1
    return found.ravel()[: len(symbols)]


def chances(symbols: U8, first: I64) -> I64:
    """The probability of a 0 in each context, counted over many blocks."""
    zeros = np.zeros(CONTEXTS, np.int64)
    ones = np.zeros(CONTEXTS, np.int64)
    zeros += np.bincount(first[symbols == 0], minlength=CONTEXTS)
    ones += np.bincount(first[symbols > 0], minlength=CONTEXTS)
    other = np.minimum(first & 7, 2)
    for level in range(1, int(symbols.max(initial=0)) + 1):
        context = _FIRST + (min(level, _LATER) - 1) * 3 + other
        if level < words.HIGHEST:
            zeros += np.bincount(context[symbols == level], minlength=CONTEXTS)
            ones += np.bincount(context[symbols > level], minlength=CONTEXTS)
    found = ((2 * zeros + 1) * _ONE + zeros + ones + 1) // (2 * (zeros + ones + 1))
    return np.clip(found, _LEAST, _MOST)


def pack(symbols: U8, first: I64, odds: Sequence[int]) -> bytes:
    """One block."""
    chance = list(odds)
    low, wide, length = 0, 0xFFFFFF, CODE_BYTES
    for symbol, context in zip(symbols.tolist(), first.tolist(), strict=True):
        other = min(context & 7, 2)
        for level in range(min(symbol + 1, words.HIGHEST)):
            index = context if level == 0 else _FIRST + (min(level, _LATER) - 1) * 3 + other
            p = chance[index]
            bound = (wide >> 12) * p
            if level == symbol:
                wide = bound
                chance[index] = p + ((_ONE - p) >> words.RATE)
            else:
                low += bound
                wide -= bound
                chance[index] = p - (p >> words.RATE)
            while wide < words.TOP:
                wide <<= 8
                low <<= 8
                length += 1
    # Any number from low to low + wide - 1 will do: the one that needs the fewest bytes.
    for spare in range(length, -1, -1):
        unit = 1 << 8 * spare
        code = -(-low // unit) * unit
        if code + unit <= low + wide:
            return code.to_bytes(length, "big")[: length - spare]
    raise AssertionError("the code is one of its own range")
