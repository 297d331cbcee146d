"""The firmware on the emulated chip, measured in cycles and compared with its budgets.

    lodeboard lab chip                 measure what is not yet measured, print
    lodeboard lab chip --write         and keep docs/measured/bench-chip*.md, and
                                                        what a first Pico is compared with
    lodeboard lab chip --fresh         measure everything again
    lodeboard lab chip --game xtic     only the figures and budgets of that game
    lodeboard lab chip --only boot idle    only these parts of the board, as JSON

The clock is the firmware's own, 200 MHz. With CHIP_MHZ=125 in the environment it is that of a board
without fast thinking; the pages say which one it was.

What is done is kept in .cache until firmware or measurement change: a stopped run goes on
where it was. The same firmware gives the same figures on every machine. The exit status is 1
when a budget is missed.
"""

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from host_tools import ROOT
from host_tools.board.emulator.flashwaits import LONGEST
from host_tools.build import figures as stated
from host_tools.build import firmware
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs import report
from host_tools.jobs.budgets import Budget
from host_tools.jobs.command import BAD_ARGUMENT, OK
from host_tools.lab.bench.chip import page, parts, silicon
from host_tools.lab.bench.chip.store import CACHE, Store, key
from host_tools.lab.bench.games import ChipBench, chip_bench
from host_tools.lab.bench.pico.emulated import emulated
from host_tools.lab.experiments import measuring_parser
from host_tools.workshop.checkup.chip.measure import keep_expected
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

PAGES = ROOT / "docs" / "measured"
PAGE = PAGES / "bench-chip.md"
COMMAND = "make bench-chip ARGS=--write"
MISSED = 1

Jobs = Mapping[str, Callable[[], Any]]


def jobs() -> Jobs:
    """Every part of the board by name."""
    return {
        "flash": parts.flash,
        "boot": parts.boot,
        "pieces": parts.pieces,
        "idle": parts.idle,
        "light": parts.light,
        "memory": parts.memory,
        "slow-boot": silicon.boot,
        "slow-pieces": silicon.pieces,
        "slow-idle": silicon.idle,
        "slow-light": silicon.light,
        "keeping": silicon.keeping,
        "first-board": emulated,
        "slow-first-board": partial(emulated, LONGEST),
    }


def games() -> dict[str, ChipBench]:
    """The games of which anything is measured, by name."""
    found = {name: chip_bench(name) for name in GAMES}
    return {name: bench for name, bench in found.items() if bench is not None}


def page_of(name: str) -> Path:
    """Where the figures of a game are kept."""
    return PAGES / f"bench-chip-{name}.md"


def measure(store: Store, work: Jobs) -> dict[str, Any]:
    """The results of these parts, measured where they are not in the store."""
    return {
        name: kept(store, name, one, before=f"[{at}/{len(work)}] ")
        for at, (name, one) in enumerate(work.items(), 1)
    }


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


def bench_board(fresh: bool, write: bool) -> list[Budget]:
    """Measure and print what belongs to no game; the budgets."""
    figures = measure(_store(fresh), jobs())
    tables = page.tables(figures)
    print(tables)
    if write:
        limits = Profile(DATA).sensing
        debounce = (limits["debounce_ms"], limits["far_debounce_ms"])
        manifest = firmware.build().manifest
        pages = {host_game(name).title: page_of(name).name for name in games()}
        notes = page.notes(debounce, f"{manifest.version} {manifest.id}", pages)
        report.write_page(PAGE, "How fast it is on the chip", COMMAND, f"{notes}\n\n{tables}")
        stated.keep(page.stated(figures), COMMAND)
        keep_expected(figures["first-board"], figures["slow-first-board"])
    return page.budgets(figures)


def bench_game(name: str, fresh: bool, write: bool) -> list[Budget]:
    """Measure and print how a game's player thinks; the budgets."""
    bench = games()[name]
    results = measure(_store(fresh, name), bench.jobs())
    figures = bench.estimate(results, partial(kept, _store(fresh, name, estimated=True)))
    tables = bench.tables(figures)
    print(tables)
    if write:
        title = f"How fast it is on the chip: {host_game(name).title}"
        text = f"{bench.notes(figures)}\n\n{tables}"
        report.write_page(page_of(name), title, COMMAND, text)
        stated.keep(bench.stated(figures), COMMAND)
    return bench.budgets(figures)


def _store(fresh: bool, game: str = "", estimated: bool = False) -> Store:
    store = Store(CACHE / key(game, estimated))
    if fresh:
        store.clear()
    return store


def main(arguments: list[str] | None = None) -> int:
    parser = measuring_parser("chip", __doc__, "bench-chip*.md")
    parser.add_argument("--fresh", action="store_true", help="measure everything again")
    parser.add_argument(
        "--only", nargs="+", metavar="PART", help=f"only these of: {', '.join(jobs())}"
    )
    parser.add_argument(
        "--game", choices=tuple(games()), help="only the figures and budgets of that game"
    )
    chosen = parser.parse_args(arguments)
    unknown = sorted(set(chosen.only or []) - set(jobs()))
    if unknown:
        print(f"bench-chip: no part is called {', '.join(unknown)}", file=sys.stderr)
        return BAD_ARGUMENT
    if chosen.only:
        wanted = {name: jobs()[name] for name in chosen.only}
        print(json.dumps(measure(_store(chosen.fresh), wanted), indent=1))
        return OK
    held = [] if chosen.game else bench_board(chosen.fresh, chosen.write)
    for name in [chosen.game] if chosen.game else games():
        held += bench_game(name, chosen.fresh, chosen.write)
    if chosen.write:
        stated.main([])
    return OK if all(budget.met for budget in held) else MISSED
