"""Plays random positions as the board does, and asks the solution whether each move is right.

The player is the firmware's own at its best level, with the kernels compiled: the same functions
that the chip runs as viper. Where a table decides, host_tools.games.flip.tables.verify has
proved all there is; this
is for the searched part, and for what holds the two together. Positions are drawn by
seed in small lots. What has been played is kept in the user's cache under the sums of the
player's sources, of table and of solution, so that a run goes on where the last one ended.
"""

import hashlib
import json
import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import lodeboard.games
import lodeboard.games.flip
from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.flip.solver.index import CELLS
from host_tools.games.flip.solver.solution import Solution, before
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.flip.tables.build import table_path
from host_tools.games.flip.tables.verify import Reader
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.interrupt import between_steps
from host_tools.jobs.report import write_whole
from lodeboard.games.book_file import BookError
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.book import MOST_TILES
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

if TYPE_CHECKING:
    from lodeboard.ports.port import Table

PERFECT = LEVELS.index("perfect")
SEARCHED = range(MOST_TILES + 1, CELLS)  # numbers of tiles where search alone decides
POSITIONS = 200_000  # of these, for a rule set
LOT = 250  # positions played and noted together: a second or two at most
FEWER = 10  # with few tiles, so many times fewer
HALVES = 4  # one of so many positions is between flip and placement

_SLICE = 1 << 20
_NO_MATTER = ("coach.py", "painter.py", "sentences.py")  # sources that change no move


@dataclass
class Tally:
    """What came of positions that were decided the same way; turns in won positions."""

    positions: int = 0
    halves: int = 0  # of these, between flip and placement
    won: int = 0
    tied: int = 0
    lost: int = 0
    misses: int = 0
    quickest: int = 0  # wins played as quick as can be
    excess: int = 0  # turns that the others take longer, all together
    longest: int = 0  # the most that one does

    def add(self, other: "Tally") -> None:
        """Take in another tally of the same kind."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            longest = each.name == "longest"
            setattr(self, each.name, max(mine, theirs) if longest else mine + theirs)


class Lot(NamedTuple):
    """Positions drawn by one seed."""

    rules: str
    tiles: int
    number: int

    @property
    def name(self) -> str:
        return f"{self.tiles} {self.number}"


Found = dict[str, Any]  # tallies by where moves came from, as dictionaries, and "wrong"
Part = tuple[int, str]  # tiles, where moves came from
Parts = dict[Part, Tally]


def lots(rules: str, positions: int) -> list[Lot]:
    """All there is to play for a rule set: `positions` or a few more with many tiles, spread
    evenly; and fewer of the others."""
    each = -(-positions // len(SEARCHED))
    found = []
    for tiles in reversed(range(CELLS)):
        wanted = each if tiles in SEARCHED else each // FEWER
        found += [Lot(rules, tiles, number) for number in range(-(-wanted // LOT))]
    return found


def draw(source: random.Random, game: Flip, tiles: int, halves: bool = True) -> None:
    """Set a random undecided arrangement, reachable or not; halves: sometimes with the flip
    made."""
    while True:
        board = ["-"] * CELLS
        for at, cell in enumerate(source.sample(range(CELLS), tiles)):
            board[cell] = source.choice("UD" if 2 * at < tiles else "ud")
        game.load(f"{1 + tiles % 2}_{''.join(board)}")
        if game.verdict() == UNDECIDED:
            break
    if not halves:
        return
    steps = bytearray(game.max_steps)
    step = source.choice(steps[: game.steps(steps)])
    if step >= 2 * CELLS and source.randrange(HALVES) == 0:
        game.push(step)


def opener(folder: Path, rules: str) -> "Callable[[str], Table | None]":
    """What opens the table of a rule set in a folder, as a store does."""

    def open_table(_: str) -> "Table | None":
        file: Table = table_path(rules, folder).open("rb")
        return file

    return open_table


def perfect_player(open_table: "Callable[[str], Table | None]") -> Callable[[Flip], FlipPlayer]:
    """What lets the firmware's player decide a position at its best level, kernels compiled."""
    compiled.install()
    player = FlipPlayer(open_table, Memory())

    def decide(game: Flip) -> FlipPlayer:
        player.start(game, PERFECT)
        while not player.run(_SLICE):
            pass
        if player.judge.book is None:
            raise BookError(player.judge.trouble)
        return player

    return decide


Masks = tuple[int, int, int]


def masks(game: Flip) -> Masks:
    """Occupied, of the player to act, down sides."""
    return game.occupied, game.tiles(game.turn), game.side


class Grader:
    """Scores (see solver.kernel) of many positions, also between flip and placement."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._pool = ThreadPoolExecutor(1)

    def scores(self, wanted: Sequence[Masks]) -> list[int]:
        """Of positions between turns, for the player to act."""
        if not wanted:
            return []
        occupied, own, side = np.array(wanted, np.int64).T
        found: list[int] = self._solution.scores(occupied, own, side, self._pool).tolist()
        return found

    def halves(self, wanted: Sequence[Masks]) -> list[int]:
        """Of positions between flip and placement, for the player to place."""
        after: list[Masks] = []
        ends = []
        for occupied, own, side in wanted:
            for cell in range(CELLS):
                bit = 1 << cell
                if not occupied & bit:
                    theirs = occupied & ~own
                    after.append((occupied | bit, theirs, side))
                    after.append((occupied | bit, theirs, side | bit))
            ends.append(len(after))
        scores = self.scores(after)
        begins = [0, *ends]
        return [before(min(scores[begins[at] : end])) for at, end in enumerate(ends)]

    def close(self) -> None:
        self._pool.shutdown()


def play(lot: Lot, decide: Callable[[Flip], Any], grader: Grader) -> Found:
    """Play a lot's positions; `decide` answers with something that has `steps` and `source`."""
    source = random.Random(f"{lot.rules} {lot.name}")
    game = Flip(lot.rules)
    roots: dict[bool, list[Masks]] = {False: [], True: []}
    after, texts, ways, half = [], [], [], []
    for _ in range(LOT):
        draw(source, game, lot.tiles)
        said = decide(game)
        texts.append(game.text())
        half.append(not game.between_moves())
        roots[half[-1]].append(masks(game))
        ways.append(said.source)
        for step in said.steps:
            game.push(step)
        after.append(masks(game))
    whole, halves = iter(grader.scores(roots[False])), iter(grader.halves(roots[True]))
    tallies: dict[str, Tally] = {}
    wrong = []
    for text, way, is_half, reached in zip(texts, ways, half, grader.scores(after), strict=True):
        score = next(halves if is_half else whole)
        tally = tallies.setdefault(way, Tally())
        if not count(tally, is_half, score, before(reached)):
            wrong.append(text)
    return {"tallies": {way: asdict(tally) for way, tally in tallies.items()}, "wrong": wrong}


def count(tally: Tally, half: bool, score: int, made: int) -> bool:
    """Count a move that made `made` of a position worth `score`; whether it keeps the value."""
    tally.positions += 1
    tally.halves += half
    tally.won += score > 0
    tally.tied += score == 0
    tally.lost += score < 0
    if (made > 0) - (made < 0) < (score > 0) - (score < 0):
        tally.misses += 1
        return False
    if score > 0:
        longer = score - made  # a score is SURE less the turns that are left
        tally.quickest += longer == 0
        tally.excess += longer
        tally.longest = max(tally.longest, longer)
    return True


_worker: list[tuple[Callable[[Flip], Any], Grader]] = []


def _begin(rules: str, solution: Path, tables: Path) -> None:
    # Ctrl-C is for the one who notes what has been done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker.append((perfect_player(opener(tables, rules)), Grader(Solution(rules, solution))))


def _play(lot: Lot) -> Found:
    return play(lot, *_worker[0])


class Sample:
    """Random positions of one rule set, played in as many processes as there are cores."""

    def __init__(
        self, rules: str, solution: Path, tables: Path, wanted: Sequence[Lot],
        notes: Path | None = None,
    ) -> None:  # fmt: skip
        self._lots = list(wanted)
        self._where = (rules, solution, tables)
        # What is searched hangs on the table's weights for the search alone.
        reader = Reader(rules, table_path(rules, tables))
        weights = {True: reader.section("search"), False: table_path(rules, tables).read_bytes()}
        reader.close()
        folder = notes or cache_folder() / "proofs"
        self._notes: dict[bool, Path] = {}
        self._done: dict[str, Found] = {}
        for many in {lot.tiles in SEARCHED for lot in wanted}:
            lots = [lot for lot in wanted if (lot.tiles in SEARCHED) == many]
            tiers = {k for lot in lots for k in (lot.tiles, lot.tiles + 1)}
            key = _key(weights[many], [tier_path(solution, rules, k) for k in tiers])
            path = folder / f"played-{rules}-{key}.json"
            self._notes[many] = path
            if path.exists():
                self._done |= json.loads(path.read_text(encoding="utf-8"))

    @property
    def total(self) -> int:
        """Positions there are."""
        return LOT * len(self._lots)

    @property
    def known(self) -> int:
        """Positions played by earlier runs, or by this one."""
        return LOT * sum(lot.name in self._done for lot in self._lots)

    def run(self, each: Callable[[int, int], None]) -> tuple[Parts, list[str]]:
        """Play all that are not known; `each(tiles, n)` hears of every n positions. What was
        covered, by tiles and by where moves came from, and positions where the move was wrong."""
        waiting = [lot for lot in self._lots if lot.name not in self._done]
        if waiting:
            with between_steps(each) as told:
                self._play(iter(waiting), told)
        parts: Parts = {}
        wrong: list[str] = []
        for lot in self._lots:
            found = self._done[lot.name]
            wrong += found["wrong"]
            for way, tally in found["tallies"].items():
                parts.setdefault((lot.tiles, way), Tally()).add(Tally(**tally))
        return dict(sorted(parts.items())), wrong

    def _play(self, waiting: Iterator[Lot], each: Callable[[int, int], None]) -> None:
        workers = os.cpu_count() or 1
        jobs: dict[Future[Found], Lot] = {}
        with ProcessPoolExecutor(
            workers, multiprocessing.get_context("spawn"), _begin, self._where
        ) as pool:
            try:
                while True:
                    # No more than is at hand, so that Ctrl-C need not wait for long.
                    while len(jobs) <= workers and (lot := next(waiting, None)):
                        jobs[pool.submit(_play, lot)] = lot
                    if not jobs:
                        return
                    for job in wait_for(jobs, return_when=FIRST_COMPLETED).done:
                        lot = jobs.pop(job)
                        self._done[lot.name] = job.result()
                        self._note(lot.tiles in SEARCHED)
                        each(lot.tiles, LOT)
            finally:
                for job in jobs:
                    job.cancel()

    def _note(self, many: bool) -> None:
        path = self._notes[many]
        path.parent.mkdir(parents=True, exist_ok=True)
        done = self._done.items()
        noted = {name: found for name, found in done if (int(name.split()[0]) in SEARCHED) == many}
        write_whole(path, json.dumps(noted))


def _key(weights: bytes, tiers: Sequence[Path]) -> str:
    """Stands for all that a move and its judgement depend on."""
    sources = [Path(__file__)]
    for package in (lodeboard.games, lodeboard.games.flip):
        found = sorted(Path(package.__path__[0]).glob("*.py"))
        sources += [path for path in found if not path.name.endswith(_NO_MATTER)]
    total = hashlib.sha256(weights)
    for path in [*sources, *sorted(tiers)]:
        total.update(path.read_bytes())
    return total.hexdigest()[:24]
