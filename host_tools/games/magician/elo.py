"""What each part of the evaluation of Magician Chess is worth: the search with all its tables
against itself without some of them.

    python -m host_tools.games.magician.elo            print the table
    python -m host_tools.games.magician.elo --write    and keep it in docs/measured/magician-elo.md

Two games from each opening, colours exchanged, with the same limit of work a turn on both sides.
All is seeded: the same command, the same games.
"""

import math
import random
import sys
from collections.abc import Mapping, Sequence

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.games.ladder import openings_parser
from host_tools.games.magician.learn import WORK, best_turn
from host_tools.games.matches import Chooser, Score, any_move, match, openings
from host_tools.jobs import report
from host_tools.jobs.progress import progress_bar
from lodeboard.games.contract import Game
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician import weights
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

MODULE = "host_tools.games.magician.elo"
PAGE = ROOT / "docs" / "measured" / "magician-elo.md"
OPENINGS = 200
OPENING_TURNS = 6

_KING = layout.HOLES + 16
# The words of each part, but for material: of PLACES it stays.
PARTS: Mapping[str, Sequence[int]] = {
    "squares": range(layout.PLACES, layout.HOLES),
    "holes beside pieces": range(layout.HOLES, _KING),
    "the king: holes beside it, and in the other's reach": [
        *range(_KING, layout.MOBILITY),
        layout.THREAT + layout.KING - 1,
    ],
    "mobility": range(layout.MOBILITY, layout.REACH),
    "magicians' reach of holes, and pieces beside those": range(
        layout.REACH, layout.THREAT + layout.KING - 1
    ),
    "to be the player to act": [layout.TEMPO],
    "all of these: material alone is left": range(layout.PLACES, layout.FOLD),
}


def player_without(words: Sequence[int], work: int = WORK) -> Chooser:
    """The search with these words of its tables zero, but for material."""
    compiled.install("magician")
    search = MagicianSearch()
    for word in words:
        kind = (word - layout.PLACES) // 28
        search.state[word] = weights.MATERIAL[kind] if kind < len(weights.MATERIAL) else 0

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Magician)
        return game.steps_of(best_turn(search, game, work, 3))

    return choose


def elo(points: float) -> float:
    """The difference in Elo points that a share of the points (0..1) stands for."""
    return 400 * math.log10(points / (1 - points)) if 0 < points < 1 else math.copysign(800, points)


def margin(score: Score) -> float:
    """Half the width of its 95 % interval in Elo points, by the normal approximation."""
    mean = score.points
    spread = (
        score.wins * (1 - mean) ** 2 + score.draws * (0.5 - mean) ** 2 + score.losses * mean**2
    ) / score.games
    error = 1.96 * math.sqrt(spread / score.games)
    return (elo(min(0.999, mean + error)) - elo(max(0.001, mean - error))) / 2


def main(arguments: list[str] | None = None) -> int:
    chosen = openings_parser(MODULE, __doc__, OPENINGS, PAGE).parse_args(arguments)
    source = random.Random(f"elo magician {chosen.seed}")
    game = Magician()
    starts = openings(game, chosen.openings, lambda _: OPENING_TURNS, any_move(source))
    rows = []
    with progress_bar(len(PARTS) * chosen.openings) as bar:
        for name, words in PARTS.items():
            players = player_without(()), player_without(words)
            score = match(game, ("whole", name), players, starts, bar.update)
            rows.append(
                [
                    name,
                    str(score.wins),
                    str(score.draws),
                    str(score.losses),
                    f"{elo(score.points):+.0f} ± {margin(score):.0f}",
                ]
            )
    table = report.table(["without", "won", "drawn", "lost", "worth in Elo"], rows)
    print(table)
    if chosen.write:
        notes = (
            f"The search with all its tables against itself without a part of them: two games from"
            f" each of {chosen.openings} openings of {OPENING_TURNS} random turns, {WORK} units of"
            f" work a turn on both sides. The interval is one of 95 %. The tables are learned"
            f" (`python -m host_tools.games.magician.learn`)."
        )
        command = f"python -m {MODULE} --openings {chosen.openings} --seed {chosen.seed}"
        title = "What the evaluation of Magician Chess is worth"
        report.write_page(PAGE, title, command, f"{notes}\n\n{table}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
