"""How the levels of xtic compare: matches from random openings, sides exchanged.

    python -m host_tools.games.xtic.ladder            print the table
    python -m host_tools.games.xtic.ladder --write    and keep it in docs/xtic-ladder.md

The lowest level meets a player who places and gives at random; every other level meets the
level below. A match is two games from each opening, each player on either side once. Everything
is seeded: the same command, the same games. The exit status is 1 if a level does not make more
than half of the points against the one below.
"""

import random
import sys
from collections.abc import Callable

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.games.flip.ladder import (
    Chooser,
    Score,
    match,
    openings_parser,
    random_player,
    table,
)
from host_tools.jobs import report
from host_tools.jobs.progress import Bar
from lodeboard.games.contract import Game
from lodeboard.games.xtic.player import LEVELS, XticPlayer
from lodeboard.games.xtic.rules import Xtic

OPENINGS = 50
OPENING_PIECES = 4
RANDOM = "random"  # the player who places and gives at random
LEAST_POINTS = 0.5  # of each level against the one below: more than that
PAGE = ROOT / "docs" / "xtic-ladder.md"

NOTES = f"""\
Two games from each of the random openings of {OPENING_PIECES} pieces, with a fifth in hand, each
player on either side once; a draw is half a point. `{RANDOM}` places and gives anything. Every
other level is to make more than {LEAST_POINTS:.0%} of the points against the level below."""


def level_player(level: int) -> Chooser:
    """A level of the firmware's player, its kernel compiled where Numba is installed."""
    compiled.install()
    player = XticPlayer()

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Xtic)
        player.start(game, level)
        while not player.run(1 << 20):
            pass
        return player.steps

    return choose


def openings(rules: str, count: int, seed: int) -> list[str]:
    """Different undecided positions with OPENING_PIECES on the board and one in hand."""
    source = random.Random(f"openings xtic {rules} {seed}")
    found: dict[str, None] = {}
    game = Xtic(rules)
    steps = bytearray(game.max_steps)
    while len(found) < count:
        game.reset()
        for _ in range(2 * OPENING_PIECES + 1):
            game.push(source.choice(steps[: game.steps(steps)]))
            if game.verdict():
                break
        else:
            found[game.text()] = None
    return list(found)


def climb(
    rules: str,
    count: int = OPENINGS,
    seed: int = 1,
    levels: range = range(len(LEVELS)),
    advance: Callable[[], None] = lambda: None,
) -> list[Score]:
    """These levels under one rule set, from the bottom, each against what is below."""
    starts = openings(rules, count, seed)
    scores = []
    for level in levels:
        if level:
            below = level_player(level - 1)
            names = (LEVELS[level], LEVELS[level - 1])
        else:
            below = random_player(random.Random(f"random {rules} {seed}"))
            names = (LEVELS[level], RANDOM)
        players = (level_player(level), below)
        scores.append(match(rules, names, players, starts, advance, Xtic))
    return scores


def shortfalls(scores: list[Score]) -> list[str]:
    """What the scores of a ladder lack, a sentence each."""
    return [
        f"{score.rules}: {score.player} makes only {score.points:.0%} against {score.opponent},"
        f" more than {LEAST_POINTS:.0%} are wanted"
        for score in scores
        if score.points <= LEAST_POINTS
    ]


def main(arguments: list[str] | None = None) -> int:
    parser = openings_parser("xtic_ladder", __doc__, OPENINGS, PAGE)
    chosen = parser.parse_args(arguments)
    bar = Bar(len(Xtic.rule_sets) * len(LEVELS) * chosen.openings)
    scores = []
    for rules in Xtic.rule_sets:
        scores += climb(rules, chosen.openings, chosen.seed, advance=bar.advance)
    bar.close()
    print(table(scores))
    if chosen.write:
        asked = f"--openings {chosen.openings} --seed {chosen.seed}"
        command = f"python -m host_tools.games.xtic.ladder {asked}"
        body = f"{NOTES}\n\n{table(scores)}"
        report.write_page(PAGE, "How the levels of xtic compare", command, body)
    lacking = shortfalls(scores)
    print("\n".join(lacking), end="\n" if lacking else "", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
