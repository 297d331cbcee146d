"""Numbers for tests that are tried with many: a few of them in `make verify`, all the others in
`make reliability`."""

from typing import Any

import pytest


def seeds(first: int, few: int, many: int) -> list[Any]:
    """Parameters from `first` on: `few`, and then up to `many` marked `reliability`."""
    more = range(first + few, first + many)
    marked = [pytest.param(seed, marks=pytest.mark.reliability) for seed in more]
    return [*range(first, first + few), *marked]
