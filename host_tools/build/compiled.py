"""Kernels compiled by Numba, for the computer's bulk work.

The firmware's functions are compiled as they stand; nothing is rewritten. Machine code is kept in
the project's cache folder, so that only the first run after a change of the kernel compiles.
"""

import functools
import os
from array import array
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

import numpy as np

from host_tools import ROOT
from lodeboard.games.flip.book_kernel import flip_order, flip_unpack
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.xtic.search_kernel import xtic_search

if TYPE_CHECKING:
    from lodeboard.games.flip.search import Kernel
    from lodeboard.games.xtic.search import Kernel as XticKernel

CACHE = str(ROOT / ".cache" / "numba")


def machine_code(function: Any) -> Any:
    """A flat function as machine code that lets other threads run, or None where Numba is not
    installed."""
    try:
        import numba  # noqa: PLC0415  (takes most of a second)
    except ImportError:
        return None
    kept = _prepare_cache(numba.config)
    return numba.njit(cache=kept, nogil=True)(function)


@functools.cache
def compiled_search() -> "Kernel | None":
    """`flip_search` as machine code, or None where Numba is not installed."""
    search = machine_code(flip_search)
    if search is None:
        return None

    def run(
        state: MutableSequence[int],
        tables: MutableSequence[int],
        table: MutableSequence[int],
        budget: int,
    ) -> int:
        # Views of the same memory: what the machine code writes, the caller sees.
        status: int = search(
            np.frombuffer(state, np.int32),  # type: ignore[call-overload]
            np.frombuffer(tables, np.uint8),  # type: ignore[call-overload]
            np.frombuffer(table, np.uint16),  # type: ignore[call-overload]
            budget,
        )
        return status

    return run


@functools.cache
def compiled_xtic() -> "XticKernel | None":
    """`xtic_search` as machine code, or None where Numba is not installed."""
    search = machine_code(xtic_search)
    if search is None:
        return None

    def run(state: MutableSequence[int], table: MutableSequence[int], budget: int) -> int:
        status: int = search(
            np.frombuffer(state, np.int32),  # type: ignore[call-overload]
            np.frombuffer(table, np.uint16),  # type: ignore[call-overload]
            budget,
        )
        return status

    return run


def _compiled_book() -> "dict[str, Any]":
    """The book's kernels as machine code, compiled when they are first called."""
    order, unpack = machine_code(flip_order), machine_code(flip_unpack)

    def run_order(state: Any, shapes: Any, weights: Any, budget: int) -> int:
        status: int = order(
            np.frombuffer(state, np.int32),
            np.frombuffer(shapes, np.uint8),
            np.frombuffer(weights, np.uint8),
            budget,
        )
        return status

    def run_unpack(state: Any, codes: Any, budget: int) -> int:
        status: int = unpack(np.frombuffer(state, np.int32), np.frombuffer(codes, np.uint8), budget)
        return status

    return {"flip_order": run_order, "flip_unpack": run_unpack}


def as_bytes(words: "array[int]", begin: int = 0, count: int = -1) -> memoryview:
    """The same memory as bytes, or so many of them from one on, as a port offers it."""
    view = memoryview(words).cast("B")
    return view[begin:] if count < 0 else view[begin : begin + count]


def kernels() -> "dict[str, Any]":
    """What a port offers by name: `as_bytes`, and the compiled kernels where Numba is installed."""
    search = compiled_search()
    found: dict[str, Any] = {"as_bytes": as_bytes}
    if search is None:
        return found
    return found | {"flip_search": search, "xtic_search": compiled_xtic(), **_compiled_book()}


def _prepare_cache(config: object) -> bool:
    """Choose where the machine code is kept, unless the user did; False if nowhere."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return True
    try:
        os.makedirs(CACHE, exist_ok=True)
    except OSError:
        return False
    if not os.access(CACHE, os.W_OK):
        return False
    config.CACHE_DIR = CACHE  # type: ignore[attr-defined]
    return True
