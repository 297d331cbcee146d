"""Plays random positions as the board does, and checks each move against the solution.

The player is the firmware's own at its best level, with the kernels compiled: the functions that
run on the chip as viper. host_tools.games.flip.tables.verify already proves all moves from a table;
this tests the moves found by search, and the connection of the two.

Results are cached for the user under checksums of the player's sources, the table and the solution,
so that a run continues where the last one ended.
"""

import hashlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lodeboard.games
import lodeboard.games.flip
from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.flip.tables import grading, portions
from host_tools.games.flip.tables.build import table_path
from host_tools.games.flip.tables.grading import Found, Grader, Tally, play
from host_tools.games.flip.tables.portions import PORTION, SEARCHED, Portion
from host_tools.games.flip.tables.verify import Reader
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.interrupt import between_steps
from host_tools.jobs.notes import read_notes, write_notes
from lodeboard.games.book_file import BookError
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

if TYPE_CHECKING:
    from lodeboard.ports.port import Table

PERFECT = LEVELS.index("perfect")
Part = tuple[int, str]  # tiles, where moves came from
Parts = dict[Part, Tally]

_SLICE = 1 << 20
_NO_MATTER = ("_viper.py", "coach.py", "plugin.py")  # sources that change no move


def opener(folder: Path, rules: str) -> "Callable[[str], Table | None]":
    """Return a function that opens the table of a rule set in a folder, as a store does."""

    def open_table(_: str) -> "Table | None":
        file: Table = table_path(rules, folder).open("rb")
        return file

    return open_table


def perfect_player(open_table: "Callable[[str], Table | None]") -> Callable[[Flip], FlipPlayer]:
    """Return a function that decides a position with the firmware's player at its best level, with
    compiled kernels."""
    compiled.install()
    player = FlipPlayer(open_table, Memory())

    def decide(game: Flip) -> FlipPlayer:
        player.start(game, PERFECT)
        while not player.run(_SLICE):
            pass
        if player.evaluator.book is None:
            raise BookError(player.evaluator.trouble)
        return player

    return decide


_worker: list[tuple[Callable[[Flip], Any], Grader]] = []


def _begin(rules: str, solution: Path, tables: Path) -> None:
    # the main process handles Ctrl-C, as it records what is done
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker.append((perfect_player(opener(tables, rules)), Grader(Solution(rules, solution))))


def _play(portion: Portion) -> Found:
    return play(portion, *_worker[0])


class Sample:
    """Random positions of one rule set, played in one process per core."""

    def __init__(
        self, rules: str, solution: Path, tables: Path, wanted: Sequence[Portion],
        notes: Path | None = None,
    ) -> None:  # fmt: skip
        self._portions = list(wanted)
        self._where = (rules, solution, tables)
        # searched positions depend only on the table's search weights
        reader = Reader(rules, table_path(rules, tables))
        weights = {True: reader.section("search"), False: table_path(rules, tables).read_bytes()}
        reader.close()
        folder = notes or cache_folder() / "proofs"
        self._notes: dict[bool, Path] = {}
        self._done: dict[str, Found] = {}
        for many in {portion.tiles in SEARCHED for portion in wanted}:
            alike = [portion for portion in wanted if (portion.tiles in SEARCHED) == many]
            tiers = {k for portion in alike for k in (portion.tiles, portion.tiles + 1)}
            key = _key(weights[many], [tier_path(solution, rules, k) for k in tiers])
            path = folder / f"played-{rules}-{key}.json"
            self._notes[many] = path
            self._done |= read_notes(path, dict[str, Found]) or {}

    @property
    def total(self) -> int:
        """The number of positions."""
        return PORTION * len(self._portions)

    @property
    def known(self) -> int:
        """The number of positions played by earlier runs and this one."""
        return PORTION * sum(portion.name in self._done for portion in self._portions)

    def run(self, each: Callable[[int, int], None]) -> tuple[Parts, list[str]]:
        """Run all that are not known; `each(tiles, n)` is called after every n positions. Returns
        the counts by tiles and source of the move, and positions where the move was wrong."""
        waiting = [portion for portion in self._portions if portion.name not in self._done]
        if waiting:
            with between_steps(each) as reported:
                self._play(iter(waiting), reported)
        parts: Parts = {}
        wrong: list[str] = []
        for portion in self._portions:
            found = self._done[portion.name]
            wrong += found["wrong"]
            for way, tally in found["tallies"].items():
                parts.setdefault((portion.tiles, way), Tally()).add(Tally(**tally))
        return dict(sorted(parts.items())), wrong

    def _play(self, waiting: Iterator[Portion], each: Callable[[int, int], None]) -> None:
        workers = os.cpu_count() or 1
        jobs: dict[Future[Found], Portion] = {}
        with ProcessPoolExecutor(
            workers, multiprocessing.get_context("spawn"), _begin, self._where
        ) as pool:
            try:
                while True:
                    # few tasks at a time, so that Ctrl-C responds quickly
                    while len(jobs) <= workers and (portion := next(waiting, None)):
                        jobs[pool.submit(_play, portion)] = portion
                    if not jobs:
                        return
                    for job in wait_for(jobs, return_when=FIRST_COMPLETED).done:
                        portion = jobs.pop(job)
                        self._done[portion.name] = job.result()
                        self._note(portion.tiles in SEARCHED)
                        each(portion.tiles, PORTION)
            finally:
                for job in jobs:
                    job.cancel()

    def _note(self, many: bool) -> None:
        done = self._done.items()
        noted = {name: found for name, found in done if (int(name.split()[0]) in SEARCHED) == many}
        write_notes(self._notes[many], noted)


def _key(weights: bytes, tiers: Sequence[Path]) -> str:
    """A checksum of everything that a move and its grade depend on."""
    sources = [Path(str(module.__file__)) for module in (grading, portions)]
    sources.append(Path(__file__))
    for package in (lodeboard.games, lodeboard.games.flip):
        found = sorted(Path(package.__path__[0]).glob("*.py"))
        sources += [path for path in found if not path.name.endswith(_NO_MATTER)]
    total = hashlib.sha256(weights)
    for path in [*sources, *sorted(tiers)]:
        total.update(path.read_bytes())
    return total.hexdigest()[:24]
