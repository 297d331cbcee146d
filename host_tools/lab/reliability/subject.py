"""What a subject of the long runs is: what is tried, how often, and what may not happen."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar


class Condition(Protocol):
    """Under which condition a batch is tried; small, hashable, and fit to be sent to a process."""

    @property
    def name(self) -> str:
        """What its results are kept under: a file's name."""


class Tally(Protocol):
    """What was counted in one batch or in many: a msgspec Struct of plain figures."""

    @property
    def units(self) -> int:
        """How many boards, games or whatever the subject counts are in it."""

    def add(self, more: Self) -> None:
        """Count these too."""


C = TypeVar("C", bound=Condition)
T = TypeVar("T", bound=Tally)


Stated = dict[str, tuple[str, str]]  # a figure's name to what it is, and its value with the unit


def nothing_stated(_: object) -> Stated:
    """For a subject of which other pages state no figure."""
    return {}


class Subject(NamedTuple, Generic[C, T]):
    """Batches are numbered through, and the number of a batch says all that is random in it: so it
    comes out the same whenever and in whatever order it is run."""

    name: str
    unit: str  # what is counted, in the plural: "boards"
    tally: type[T]
    in_batch: int
    plan: Callable[[], dict[C, int]]  # how many under each condition, in the order of the run
    try_batch: Callable[[C, int], T]
    said: Callable[[C, T], str]  # what the terminal says of a condition, behind the count
    faults: Callable[
        [C, T], list[str]
    ]  # what may not happen and did, each so that it can be redone
    write: Callable[[Mapping[C, T], str], None]  # the page, and the command that made it
    stated: Callable[[Mapping[C, T]], Stated] = nothing_stated  # figures that other pages state


AnySubject = Subject[Any, Any]
