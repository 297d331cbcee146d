"""The value-preservation match: the best level never loses a game that it could win or tie.

Whole games from random openings, both colours, against weaker levels, random moves, and an opponent
that follows the exact solution. The solution gives the value at each of the level's turns; it must
never fall from one of its turns to the next, nor from the last to the result. Everything is seeded:
the same games every time.
"""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct, field

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.solution import Solution, whole_solution
from host_tools.games.moves import make_move
from host_tools.jobs import report
from host_tools.jobs.command import UsageError
from host_tools.lab.experiment import Experiment, Part, Tally
from host_tools.lab.flip.ladder import level_player
from host_tools.lab.matches import Chooser, casual_player, openings, random_player
from lodeboard.games.contract import LOSE, UNDECIDED, WIN, Game
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import steps_of

OPENINGS = 250  # for each opponent and rule set, each played with both colours
MOST_TURNS = 8  # of an opening
SOLVER = "the solution"
MIX = "a mix"
OPPONENTS = ("expert", "hard", MIX, SOLVER)

NOTES = f"""\
Two games from each of {{openings}} random openings of one to {MOST_TURNS} turns for each
opponent, one with either colour. `{MIX}` plays each of its moves as one of the levels from novice
to expert, as casual play, or at random, as the dice say; `{SOLVER}` plays a move that keeps the
value, the one that wins soonest or loses latest. The exact value at `perfect`'s first turn says
what it stands to get. *Falls*: how often the value at one of its turns was worse than at the turn
before, or the result worse than at the last. Turned: games in which it got more than it stood
for, because the opponent erred."""

Scorer = Callable[[int, int, int], int]  # of a position's masks; more than 0 is a win


class Matchup(Struct):
    """Games against one opponent. results[stood][got], each 1 won, 0 tied, -1 lost."""

    rules: str
    opponent: str
    falls: int = 0
    results: dict[int, dict[int, int]] = field(
        default_factory=lambda: {stood: {1: 0, 0: 0, -1: 0} for stood in (1, 0, -1)}
    )

    @property
    def games(self) -> int:
        return sum(sum(each.values()) for each in self.results.values())

    @property
    def broken(self) -> int:
        """Games lost from a win or a tie, or tied from a win."""
        return sum(
            number
            for stood, each in self.results.items()
            for got, number in each.items()
            if got < stood
        )


def solver_player(batch: Batch, source: random.Random) -> Chooser:
    """Follows the solution: wins as soon, or loses as late, as possible; equal moves at random."""

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Flip)
        root = [np.array([mask], np.int64) for mask in _masks(game)]
        _, moves, *after = batch.moves(*root)
        scores = batch.scores(*after)
        best = np.flatnonzero(scores == scores.min())
        move = int(moves[best[source.randrange(len(best))]])
        return steps_of(move)

    return choose


def mixed_player(source: random.Random) -> Chooser:
    """Chooses one of several players for every move."""
    levels = [level_player(level) for level in range(LEVELS.index("perfect"))]
    players = [*levels, casual_player(source), random_player(source)]

    def choose(game: Game) -> list[int]:
        return source.choice(players)(game)

    return choose


def starts(rules: str, count: int, seed: int) -> list[str]:
    """Different undecided positions after one to MOST_TURNS random turns."""
    play = random_player(random.Random(f"promise {rules} {seed}"))
    return openings(Flip(rules), count, lambda found: 1 + found % MOST_TURNS, play)


def play_out(
    game: Flip, players: tuple[Chooser, Chooser], watched: int, score: Scorer
) -> tuple[int, int, int]:
    """Play to the end; return the value of `watched` at its first turn (or the result, if it had
    none), its result, and how often its value fell."""
    values: list[int] = []
    while game.verdict() == UNDECIDED:
        if game.turn == watched:
            worth = score(*_masks(game))
            values.append((worth > 0) - (worth < 0))
        make_move(game, players[game.turn](game))
    got = {WIN: 1, LOSE: -1}.get(game.verdict(), 0)
    values.append(got if game.turn == watched else -got)
    falls = sum(later < earlier for earlier, later in pairwise(values))
    return values[0], values[-1], falls


def keep(
    rules: str,
    solution: Solution,
    count: int = OPENINGS,
    seed: int = 1,
) -> list[Matchup]:
    """Play the best level against all opponents under one rule set."""
    batch = Batch(solution)
    perfect = level_player(LEVELS.index("perfect"))
    source = random.Random(f"opponents {rules} {seed}")
    players: dict[str, Any] = {
        name: level_player(LEVELS.index(name)) for name in OPPONENTS if name in LEVELS
    }
    players[MIX] = mixed_player(source)
    players[SOLVER] = solver_player(batch, source)
    game = Flip(rules)
    found = []
    for index, opponent in enumerate(OPPONENTS):
        matchup = Matchup(rules, opponent)
        for text in starts(rules, count, seed * len(OPPONENTS) + index):
            for watched in (0, 1):
                pair = (perfect, players[opponent])
                game.load(text)
                stood, got, falls = play_out(
                    game, pair if watched == 0 else pair[::-1], watched, solution.score
                )
                matchup.results[stood][got] += 1
                matchup.falls += falls
        found.append(matchup)
    batch.close()
    return found


def table(found: list[Matchup]) -> str:
    """As a Markdown table."""
    rows = []
    for matchup in found:
        cells = []
        for stood in (1, 0, -1):
            each = matchup.results[stood]
            cells += [f"{each[1]}-{each[0]}-{each[-1]}"]
        turned = sum(
            number
            for stood, each in matchup.results.items()
            for got, number in each.items()
            if got > stood
        )
        rows.append(
            [
                matchup.rules,
                matchup.opponent,
                str(matchup.games),
                *cells,
                str(turned),
                str(matchup.falls),
            ]
        )
    titles = ["rules", "against", "games", "stood to win", "to tie", "to lose", "turned", "falls"]
    return report.table(titles, rows)


def page(found: list[Matchup]) -> str:
    """The body of the page."""
    broken = sum(matchup.broken + matchup.falls for matchup in found)
    games = sum(matchup.games for matchup in found)
    said = f"VALUE GIVEN AWAY {broken:,} TIMES" if broken else "no value given away"
    head = f"**{games:,} games from all kinds of openings: {said}.**"
    notes = NOTES.format(openings=found[0].games // 2)
    return f"{head}\n\n{notes}\n\nWon-tied-lost:\n\n{table(found)}"


def _masks(game: Flip) -> tuple[int, int, int]:
    return game.occupied, game.tiles(game.turn), game.side


class Games(Tally):
    """All games under one rule set."""

    games: int = 0
    found: list[Matchup] = field(default_factory=list)


def play(rules: Part, _: int) -> Games:
    """Play all opponents under a rule set. Raises UsageError without the solution."""
    solution = whole_solution(rules.name)
    if solution is None:
        need = f"`lodeboard solve flip --rules {rules.name}` computes it"
        raise UsageError(f"this needs the solution: {need}")
    found = keep(rules.name, solution)
    return Games(sum(matchup.games for matchup in found), found)


EXPERIMENT = Experiment(
    name="flip-value-preservation",
    unit="games",
    tally=Games,
    in_batch=2 * OPENINGS * len(OPPONENTS),
    plan=lambda: {Part(rules): 2 * OPENINGS * len(OPPONENTS) for rules in Flip.rule_sets},
    trial=play,
    faults=lambda _, games: [
        f"against {matchup.opponent}: {matchup.broken} games broken, {matchup.falls} falls"
        for matchup in games.found
        if matchup.broken or matchup.falls
    ],
    title="The value-preservation match",
    body=lambda results: page([matchup for games in results.values() for matchup in games.found]),
)
