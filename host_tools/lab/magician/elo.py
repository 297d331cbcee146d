"""What each part of the evaluation of Magician Chess is worth, and what an opening book could be:
the search with all its tables against itself without some of them; the strongest level against
itself with its first turns searched for much longer.

    lodeboard lab magician-elo            print the table
    lodeboard lab magician-elo --write    and keep it in docs/measured/magician-elo.md

Two games from each opening, colours exchanged, with the same limit of work a turn on both sides.
All is seeded: the same command, the same games.
"""

import math
import random
from collections.abc import Mapping, Sequence

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.jobs import report
from host_tools.jobs.progress import progress_bar
from host_tools.lab.ladder import openings_parser
from host_tools.lab.magician.learn import WORK, best_turn
from host_tools.lab.matches import Chooser, Score, any_move, level_of, match, openings
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import Game
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician import weights
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

NAME = "magician-elo"
PAGE = ROOT / "docs" / "measured" / "magician-elo.md"
OPENINGS = 200
OPENING_TURNS = 6
BOOK_AFTER = 4  # random turns; two have too few different positions
BOOK_MOVES = 3  # of each player, searched as for a book
BOOK_WORK = 30_000_000  # units for each of them: fifty times the strongest level's

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


def strongest(work: int = 0) -> Chooser:
    """The strongest level; its first BOOK_MOVES turns after BOOK_AFTER found by so much work."""
    compiled.install("magician")
    search = MagicianSearch()
    level = level_of(MagicianPlayer(), len(LEVELS["magician"]) - 1)

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Magician)
        if work and game.number <= BOOK_AFTER // 2 + BOOK_MOVES:
            return game.steps_of(best_turn(search, game, work, 0))
        return level(game)

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


def row(score: Score) -> list[str]:
    """Of a table: what was counted, and what that is worth."""
    worth = f"{elo(score.points):+.0f} ± {margin(score):.0f}"
    return [score.opponent, str(score.wins), str(score.draws), str(score.losses), worth]


def main(arguments: list[str] | None = None) -> int:
    chosen = openings_parser(NAME, __doc__, OPENINGS, PAGE).parse_args(arguments)
    game = Magician()

    def begun(turns: int) -> list[str]:
        source = random.Random(f"elo magician {chosen.seed}")
        return openings(game, chosen.openings, lambda _: turns, any_move(source))

    with progress_bar((len(PARTS) + 1) * chosen.openings) as bar:
        starts = begun(OPENING_TURNS)
        parts = []
        for name, words in PARTS.items():
            players = player_without(()), player_without(words)
            parts.append(row(match(game, ("whole", name), players, starts, bar.update)))
        players = strongest(BOOK_WORK), strongest()
        names = "book", "no book"
        book = row(match(game, names, players, begun(BOOK_AFTER), bar.update))
    titles = ["without", "won", "drawn", "lost", "worth in Elo"]
    first, second = report.table(titles, parts), report.table(titles, [book])
    print(f"{first}\n\n{second}")
    if chosen.write:
        text = f"""The search with all its tables against itself without a part of them: two games
from each of {chosen.openings} openings of {OPENING_TURNS} random turns, {WORK} units of work a turn
on both sides. The interval is one of 95 %. The tables are learned
(`lodeboard lab magician-learn`).

{first}

## An opening book

The strongest level against itself: after {BOOK_AFTER} random turns, {BOOK_MOVES} turns of the one
are found by {BOOK_WORK} units of work each, as the entries of a book would be that has every
position; the other thinks as it always does. So the worth of any smaller book made by the engine
is below this.

{second}"""
        command = f"lodeboard lab {NAME} --openings {chosen.openings} --seed {chosen.seed}"
        title = "What the evaluation of Magician Chess is worth"
        report.write_page(PAGE, title, command, text)
    return 0
