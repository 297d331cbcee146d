"""What an opening book of Magician Chess is worth, made by the engine's own long searches.

    lodeboard lab magician-book            print the table
    lodeboard lab magician-book --write    and keep it, docs/measured/magician-book.md

The book has the first turns of the strongest level from the start position. Whoever meets it plays
two turns by chance, so that games differ, and then as the strongest level does. Each game is played
twice, with the book and without, and the same chance. All is seeded: the same command, the same
games.
"""

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.games.moves import legal_moves
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.jobs.progress import progress_bar
from host_tools.lab.ladder import openings_parser
from host_tools.lab.magician.elo import elo, margin
from host_tools.lab.magician.learn import best_turn
from host_tools.lab.matches import Chooser, Score, level_of, play_out
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import Game
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

NAME = "magician-book"
PAGE = ROOT / "docs" / "measured" / "magician-book.md"
OPENINGS = 100  # of each colour
TURNS = 3  # of the side that has the book, from the start
RANDOM_TURNS = 2  # of the other side
FIRST_TURNS = 14  # legal ones of either side at its first turn
WORK = 30_000_000  # units for each position of the book: fifty times the strongest level's


class Pair(NamedTuple):
    """A game with the book and one without: 1 won, 0 drawn, -1 lost by the side that has it."""

    book: int
    plain: int


class Book:
    """Finds its turns when they are asked for, and keeps them. `turns`: by the position's text;
    `other`: in how many of them the strongest level plays another turn."""

    def __init__(self) -> None:
        compiled.install("magician")
        self.turns: dict[str, list[int]] = {}
        self.other = 0
        self._search = MagicianSearch()
        self._level = strongest()

    def choose(self, game: Game) -> list[int]:
        """The turn of the book for its first turns, then the strongest level's."""
        assert isinstance(game, Magician)
        if game.number > TURNS:
            return self._level(game)
        text = game.text()
        if text not in self.turns:
            self.turns[text] = game.steps_of(best_turn(self._search, game, WORK, 0))
            self.other += self.turns[text] != list(self._level(game))
        return self.turns[text]


def strongest() -> Chooser:
    """The strongest level as it is."""
    return level_of(MagicianPlayer(), len(LEVELS["magician"]) - 1)


def opponent(chance: int) -> Chooser:
    """Plays RANDOM_TURNS turns by the digits of a number below FIRST_TURNS**RANDOM_TURNS, then as
    the strongest level."""
    level = strongest()

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Magician)
        if game.number > RANDOM_TURNS:
            return level(game)
        digit = chance // FIRST_TURNS ** (game.number - 1) % FIRST_TURNS
        turns = legal_moves(game)
        return turns[digit * len(turns) // FIRST_TURNS]

    return choose


def pairs(book: Book, count: int, seed: int) -> Iterator[Pair]:
    """Two games for each colour of the book and each of `count` chances."""
    compiled.install("magician")
    source = random.Random(f"book magician {seed}")
    game = Magician()
    chances = source.sample(range(FIRST_TURNS**RANDOM_TURNS), FIRST_TURNS**RANDOM_TURNS)
    for chance in chances[:count]:  # fewer are the first of more
        for colour in (0, 1):
            results = []
            for mine in (book.choose, strongest()):
                game.reset()
                players = (mine, opponent(chance))
                result = play_out(game, players if colour == 0 else players[::-1])
                results.append(-result if colour else result)
            yield Pair(*results)


def score(name: str, results: Sequence[int]) -> Score:
    wins, draws, losses = (results.count(result) for result in (1, 0, -1))
    return Score("standard", name, "chance, then strongest", wins, draws, losses)


def gain(played: Sequence[Pair]) -> tuple[float, float]:
    """How much more of the points the book makes, and half the width of its 95 % interval, by the
    normal approximation of the differences of pairs."""
    more = [(pair.book - pair.plain) / 2 for pair in played]
    mean = sum(more) / len(more)
    spread = sum((one - mean) ** 2 for one in more) / len(more)
    return mean, 1.96 * math.sqrt(spread / len(more))


def table(played: Sequence[Pair]) -> str:
    rows = []
    for name, results in (
        ("book", [pair.book for pair in played]),
        ("no book", [pair.plain for pair in played]),
    ):
        one = score(name, results)
        points = f"{100 * one.points:.1f} %"
        worth = f"{elo(one.points):+.0f} ± {margin(one):.0f}"
        rows.append([name, str(one.wins), str(one.draws), str(one.losses), points, worth])
    return report.table(["with", "won", "drawn", "lost", "points", "ahead in Elo"], rows)


def body(played: Sequence[Pair], book: Book) -> str:
    """The page below its title."""
    mean, error = gain(played)
    shows = "shows a gain" if mean > error else "shows no gain"
    return f"""\
The book has the first {TURNS} turns of either side from the start position, each found by
{thousands(WORK)} units of work, fifty times those of the strongest level. Whoever meets it plays
{RANDOM_TURNS} turns by chance, then as the strongest level; so does whoever has the book after it
ends. Each game is played once with the book and once without, with the same chance. The rules are
`standard`. Intervals are of 95 %.

The book **{shows}**: with it, {100 * mean:+.1f} ± {100 * error:.1f} % of the points.
In {book.other} of the {len(book.turns)} positions that came up in it, its turn is not the one that
the strongest level finds by itself.

{table(played)}"""


def main(arguments: list[str] | None = None) -> int:
    chosen = openings_parser(NAME, __doc__, OPENINGS, PAGE).parse_args(arguments)
    book = Book()
    played = []
    with progress_bar(2 * chosen.openings) as bar:
        for pair in pairs(book, chosen.openings, chosen.seed):
            played.append(pair)
            bar.update()
    text = body(played, book)
    print(text)
    if chosen.write:
        command = f"lodeboard lab {NAME} --openings {chosen.openings} --seed {chosen.seed}"
        report.write_page(PAGE, "What an opening book of Magician Chess is worth", command, text)
    return 0
