"""The declaration of an experiment. `run` does the rest: plan, resume, workers, status, page,
picture.

A trial is identified by its condition and number, which together seed everything random in it: its
result does not depend on when or in what order it runs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct


class Condition(Protocol):
    """What a set of trials has in common: small, hashable, and picklable for another process."""

    @property
    def name(self) -> str:
        """File name for its results."""


class Tally(Struct, forbid_unknown_fields=True):
    """Counts of one batch, or of several: plain figures, each with a default. Lists of text are
    examples; only the first are stored. `LARGEST`: fields that are combined by maximum."""

    EXAMPLES: ClassVar[int] = 50
    LARGEST: ClassVar[tuple[str, ...]] = ()

    @property
    def units(self) -> int:
        """How many units of the experiment were counted: its first figure."""
        return int(getattr(self, self.__struct_fields__[0]))

    def add(self, more: Self) -> None:
        """Add these counts."""
        for name in self.__struct_fields__:
            own, further = getattr(self, name), getattr(more, name)
            largest = name in self.LARGEST
            setattr(self, name, _joined(own, further, self.EXAMPLES, largest))

    @classmethod
    def total(cls, results: Mapping[Any, Self]) -> Self:
        """The sum over all conditions."""
        whole = cls()
        for tally in results.values():
            whole.add(tally)
        return whole


class Part(NamedTuple):
    """A condition that is only a name."""

    name: str


class Measured(Tally):
    """A single measurement, as JSON."""

    done: int = 0
    figures: Any = None

    def add(self, more: Self) -> None:
        """Add the number of runs; the new figures replace the old."""
        self.done += more.done
        self.figures = more.figures


def _joined(own: Any, more: Any, examples: int, largest: bool) -> Any:
    if isinstance(own, dict):
        both = own.keys() & more.keys()
        joined = {key: _joined(own[key], more[key], examples, largest) for key in both}
        return {**own, **more, **joined}
    if isinstance(own, list):
        texts = any(isinstance(each, str) for each in (*own, *more))
        if texts or not own or not more:
            return [*own, *more][:examples] if texts else [*own, *more]
        return [_joined(a, b, examples, largest) for a, b in zip(own, more, strict=True)]
    return max(own, more) if largest else own + more


C = TypeVar("C", bound=Condition)
T = TypeVar("T", bound=Tally)
Stated = dict[str, tuple[str, str]]  # a figure's name -> (what it is, value with unit)


def _none(_: object) -> Any:
    return {}


def _nothing(_condition: object, _tally: object) -> Any:
    return ""


@dataclass(frozen=True)
class Experiment(Generic[C, T]):
    """`name`: of the experiment and of its page in docs/measured. `unit`: what is counted, in the
    plural. `plan`: number of units for each condition, in running order. `trial`: runs the batch of
    that number and counts `in_batch` units. `said`: terminal text for a condition. `faults`:
    failures, each with the trial that reproduces it. `missed`: limits that the combined results
    break. `body`: the page below its title. `pictures`: SVG by name. `stated`: figures that other
    pages state. `also`: writes everything else that belongs to the page."""

    name: str
    unit: str
    tally: type[T]
    in_batch: int
    plan: Callable[[], dict[C, int]]
    trial: Callable[[C, int], T]
    title: str
    body: Callable[[Mapping[C, T]], str]
    said: Callable[[C, T], str] = _nothing
    faults: Callable[[C, T], Sequence[str]] = _nothing
    missed: Callable[[Mapping[C, T]], Sequence[str]] = _none
    pictures: Callable[[Mapping[C, T]], dict[str, str]] = _none
    stated: Callable[[Mapping[C, T]], Stated] = _none
    also: Callable[[Mapping[C, T]], None] = _none


AnyExperiment = Experiment[Any, Any]
