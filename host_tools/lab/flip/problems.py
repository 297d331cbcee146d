"""How hard the board's moves are to answer where it can do no better than tie or lose.

    lodeboard lab flip-problems            print the figures
    lodeboard lab flip-problems --write    and write their page

In random tied and lost positions that leave a choice, the share of the opponent's legal moves
that give value away after the board's move, compared with the mean over all moves that keep the
value and against the best of these; all of it by the exact solution. And how often the board
plays a position in more than one way when it meets it turned, mirrored, or with all tiles of a
player turned over. Everything is seeded: the same command, the same figures.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from host_tools import ROOT
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables.grading import masks
from host_tools.games.flip.tables.played import perfect_player
from host_tools.games.flip.tables.portions import draw
from host_tools.games.table_files import open_table
from host_tools.games.tiers.masks import CELLS, I64
from host_tools.jobs import report
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.progress import progress_bar
from host_tools.lab.experiments import measuring_parser
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip

POSITIONS = 100  # for each number of tiles, and of tied and of lost ones
FORMS = 20  # positions for each number of tiles that are played in all their forms
TILES = range(1, 15)  # with 15 the game is over after any move
GROUPS = ((1, 3), (4, 7), (8, 10), (11, 14))
PAGE = ROOT / "docs" / "measured" / "flip-problems.md"

NOTES = """\
Random arrangements between turns in which the player to act can do no better than tie or lose,
and has more than one move that keeps that and does not end the game. *Mistakes*: the share of
the opponent's legal moves that give value away, after the board's move, after a random one of
those that keep the value, and after the one of these that is hardest to answer; means over the
positions. Up to seven tiles the board's move comes from the table, unless the end is near."""
FORMS_NOTES = """\
*Ways*: the same position in 32 forms (the square's eight symmetries, and all tiles of a player
turned over or not), the board's moves taken back to the first form: how many different ones there
are. *More than one* is the share of the positions in which there are at least two. Each form gets
the same move every time."""

Decider = Callable[[Flip], FlipPlayer]


@dataclass
class Answers:
    """Sums over positions of one kind, of shares of the opponent's moves."""

    positions: int = 0
    played: float = 0.0
    usual: float = 0.0
    most: float = 0.0


Key = tuple[int, int]  # tiles, value: 0 tied, -1 lost


def find(
    rules: str, tiles: int, value: int, positions: int, decide: Decider, batch: Batch
) -> "list[tuple[tuple[int, int, int], tuple[int, int, int]]]":
    """Random positions of this value, and what the board makes of them."""
    source = random.Random(f"problems {rules} {tiles} {value}")
    game = Flip(rules)
    found: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for _ in range(100):
        drawn = set()
        for _ in range(5 * positions):
            draw(source, game, tiles, halves=False)
            drawn.add(masks(game))
        roots = sorted(drawn)
        scores = batch.scores(*_columns(roots))
        for root in [roots[at] for at in np.flatnonzero(np.sign(scores) == value).tolist()]:
            if root in found or len(found) == positions:
                continue
            set_position(game, root)
            for step in list(decide(game).steps):
                game.push(step)
            found[root] = masks(game)
        if len(found) == positions:
            break
    return list(found.items())


def answers(
    rules: str, tiles: int, value: int, positions: int, decide: Decider, batch: Batch
) -> Answers:
    """Play positions of one kind and look at all answers to all moves that keep the value."""
    reported = Answers()
    pairs = find(rules, tiles, value, positions, decide, batch)
    if not pairs:
        return reported
    roots = _columns([root for root, _ in pairs])
    first, _, *after = batch.moves(*roots)
    root_of = np.repeat(np.arange(len(pairs)), np.diff(first))
    scores = batch.scores(*after)
    kept = (np.sign(-scores) == value) & (batch.verdicts(*after) == UNDECIDED)
    # The same position may come about by several moves: it counts as one.
    rows = np.stack([root_of, *after])[:, kept]
    rows, index = np.unique(rows, axis=1, return_index=True)
    worth = np.sign(scores[kept][index])
    wrong = np.zeros(rows.shape[1])
    for at in range(0, rows.shape[1], 5000):
        part = slice(at, at + 5000)
        first, _, *replies = batch.moves(*rows[1:, part])
        made = -np.sign(batch.scores(*replies))
        lost = made < np.repeat(worth[part], np.diff(first))
        wrong[part] = np.add.reduceat(lost, first[:-1]) / np.diff(first)
    for at, (_, reached) in enumerate(pairs):
        these = rows[0] == at
        if these.sum() < 2:
            continue
        mine = these & (rows[1:] == np.array(reached)[:, None]).all(axis=0)
        reported.positions += 1
        # A move that ends the game leaves nothing to answer.
        reported.played += float(wrong[mine].sum())
        reported.usual += float(wrong[these].mean())
        reported.most += float(wrong[these].max())
    return reported


def ways(rules: str, tiles: int, positions: int, decide: Decider) -> list[int]:
    """Of random positions, how many different moves the board finds in all their forms."""
    source = random.Random(f"forms {rules} {tiles}")
    game = Flip(rules)
    found = []
    for _ in range(positions):
        draw(source, game, tiles, halves=False)
        found.append(len(forms(game, decide)))
    return found


def forms(game: Flip, decide: Decider) -> set[tuple[int, ...]]:
    """The moves (see `named`) that the board finds for the 32 forms of a position, taken back."""
    occupied, own, side = masks(game)
    other = Flip(game.rules)
    made = set()
    for t in range(8):
        image = [game.grid.image(mask, t) for mask in (occupied, own, side)]
        back = list(game.grid.symmetries[t])
        for turned in (0, image[1], image[0] & ~image[1], image[0]):
            set_position(other, (image[0], image[1], image[2] ^ turned))
            mine = turned & image[1] != 0
            made.add(named(decide(other).steps, game, back, mine))
    return made


def named(
    steps: Sequence[int], game: Flip, symmetry: Sequence[int], turned: bool
) -> tuple[int, ...]:
    """A move in the form that a symmetry of the square came from: where the flipped tile comes
    from and goes to, then cell and side of the own one, the other side if one's are turned."""
    cells = []
    for step in steps:
        if step >= 2 * CELLS:
            way = step - 2 * CELLS
            ends = (way >> 2, game.grid.neighbours[way])
            cells += [symmetry.index(cell) for cell in ends]
        else:
            cells += [symmetry.index(step >> 1), step & 1 ^ turned]
    return tuple(cells)


def _columns(positions: Any) -> I64:
    columns: I64 = np.array(positions, np.int64).reshape(-1, 3).T
    return columns


def set_position(game: Flip, root: tuple[int, int, int]) -> None:
    """Load a position between turns."""
    occupied, own, side = root
    board = ""
    mover = occupied.bit_count() & 1
    for cell in range(CELLS):
        bit = 1 << cell
        owner = mover if own & bit else 1 - mover
        board += ("Uu"[owner] if not side & bit else "Dd"[owner]) if occupied & bit else "-"
    game.load(f"{1 + mover}_{board}")


def tables(
    measured: "dict[str, tuple[dict[Key, Answers], dict[int, list[int]]]]",
) -> str:
    """Both tables, as Markdown."""
    rows, forms = [], []
    for rules, (found, made) in measured.items():
        for value, word in ((0, "tied"), (-1, "lost")):
            for low, high in GROUPS:
                total = Answers()
                for tiles in range(low, high + 1):
                    each = found.get((tiles, value), Answers())
                    total.positions += each.positions
                    total.played += each.played
                    total.usual += each.usual
                    total.most += each.most
                if total.positions:
                    shares = (total.played, total.usual, total.most)
                    rows.append(
                        [rules, f"{low}-{high}", word, f"{total.positions:,}"]
                        + [f"{share / total.positions:.1%}" for share in shares]
                    )
        for low, high in GROUPS:
            counts = [n for tiles in range(low, high + 1) for n in made.get(tiles, [])]
            if counts:
                several = sum(n > 1 for n in counts) / len(counts)
                mean = sum(counts) / len(counts)
                forms.append(
                    [rules, f"{low}-{high}", str(len(counts)), f"{several:.0%}", f"{mean:.1f}"]
                )
    first = report.table(
        ["rules", "tiles", "position", "positions", "mistakes", "random move", "hardest"], rows
    )
    second = report.table(["rules", "tiles", "positions", "more than one", "ways"], forms)
    return f"{NOTES}\n\n{first}\n\n## Variety\n\n{FORMS_NOTES}\n\n{second}"


def main(arguments: list[str] | None = None) -> int:
    parser = measuring_parser("flip-problems", __doc__, PAGE.name)
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N")
    parser.add_argument("--forms", type=int, default=FORMS, metavar="N")
    chosen = parser.parse_args(arguments)
    measured = {}
    with progress_bar(3 * len(Flip.rule_sets) * len(TILES)) as bar:
        for rules in Flip.rule_sets:
            solution = Solution(rules, solution_folder())
            batch = Batch(solution)
            decide = perfect_player(open_table)
            found: dict[Key, Answers] = {}
            made = {}
            for tiles in TILES:
                for value in (0, -1):
                    found[tiles, value] = answers(
                        rules, tiles, value, chosen.positions, decide, batch
                    )
                    bar.update()
                made[tiles] = ways(rules, tiles, chosen.forms, decide)
                bar.update()
            batch.close()
            solution.close()
            measured[rules] = (found, made)
    text = tables(measured)
    print(text)
    if chosen.write:
        command = (
            f"lodeboard lab flip-problems --positions {chosen.positions} --forms {chosen.forms}"
        )
        report.write_page(PAGE, "How hard the board's moves are to answer", command, text)
    return 0
