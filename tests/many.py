"""Selects which cases of a test with many cases run in which kind of run."""

from collections.abc import Iterable
from typing import Any

import pytest


def seeds(first: int, few: int, many: int) -> list[Any]:
    """Seeds for a test of `make verify`, from `first` on: `few`, or up to `many` in `make
    reliability`."""
    more = range(first + few, first + many)
    marked = [pytest.param(seed, marks=pytest.mark.reliability) for seed in more]
    return [*range(first, first + few), *marked]


def later(*values: Any) -> Any:
    """A case of a `make test` test that runs in `make verify` only."""
    return pytest.param(*values, marks=pytest.mark.verify)


def rarely(*values: Any) -> Any:
    """A case of a `make verify` test that runs in `make reliability` only."""
    return pytest.param(*values, marks=pytest.mark.reliability)


def every(nth: int, values: Iterable[Any]) -> list[Any]:
    """Cases of which the first, and every nth after it, run in `make test`, the others in `make
    verify`."""
    return [later(value) if at % nth else value for at, value in enumerate(values)]


def only(first: Any, values: Iterable[Any]) -> list[Any]:
    """Cases of which this one runs in `make test`, the others in `make verify`."""
    return [first, *(later(value) for value in values if value != first)]
