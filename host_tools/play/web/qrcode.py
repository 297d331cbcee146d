"""QR codes of addresses, computed by segno, as the path of an SVG image."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from segno import encoder


def draw(address: str) -> tuple[int, str] | None:
    """The modules on a side and the path, for lines of width 1; None for an address that is too
    long."""
    try:
        code: Any = encoder.encode(address, error="L", micro=False)  # type: ignore[no-untyped-call]
    except encoder.DataOverflowError:
        return None
    rows: Sequence[bytearray] = code.matrix
    return len(rows), "".join(_lines(y, row) for y, row in enumerate(rows))


def _lines(y: int, row: bytearray) -> str:
    """The dark modules of a row, each run as a line."""
    x, path = 0, ""
    for dark, run in groupby(row):
        length = len(list(run))
        path += f"M{x} {y}.5h{length}" if dark else ""
        x += length
    return path
