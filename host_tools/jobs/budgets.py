"""Figures and their limits."""

from collections.abc import Iterable
from typing import NamedTuple

KIB = 1024


class Budget(NamedTuple):
    """A limit. `least`: a minimum, otherwise a maximum. `waits`: the same figure with typical and
    with longest flash waits, if measured; they must meet the limit too."""

    what: str
    unit: str
    limit: float
    figure: float
    least: bool = False
    waits: tuple[float, float] | None = None

    @property
    def met(self) -> bool:
        worst = self._worst
        return worst >= self.limit if self.least else worst <= self.limit

    @property
    def _worst(self) -> float:
        figures: list[float] = [self.figure, *(self.waits or ())]
        return min(figures) if self.least else max(figures)

    def row(self, waits: bool = False) -> list[str]:
        """The cells of a table row, with `waits` including those figures."""
        sign = "at least" if self.least else "at most"
        missed = abs(self._worst - self.limit)
        verdict = "met" if self.met else f"missed by {_figure(missed)} {self.unit}"
        limit = f"{sign} {_figure(self.limit)} {self.unit}"
        more = [f"{_figure(figure)} {self.unit}" for figure in self.waits or ()]
        if waits and not more:
            more = ["", ""]
        return [self.what, limit, f"{_figure(self.figure)} {self.unit}", *more, verdict]


def quantile(figures: Iterable[float], share: float) -> float:
    """The smallest figure that at least this share of all does not exceed."""
    ordered = sorted(figures)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def done_of(done: int, planned: int) -> str:
    """A count, and of how many where some are left: "40 of 1 000"."""
    whole = thousands(planned)
    return whole if done == planned else f"{thousands(done)} of {whole}"


def thousands(figure: float) -> str:
    """A whole number with its thousands separated."""
    return f"{figure:,.0f}".replace(",", " ")


def rounded(rate: float) -> str:
    """A rate rounded to three digits, with its thousands separated."""
    digits = max(0, len(str(int(rate))) - 3)
    return thousands(round(rate, -digits))


def _figure(figure: float) -> str:
    return thousands(figure) if figure >= 1000 else f"{figure:.4g}"
