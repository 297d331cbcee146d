"""What is counted of cuts, added up."""

from msgspec import Struct, field

from host_tools.lab.reliability.power.kept import OUTCOMES, WRONG

EXAMPLES = 20
BETWEEN = "between writes"
PARTS = 10  # of the time that a write to the flash takes


class Counts(Struct, forbid_unknown_fields=True):
    """`seen`: cuts by what was saved, in which phase, and what came of it, separated by bars.
    `by_share`: of cuts within a write to the flash, by the part of it that was done and by what
    came of it. `every`: cuts that there are in the script, where each is tried once, and `single`:
    how many of these have been tried. `booted`: cuts after which the chip itself has been started.
    `examples`: the first that were wrong."""

    cuts: int = 0
    every: int = 0
    single: int = 0
    twice: int = 0
    booted: int = 0
    in_write: int = 0
    seen: dict[str, int] = {}
    by_share: dict[str, list[int]] = field(default_factory=dict)
    examples: list[str] = []

    @property
    def units(self) -> int:
        return self.cuts

    def count(self, blob: str, phase: str, outcome: str, share: float | None = None) -> None:
        """One more cut."""
        self.cuts += 1
        key = "|".join((blob, phase, outcome))
        self.seen[key] = self.seen.get(key, 0) + 1
        if share is not None:
            self.in_write += 1
            parts = self.by_share.setdefault(outcome, [0] * PARTS)
            parts[min(int(share * PARTS), PARTS - 1)] += 1

    def add(self, more: "Counts") -> None:
        """Count these too."""
        for name in ("cuts", "single", "twice", "booted", "in_write"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        self.every = max(self.every, more.every)
        for key, count in more.seen.items():
            self.seen[key] = self.seen.get(key, 0) + count
        for outcome, parts in more.by_share.items():
            own = self.by_share.setdefault(outcome, [0] * PARTS)
            own[:] = [a + b for a, b in zip(own, parts, strict=True)]
        self.examples = [*self.examples, *more.examples][:EXAMPLES]

    def outcomes(self, blob: str | None = None, phase: str | None = None) -> dict[str, int]:
        """How often each outcome came, of cuts at this blob and phase or of all."""
        found = dict.fromkeys(OUTCOMES, 0)
        for key, count in self.seen.items():
            was, when, outcome = key.split("|")
            if blob in (None, was) and phase in (None, when):
                found[outcome] += count
        return found

    @property
    def wrong(self) -> int:
        """Cuts after which the board does not start, or has lost something."""
        outcomes = self.outcomes()
        return sum(outcomes[name] for name in WRONG)
