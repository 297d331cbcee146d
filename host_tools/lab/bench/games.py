"""What is measured of a game, found by its name: a folder `lab/<game>/bench` has a module `chip`
with a class `OnChip`, or a module `kernel` with a function `speed`, or both."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from host_tools.jobs.budgets import Budget

#: `kept(name, work)` gives what `work` returned, now or in an earlier run of the same measurement.
Kept = Callable[[str, Callable[[], Any]], Any]


class ChipBench(Protocol):
    """What the bench on the emulated chip measures of a game: how its player thinks."""

    def jobs(self) -> dict[str, Callable[[], Any]]:
        """Parts that can be measured one by one, by name; what each gives is kept as JSON."""

    def estimate(self, results: dict[str, Any], kept: Kept) -> dict[str, Any]:
        """All its figures, from the results of its jobs. What takes long goes through `kept`."""

    def budgets(self, figures: dict[str, Any]) -> list[Budget]:
        """Its budgets."""

    def tables(self, figures: dict[str, Any]) -> str:
        """All figures as Markdown, the budgets in front."""

    def notes(self, figures: dict[str, Any]) -> str:
        """What the figures mean."""

    def stated(self, figures: dict[str, Any]) -> dict[str, tuple[str, str]]:
        """Those that README and docs state: by name, what it is and its value with the unit."""


def chip_bench(game: str) -> ChipBench | None:
    """What is measured of it on the emulated chip; None where nothing is."""
    module = _module(game, "chip")
    return module.OnChip() if module else None


def speed(game: str) -> str:
    """How fast it is on this computer, measured now, as Markdown tables; "" where nothing is
    measured."""
    module = _module(game, "kernel")
    return str(module.speed()) if module else ""


def _module(game: str, name: str) -> Any:
    whole = f"host_tools.lab.{game}.bench.{name}"
    parts = whole.split(".")
    # A package that is not there has no modules to be asked for.
    there = all(find_spec(".".join(parts[:count])) for count in range(3, len(parts) + 1))
    return import_module(whole) if there else None
