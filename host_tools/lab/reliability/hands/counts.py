"""What is counted of bursts, added up."""

from collections.abc import Mapping

from msgspec import Struct, field

EXAMPLES = 50


class Counts(Struct, forbid_unknown_fields=True):
    """`acts`: of the careless hand, by kind. `begun`: bursts by the scene they began in. `during`:
    careless acts by what the firmware was doing. `needed`: bursts by the number of things that the
    hand did on its way back; `longest`: the most of them by scene. `ways`: what these were.
    `seconds`: of board time, on the way back. `refused`: sensors so far off that the board did not
    accept its zeros, named their cells, and was given others. `stuck`, `lost`, `faults`: what may
    not happen, each with the burst. `phantoms`: steps that were taken although the tiles lay
    otherwise."""

    bursts: int = 0
    steps: int = 0
    cuts: int = 0
    acts: dict[str, int] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    during: dict[str, int] = field(default_factory=dict)
    needed: dict[int, int] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    ways: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    processor_seconds: float = 0.0
    phantoms: int = 0
    refused: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    @property
    def units(self) -> int:
        return self.bursts

    @property
    def all_acts(self) -> int:
        return sum(self.acts.values())

    def add(self, more: "Counts") -> None:
        """Count these too."""
        for name in ("bursts", "steps", "cuts", "seconds", "processor_seconds", "phantoms"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        for name in ("acts", "begun", "during", "needed", "ways"):
            _add(getattr(self, name), getattr(more, name))
        for scene, most in more.longest.items():
            self.longest[scene] = max(most, self.longest.get(scene, 0))
        for name in ("refused", "stuck", "lost", "faults", "examples"):
            setattr(self, name, [*getattr(self, name), *getattr(more, name)][:EXAMPLES])


def _add(own: dict[str, int], more: Mapping[str, int]) -> None:
    for name, count in more.items():
        own[name] = own.get(name, 0) + count
