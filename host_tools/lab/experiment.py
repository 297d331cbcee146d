"""What an experiment declares. `run` does the rest: plan, resume, workers, status, page, picture.

A trial is known by its condition and its number, which together seed all that is random in it: it
comes out the same whenever and in whatever order it is run.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct


class Condition(Protocol):
    """What trials have in common: small, hashable, and fit to be sent to another process."""

    @property
    def name(self) -> str:
        """What its results are kept under: a file's name."""


class Tally(Struct, forbid_unknown_fields=True):
    """What was counted in one batch, or in many: plain figures, each with a default. Lists of text
    are examples, of which the first are kept. `LARGEST`: fields of which the largest counts."""

    EXAMPLES: ClassVar[int] = 50
    LARGEST: ClassVar[tuple[str, ...]] = ()

    @property
    def units(self) -> int:
        """How many of what the experiment counts: its first figure."""
        return int(getattr(self, self.__struct_fields__[0]))

    def add(self, more: Self) -> None:
        """Count these too."""
        for name in self.__struct_fields__:
            own, further = getattr(self, name), getattr(more, name)
            largest = name in self.LARGEST
            setattr(self, name, _joined(own, further, self.EXAMPLES, largest))

    @classmethod
    def total(cls, results: Mapping[Any, Self]) -> Self:
        """All conditions together."""
        whole = cls()
        for tally in results.values():
            whole.add(tally)
        return whole


class Part(NamedTuple):
    """A condition that is only a name."""

    name: str


class Measured(Tally):
    """What was measured once, as JSON."""

    done: int = 0
    figures: Any = None

    def add(self, more: Self) -> None:
        """Take these."""
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
Stated = dict[str, tuple[str, str]]  # a figure's name to what it is, and its value with the unit


def _none(_: object) -> Any:
    return {}


def _nothing(_condition: object, _tally: object) -> Any:
    return ""


@dataclass(frozen=True)
class Experiment(Generic[C, T]):
    """`name`: of the experiment, and of its page in docs/measured. `unit`: what is counted, in the
    plural. `plan`: how many of them under each condition, in the order of the run. `trial`: runs
    the batch of that number and counts `in_batch` of them. `said`: what the terminal says of a
    condition. `faults`: what may not happen and did, so that it can be repeated. `missed`: limits
    that all results together do not keep. `body`: the page below its title. `pictures`: SVG by
    name. `stated`: figures that other pages state. `also`: writes what else belongs to the page."""

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
