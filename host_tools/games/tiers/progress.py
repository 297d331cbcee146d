"""Shows progress of a computation on one line, and a result line per tier."""

import math
import time
from contextlib import closing

from host_tools.games.tiers.solve import Step, TierSolver
from host_tools.jobs.progress import BAR, keep, progress_bar

_LINE = f"{{desc}} {BAR} {{rate_fmt}}{{postfix}}"


def solve_and_show(solver: TierSolver, title: str) -> None:
    """Compute the missing tiers of a solution; progress goes to standard error, results to standard
    output. Raises StoreError and SolveError."""
    begun = time.monotonic()
    with closing(_Progress(solver, title)) as shown:
        troubles = solver.run(shown.report)
    for trouble in troubles:
        print(f"{title}: {trouble}; made again")
    size = sum(solver.path(tier).stat().st_size for tier in solver.order)
    seconds = time.monotonic() - begun
    print(
        f"{title}: solved and saved in {solver.where}"
        f" ({size / 1e6:.0f} MB; this run {seconds:.0f} s)"
    )


class _Progress:
    """What is being done. A tier is a number of tiles."""

    def __init__(self, solver: TierSolver, title: str) -> None:
        self._solver = solver
        self._title = title
        self._clock = _Clock(solver)
        self._bar = progress_bar(1, _LINE, stays=False, unit=" positions", unit_scale=True)
        self.close = self._bar.close
        self._tier = (-1, "")

    def report(self, step: Step) -> None:
        """Update the progress of the work."""
        slots = self._solver.slots(step.tier)
        if self._tier != (step.tier, step.act):
            self._tier = (step.tier, step.act)
            tier = f"{self._title}: {step.tier:2} tiles {step.act:8}"
            self._bar.set_description_str(tier, refresh=False)
            self._bar.reset(slots)
        if step.file_bytes:
            size = f"{step.file_bytes / 1e6:.1f} MB"
            line = f"{self._title}: {step.tier:2} tiles: {slots:11,} positions, {size}"
            keep(line + (" (was there)" if step.act == "checking" else ""))
            return
        left = self._clock.left_s(step)
        rest = "" if math.isnan(left) else f"{left:.0f} s left"
        self._bar.set_postfix_str(rest, refresh=False)
        self._bar.n = slots * step.done
        self._bar.update(0)


class _Clock:
    """Time left, from the work done so far in this run."""

    def __init__(self, solver: TierSolver) -> None:
        self._start = time.monotonic()
        self._work = {tier: solver.work(tier) for tier in solver.order}
        self._after = {}  # work on the tiers that come after one
        to_go = sum(self._work.values())
        for tier in solver.order:
            to_go -= self._work[tier]
            self._after[tier] = to_go
        self._total = sum(self._work.values())
        self._skipped = 0.0

    def left_s(self, step: Step) -> float:
        """Seconds to go, by the speed of this run."""
        part = step.done if step.act == "solving" else 1.0
        to_go = self._after[step.tier] + self._work[step.tier] * (1 - part)
        if step.act == "checking":
            self._skipped = self._total - to_go
        done = self._total - to_go - self._skipped
        elapsed = time.monotonic() - self._start
        return elapsed * to_go / done if done > 0 else float("nan")
