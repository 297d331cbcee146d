"""How the levels of flip tiles compare: matches from random openings, colours swapped.

    python -m host_tools.games.flip.ladder            print the table
    python -m host_tools.games.flip.ladder --write    and keep it in docs/ladder.md

The lowest level meets a player who takes a win in one turn where there is one and plays any
legal move otherwise; every other level meets the level below. A match is two games from each
opening, one with either colour. Everything is seeded: the same command, the same games. The
exit status is 1 if a level is not as far from its neighbour as it should be.
"""

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.cli.console import Parser
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.jobs import report
from host_tools.jobs.progress import Bar
from lodeboard.games.contract import LOSE, UNDECIDED, WIN, Game
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

OPENINGS = 100
OPENING_TURNS = 4
CASUAL = "casual"  # the player who takes wins in one and is random otherwise
LEAST_POINTS = 0.6  # of each level against the one below
LEAST_LOST = 0.7  # of the games of the lowest level against casual play
PAGE = ROOT / "docs" / "ladder.md"

NOTES = f"""\
Two games from each of the random openings of {OPENING_TURNS} turns, one with either colour; a draw
is half a point. `{CASUAL}` takes a win in one turn where there is one and plays any legal move
otherwise: the lowest level is to lose at least {LEAST_LOST:.0%} of its games to it. Every other
level is to make at least {LEAST_POINTS:.0%} of the points against the level below. What the highest
never does, whoever it meets, is in [promise.md](promise.md)."""

Chooser = Callable[[Game], list[int]]


class Score(NamedTuple):
    """A match from the side of `player`."""

    rules: str
    player: str
    opponent: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Share of the points, a draw counting half: 0..1."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def lost(self) -> float:
        """Share of the games lost: 0..1."""
        return self.losses / self.games


def legal_moves(game: Game) -> list[list[int]]:
    """The steps of every legal move."""
    found = []
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        game.push(step)
        found += [[step, *rest] for rest in ([[]] if game.between_moves() else legal_moves(game))]
        game.pop()
    return found


def make_move(game: Game, move: list[int]) -> None:
    for step in move:
        game.push(step)


def casual_player(source: random.Random) -> Chooser:
    """Takes a win in one turn where there is one; any legal move otherwise, all alike."""

    def choose(game: Game) -> list[int]:
        moves = legal_moves(game)
        for move in moves:
            make_move(game, move)
            won = game.verdict() == LOSE
            for _ in move:
                game.pop()
            if won:
                return move
        return source.choice(moves)

    return choose


def random_player(source: random.Random) -> Chooser:
    """Any legal step, all alike, and again until the move is complete."""

    def choose(game: Game) -> list[int]:
        move: list[int] = []
        steps = [0] * game.max_steps
        while not move or not game.between_moves():
            move.append(source.choice(steps[: game.steps(steps)]))
            game.push(move[-1])
        for _ in move:
            game.pop()
        return move

    return choose


def level_player(level: int) -> Chooser:
    """A level of the firmware's player with its tables, its kernels compiled where Numba is
    installed."""
    compiled.install()
    player = FlipPlayer(open_table, Memory())

    def choose(game: Game) -> list[int]:
        player.start(game, level)
        while not player.run(1 << 20):
            pass
        return player.steps

    return choose


def openings(rules: str, count: int, seed: int) -> list[str]:
    """Different undecided positions after OPENING_TURNS random moves."""
    source = random.Random(f"openings {rules} {seed}")
    found: dict[str, None] = {}
    while len(found) < count:
        game = Flip(rules)
        for _ in range(OPENING_TURNS):
            make_move(game, source.choice(legal_moves(game)))
        if game.verdict() == UNDECIDED:
            found[game.text()] = None
    return list(found)


def play_out(game: Game, players: tuple[Chooser, Chooser]) -> int:
    """Play to the end; 1 if the first of the game's two players won, -1 if the second, else 0."""
    while game.verdict() == UNDECIDED:
        make_move(game, players[game.turn](game))
    sign = 1 if game.turn == 0 else -1
    return {WIN: sign, LOSE: -sign}.get(game.verdict(), 0)


def match(
    rules: str,
    names: tuple[str, str],
    players: tuple[Chooser, Chooser],
    starts: list[str],
    advance: Callable[[], None] = lambda: None,
    kind: Callable[[str], Game] = Flip,
) -> Score:
    """Two games from each start, colours swapped, scored for the first of the two players.
    kind: which game, made from a rule set."""
    results = []
    game = kind(rules)
    for text in starts:
        game.load(text)
        results.append(play_out(game, players))
        game.load(text)
        results.append(-play_out(game, (players[1], players[0])))
        advance()
    return Score(rules, *names, results.count(1), results.count(0), results.count(-1))


def climb(
    rules: str, count: int = OPENINGS, seed: int = 1, advance: Callable[[], None] = lambda: None
) -> list[Score]:
    """The whole ladder under one rule set, from the bottom: each level against what is below."""
    starts = openings(rules, count, seed)
    below = casual_player(random.Random(f"casual {rules} {seed}"))
    names = (CASUAL, *LEVELS)
    scores = []
    for level in range(len(LEVELS)):
        player = level_player(level)
        pair = (names[level + 1], names[level])
        scores.append(match(rules, pair, (player, below), starts, advance))
        below = player
    return scores


def shortfalls(scores: list[Score]) -> list[str]:
    """What the scores of a ladder lack, a sentence each."""
    found = []
    for score in scores:
        if score.opponent == CASUAL:
            if score.lost < LEAST_LOST:
                found.append(
                    f"{score.rules}: {score.player} loses only {score.lost:.0%} to casual play,"
                    f" at least {LEAST_LOST:.0%} are wanted"
                )
        elif score.points < LEAST_POINTS:
            found.append(
                f"{score.rules}: {score.player} makes only {score.points:.0%} against"
                f" {score.opponent}, at least {LEAST_POINTS:.0%} are wanted"
            )
    return found


def table(scores: list[Score]) -> str:
    """The scores as a Markdown table."""
    rows = [
        [
            score.rules,
            score.player,
            score.opponent,
            str(score.wins),
            str(score.draws),
            str(score.losses),
            f"{100 * score.points:.1f} %",
        ]
        for score in scores
    ]
    titles = ["rules", "player", "against", "won", "drawn", "lost", "points"]
    return report.table(titles, rows)


def openings_parser(name: str, text: str | None, openings: int, page: Path) -> Parser:
    """The command line of a tool that plays games from so many openings and can write a page."""
    parser = Parser(prog=f"python -m host_tools.{name}", description=text)
    parser.add_argument("--openings", type=at_least_one, default=openings, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--write", action="store_true", help=f"also write docs/{page.name}")
    return parser


def at_least_one(text: str) -> int:
    """A number of 1 or more, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def main(arguments: list[str] | None = None) -> int:
    parser = openings_parser("ladder", __doc__, OPENINGS, PAGE)
    chosen = parser.parse_args(arguments)
    bar = Bar(len(Flip.rule_sets) * len(LEVELS) * chosen.openings)
    scores = []
    for rules in Flip.rule_sets:
        scores += climb(rules, chosen.openings, chosen.seed, bar.advance)
    bar.close()
    print(table(scores))
    if chosen.write:
        asked = f"--openings {chosen.openings} --seed {chosen.seed}"
        command = f"python -m host_tools.games.flip.ladder {asked}"
        report.write_page(PAGE, "How the levels compare", command, f"{NOTES}\n\n{table(scores)}")
    lacking = shortfalls(scores)
    print("\n".join(lacking), end="\n" if lacking else "", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
