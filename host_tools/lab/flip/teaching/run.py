"""What the solution of flip tiles teaches: rules of thumb, openings, surprises, daily problems.

    lodeboard lab flip-teaching            print the page
    lodeboard lab flip-teaching --write    and keep it, its pictures and the problems

It needs the solution (`make solve`). Everything is seeded: the same command, the same figures.
"""

import json
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from host_tools import ROOT
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.report import boards, svg
from host_tools.games.flip.solver.solution import Solution
from host_tools.jobs import report
from host_tools.jobs.charts import words
from host_tools.jobs.files import write_whole
from host_tools.jobs.progress import progress_bar
from host_tools.lab.experiments import measuring_parser
from host_tools.lab.flip.ladder import level_player
from host_tools.lab.flip.problems import set_position
from host_tools.lab.flip.teaching import mine, played, problems
from host_tools.lab.flip.teaching.features import NAMES
from host_tools.lab.flip.teaching.openings import named_answers
from host_tools.lab.flip.teaching.player import rules_player
from host_tools.lab.matches import Chooser, Score, any_move, match, openings
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip

PAGE = ROOT / "docs" / "measured" / "flip-teaching.md"
PROBLEMS = ROOT / "host_tools" / "play" / "web" / "page" / "problems.json"
LEARN_GAMES = 1500
TEST_GAMES = 600
PROBLEM_GAMES = 10_000
SURPRISES = 10
_COMPARED = ("easy", "medium", "hard", "expert")
_EVERY = 5  # of the test positions, those that levels are asked
_OPENINGS = 100
_OPENING_TURNS = 2
_GROUPS = ((0, 3), (4, 7), (8, 11), (12, 15))

NOTES = """\
Positions are those of games that the levels novice, easy and medium play, a quarter of the
turns at random. Only positions *that matter* count: some moves keep what the position is worth
(win or tie, by the exact solution), some give it away. The rules are found in {learn:,} games
and measured in {test:,} others.

A rule says which moves to keep of those that the rules before it left. Of what is left, any
move may be played. The first two are given: everybody plays by them. The others are what beam
search found over {features} things that a person sees, most or fewest of each; none is added
that gains less than {gain:.1%}."""

OPENING_NOTES = """\
The board is turned so that the first tile lies at a1, b1 or b2. The second player must flip it
(here to b1, c1, a1 …), then places; a name says where that tile goes, seen from the flipped
one. Each is worth what it is for the second player: W wins, D draws, L loses, with the turns to
the end. Only the best answers to each first move are listed."""

SURPRISE_NOTES = """\
One move alone keeps what the position is worth, none of the levels from novice to expert plays
it, and the rules above put more of the other moves before it than in any other position of
{games:,} games. Below each position the one after the right move, with the cells that changed
marked."""

PROBLEM_NOTES = """\
`host_tools/play/web/page/problems.json` holds {days} problems of each degree for each rule set: one
a day, the same for everybody. Exactly one move is right. Degree 1 is a win in two or three
turns, both players' counted, degree 2 in four or five; degree 3 is a longer win, or a tie to be
saved."""


class Taught(NamedTuple):
    """What there is to say of one rule set. kept: the mean share of moves that keep the value,
    after none, one, … of the rules, over all test positions; by_tiles: first and last of these
    for each group of tiles; levels: the share that a level's moves keep."""

    rules: str
    thumb: list[mine.Rule]
    positions: int
    kept: list[float]
    by_tiles: list[tuple[str, int, float, float]]
    levels: dict[str, float]
    score: Score
    answers: list[list[str]]
    surprises: list[problems.Problem]
    years: list[list[problems.Problem]]


def teach(rules: str, batch: Batch, solution: Solution, each: Callable[[], None]) -> Taught:
    """All of one rule set. `each` hears of each of STEPS parts."""
    learned = mine.gather(batch, *played.positions(rules, LEARN_GAMES, "learn"))
    each()
    thumb = mine.grow(learned)
    each()
    test = mine.gather(batch, *played.positions(rules, TEST_GAMES, "test"))
    shares = [test.shares(mine.left_by(test, thumb[:count])) for count in range(len(thumb) + 1)]
    by_tiles = []
    for low, high in _GROUPS:
        these = (test.tiles >= low) & (test.tiles <= high)
        if these.any():
            chance, kept_all = (float(share[these].mean()) for share in (shares[0], shares[-1]))
            by_tiles.append((f"{low}-{high}", int(these.sum()), chance, kept_all))
    each()
    levels = [level_player(LEVELS.index(name)) for name in _COMPARED]
    kept = {name: _share(rules, test, level) for name, level in zip(_COMPARED, levels, strict=True)}
    each()
    score = _match(rules, batch, thumb)
    each()
    found = list(problems.find(batch, rules, *played.positions(rules, PROBLEM_GAMES, "problems")))
    each()
    everybody = [level_player(level) for level in range(len(LEVELS) - 1)]
    surprising = problems.surprises(batch, rules, found, thumb, everybody, SURPRISES)
    each()
    return Taught(
        rules, thumb, len(test.tiles), [float(share.mean()) for share in shares], by_tiles, kept,
        score, named_answers(solution), surprising, problems.daily(found),
    )  # fmt: skip


STEPS = 7


def _share(rules: str, test: mine.Moves, level: Chooser) -> float:
    """How often a level's move keeps the value, in every fifth of the positions."""
    game = Flip(rules)
    asked = range(0, len(test.tiles), _EVERY)
    good = 0
    for at in asked:
        occupied, own, side = (int(mask[at]) for mask in test.position)
        set_position(game, (occupied, own, side))
        steps = level(game)
        part = slice(int(test.first[at]), int(test.first[at + 1]))
        number = steps[-1] | (steps[0] if len(steps) > 1 else 1) << 5
        good += int(test.keeps[part][test.move[part] == number].sum())
    return good / len(asked)


def _match(rules: str, batch: Batch, thumb: Sequence[mine.Rule]) -> Score:
    """The rules of thumb against `medium`."""
    source = random.Random(f"rules of thumb {rules}")
    game = Flip(rules)
    starts = openings(game, _OPENINGS, lambda _: _OPENING_TURNS, any_move(source))
    pair = (rules_player(batch, thumb, source), level_player(LEVELS.index("medium")))
    return match(game, ("rules of thumb", "medium"), pair, starts)


def section(taught: Taught) -> str:
    """One rule set as Markdown."""
    rows = [["", "any legal move", f"{taught.kept[0]:.1%}"]]
    for number, (rule, kept) in enumerate(zip(taught.thumb, taught.kept[1:], strict=True), start=1):
        rows.append([str(number), NAMES[rule.feature][0 if rule.most else 1], f"{kept:.1%}"])
    rows += [["", f"the level `{name}`", f"{kept:.1%}"] for name, kept in taught.levels.items()]
    tiles = [
        [group, f"{count:,}", f"{chance:.1%}", f"{kept:.1%}"]
        for group, count, chance, kept in taught.by_tiles
    ]
    score = taught.score
    name = taught.rules.capitalize()
    return "\n\n".join(
        (
            f"## {name}: rules of thumb",
            report.table(["", "of the moves left keep those that", "keep the value"], rows),
            f"{taught.positions:,} positions that matter; levels in every fifth of them. By number"
            " of tiles:",
            report.table(["tiles", "positions", "any move", "all rules"], tiles),
            f"In {score.games} games from random openings of {_OPENING_TURNS} turns the rules alone"
            f" make {score.points:.1%} of the points against `medium` ({score.wins} won,"
            f" {score.draws} drawn, {score.losses} lost).",
            f"## {name}: openings",
            report.table(["opening", "first tile", "answer", "worth"], taught.answers),
            f"## {name}: ten surprises",
            f"![Ten positions with their right moves](pictures/{picture_name(taught.rules)}.svg)",
            report.table(
                ["", "position", "right move", "worth"],
                [
                    [str(at), f"`{one.text}`", f"`{one.move}`", _worth(one)]
                    for at, one in enumerate(taught.surprises, start=1)
                ],
            ),
        )
    )


def _worth(problem: problems.Problem) -> str:
    return f"wins in {problem.turns}" if problem.turns else "saves a tie"


def picture_name(rules: str) -> str:
    return f"flip-surprises-{rules}"


def picture(taught: Taught) -> str:
    """The surprising positions, each over what the right move makes of it."""
    rows = []
    half = SURPRISES // 2
    for begin in range(0, len(taught.surprises), half):
        row = []
        for at, one in enumerate(taught.surprises[begin : begin + half], start=begin + 1):
            game = Flip(taught.rules)
            game.load(one.text)
            for step in game.parse_move(one.move):
                game.push(step)
            who = "Moon" if one.text[0] == "2" else "Sun"
            parts = [
                words(f"{at}. {who} {_worth(one)}", 8, 16, "title"),
                svg.place(boards.board(one.text), 4, 22, boards.SIZE, boards.SIZE),
                words(one.move, 8, 236, "title"),
                svg.place(
                    boards.board(game.text(), None, one.text), 4, 242, boards.SIZE, boards.SIZE
                ),
            ]
            row.append((204.0, 452.0, svg.picture(204, 452, f"Position {at}", parts)))
        rows.append(row)
    return svg.grid(rows, f"Ten surprising positions, {taught.rules}")


def body(all_taught: Sequence[Taught]) -> str:
    """The page's text."""
    notes = NOTES.format(
        learn=LEARN_GAMES, test=TEST_GAMES, features=len(NAMES), gain=mine.LEAST_GAIN
    )
    return "\n\n".join(
        (
            notes,
            f"**Openings.** {OPENING_NOTES}",
            f"**Surprises.** {SURPRISE_NOTES.format(games=PROBLEM_GAMES)}",
            f"**A problem a day.** {PROBLEM_NOTES.format(days=problems.DAYS)}",
            *map(section, all_taught),
        )
    )


def written_problems(all_taught: Sequence[Taught]) -> str:
    """The problems as the page reads them: by rule set and degree, `position move turns`."""
    found = {
        taught.rules: [
            [f"{one.text} {one.move} {one.turns}" for one in year] for year in taught.years
        ]
        for taught in all_taught
    }
    return json.dumps(found, indent=0) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = measuring_parser("flip-teaching", __doc__, PAGE.name)
    chosen = parser.parse_args(arguments)
    all_taught = []
    with progress_bar(STEPS * len(Flip.rule_sets)) as bar:
        for rules in Flip.rule_sets:
            solution = Solution(rules)
            batch = Batch(solution)
            try:
                all_taught.append(teach(rules, batch, solution, bar.update))
            finally:
                batch.close()
                solution.close()
    text = body(all_taught)
    print(text)
    if chosen.write:
        pictures = {picture_name(taught.rules): picture(taught) for taught in all_taught}
        command = "lodeboard lab flip-teaching --write"
        report.write_page(PAGE, "What the solution of flip tiles teaches", command, text, pictures)
        write_whole(PROBLEMS, written_problems(all_taught))
    return 0
