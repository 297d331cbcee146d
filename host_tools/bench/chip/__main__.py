"""The firmware on the emulated chip, measured in cycles at 125 MHz and held to its budgets.

    python -m host_tools.bench.chip                 measure what is not yet measured, print
    python -m host_tools.bench.chip --write         and keep the page docs/measured/bench-chip.md
    python -m host_tools.bench.chip --fresh         measure everything again
    python -m host_tools.bench.chip --only boot idle    only these parts, as JSON

What is done is kept in .cache until firmware or measurement change: a stopped run goes on
where it was. The same firmware gives the same figures on every machine. The exit status is 1
when a budget is missed.
"""

import argparse
import functools
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from host_tools import ROOT
from host_tools.bench.chip import page, parts, ram, reckoning, thinking, xtic
from host_tools.bench.chip.store import CACHE, Store, key
from host_tools.build import firmware
from host_tools.jobs import report
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip

PAGE = ROOT / "docs" / "measured" / "bench-chip.md"
COMMAND = "make bench-chip ARGS=--write"
OK = 0
MISSED = 1
BAD_ARGUMENT = 2


def jobs() -> dict[str, Callable[[], Any]]:
    """Every part by name, those that need no other."""
    found: dict[str, Callable[[], Any]] = {
        "flash": parts.flash,
        "boot": parts.boot,
        "pieces": parts.pieces,
        "idle": parts.idle,
        "light": parts.light,
        "memory": parts.memory,
        "ram": ram.taken,
    }
    for rules in Flip.rule_sets:
        found[f"search {rules}"] = partial(thinking.learn, rules)
    for level, name in enumerate(LEVELS):
        for rules in Flip.rule_sets:
            found[f"{name} {rules}"] = partial(thinking.whole, rules, level)
    return found


def measure(store: Store, names: list[str]) -> dict[str, Any]:
    """The results of these parts, measured where they are not in the store."""
    results = {}
    work = jobs()
    for at, name in enumerate(names, 1):
        results[name] = kept(store, name, work[name], f"[{at}/{len(names)}] ")
    return results


def kept(store: Store, name: str, work: Callable[[], Any], before: str = "") -> Any:
    """The result in the store, or that of the work, which then is in the store."""
    result = store.get(name)
    note = "as measured before"
    if result is None:
        print(f"{before}{name} ...", file=sys.stderr, flush=True)
        result = store.keep(name, work())
        note = "done"
    print(f"{before}{name}: {note}", file=sys.stderr, flush=True)
    return result


def combine(store: Store, results: dict[str, Any]) -> dict[str, Any]:
    """All results, with what is worked out about thinking, and the slowest decisions that were
    counted also timed on the chip."""
    learnt = {rules: results[f"search {rules}"] for rules in Flip.rule_sets}
    pairs = [(rules, level) for level in range(len(LEVELS)) for rules in Flip.rule_sets]
    wholes = [(rules, level, results[f"{LEVELS[level]} {rules}"]) for rules, level in pairs]
    model = functools.cache(partial(reckoning.Model, learnt))

    def learn_beside() -> Any:
        return [reckoning.beside(model(), last_level, wholes) for last_level in (False, True)]

    below, last = (reckoning.Beside(*one) for one in kept(store, "beside", learn_beside))

    def counted(rules: str, level: int) -> Any:
        return reckoning.count(model(), rules, level, last if level == thinking.PERFECT else below)

    levels = [
        kept(store, f"counted {LEVELS[level]} {rules}", partial(counted, rules, level))
        for rules in Flip.rule_sets
        for level in range(len(LEVELS))
    ]
    for rules in Flip.rule_sets:
        slowest = reckoning.slowest(levels, rules)
        decide = partial(thinking.decide, rules, thinking.PERFECT, slowest)
        wholes.append((rules, thinking.PERFECT, kept(store, f"slowest {rules}", decide)))
    summary = kept(
        store,
        "thinking",
        lambda: reckoning.summary(model(), learnt, wholes, (below, last), levels),
    )
    return {**results, "thinking": summary}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.bench.chip",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--write", action="store_true", help=f"also write docs/measured/{PAGE.name}"
    )
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    parser.add_argument(
        "--only", nargs="+", metavar="PART", help=f"only these of: {', '.join(jobs())}"
    )
    chosen = parser.parse_args(arguments)
    unknown = sorted(set(chosen.only or []) - set(jobs()))
    if unknown:
        print(f"bench-chip: no part is called {', '.join(unknown)}", file=sys.stderr)
        return BAD_ARGUMENT
    store = Store(CACHE / key())
    reckoned = Store(CACHE / key(reckoned=True))
    if chosen.fresh:
        store.forget()
        reckoned.forget()
    if chosen.only:
        print(json.dumps(measure(store, chosen.only), indent=1))
        return OK
    figures = combine(reckoned, measure(store, list(jobs())))
    tables = page.tables(figures)
    print(tables)
    if chosen.write:
        limits = Profile(DATA).sensing
        debounce = (limits["debounce_ms"], limits["far_debounce_ms"])
        manifest = firmware.build().manifest
        notes = page.notes(figures, debounce, f"{manifest.version} {manifest.id}")
        title = "How fast it is on the chip"
        report.write_page(PAGE, title, COMMAND, f"{notes}\n\n{tables}")
    missed = xtic.main(["--write"] if chosen.write else [])
    return MISSED if missed or not all(b.met for b in page.budgets(figures)) else OK


if __name__ == "__main__":
    sys.exit(main())
