"""What bench-chip measures of flip tiles: decisions on the chip, and from these all others."""

import functools
from collections.abc import Callable
from functools import partial
from typing import Any

from host_tools.jobs.budgets import Budget
from host_tools.lab.bench.games import Kept
from host_tools.lab.flip.bench import estimate, page, ram, thinking
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip


class OnChip:
    def jobs(self) -> dict[str, Callable[[], Any]]:
        """Every part by name, those that need no other."""
        found: dict[str, Callable[[], Any]] = {"ram": ram.taken}
        for rules in Flip.rule_sets:
            found[f"search {rules}"] = partial(thinking.learn, rules)
        for level, name in enumerate(LEVELS):
            for rules in Flip.rule_sets:
                found[f"{name} {rules}"] = partial(thinking.whole, rules, level)
        return found

    def estimate(self, results: dict[str, Any], kept: Kept) -> dict[str, Any]:
        """The results, with what is worked out about thinking, and the worst decisions that were
        counted also timed on the chip, most of them with the flash's waits, too."""
        learnt = {rules: results[f"search {rules}"] for rules in Flip.rule_sets}
        pairs = [(rules, level) for level in range(len(LEVELS)) for rules in Flip.rule_sets]
        wholes = [(rules, level, results[f"{LEVELS[level]} {rules}"]) for rules, level in pairs]
        model = functools.cache(partial(estimate.Model, learnt))

        def learn_beside() -> Any:
            return [estimate.beside(model(), last_level, wholes) for last_level in (False, True)]

        below, last = (estimate.Beside(*one) for one in kept("beside", learn_beside))

        def counted(rules: str, level: int) -> Any:
            return estimate.count(
                model(), rules, level, last if level == thinking.PERFECT else below
            )

        levels = [
            kept(f"counted {LEVELS[level]} {rules}", partial(counted, rules, level))
            for rules in Flip.rule_sets
            for level in range(len(LEVELS))
        ]
        waited: list[estimate.Run] = []
        for row in levels:
            rules, level = row["rules"], row["level"]
            decide = partial(thinking.decide, rules, level, estimate.to_time(row))
            wholes.append((rules, level, kept(f"worst {LEVELS[level]} {rules}", decide)))
            some = estimate.to_time_with_waits(row)
            decide = partial(thinking.decide, rules, level, some, waits=True)
            waited.append((rules, level, kept(f"waits {LEVELS[level]} {rules}", decide)))
        summary = kept(
            "thinking",
            lambda: estimate.summary(model(), learnt, wholes, (below, last), levels),
        )
        waits = estimate.with_waits(wholes, waited)._asdict()
        return {**results, "thinking": summary, "waits": waits}

    def budgets(self, figures: dict[str, Any]) -> list[Budget]:
        return page.budgets(figures)

    def tables(self, figures: dict[str, Any]) -> str:
        return page.tables(figures)

    def notes(self, figures: dict[str, Any]) -> str:
        return page.notes(figures)

    def stated(self, figures: dict[str, Any]) -> dict[str, tuple[str, str]]:
        return page.stated(figures)
