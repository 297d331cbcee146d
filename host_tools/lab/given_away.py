"""How often the levels give a value away: the share of a level's own decisions after which the
exact value of the position is worse than before.

Only decisions whose value is settled count: those near enough to the end for a full search of the
position and of every reply, in games where an exact search is available. The rivals are a player
who makes any move, the level below (for the lowest: a child), and a punisher, who makes any move
until eight pieces lie and the best one from then on. It shows what a level loses, and what it fails
to win; so the last level plays it most. Everything is seeded.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import field

from host_tools.build import compiled
from host_tools.games.contract import Nothing, Solver
from host_tools.games.engine import Memory
from host_tools.games.finding import replies
from host_tools.games.loader import host_game
from host_tools.games.moves import make_move
from host_tools.games.table_files import open_table
from host_tools.jobs import report
from host_tools.lab.experiment import Experiment, Tally
from host_tools.lab.matches import Chooser, any_move, casual_player, level_of
from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.games.contract import EMPTY, LOSE, TIE, UNDECIDED, WIN, Game
from lodeboard.system.loader import make_game, plugin

RIVALS = ("random", "below", "punisher")
PLAYED = 10  # games in a batch, and under most conditions, half of them with either colour
PUNISHED = 200  # games of the last level against the punisher
PUNISHES_FROM = 8  # pieces on the board
SIDES = ("first", "second")  # who makes the first move
ORDER = {LOSE: 0, TIE: 1, WIN: 2}


class Own(NamedTuple):
    """A level against a rival."""

    game: str
    rules: str
    level: int
    rival: str

    @property
    def name(self) -> str:
        return f"{self.game}-{self.rules}-{self.level}-{self.rival}"


class Given(Tally):
    """`by_pieces`: for each number of pieces on the board, decisions and how many of them gave the
    value away. `by_side`: for each of SIDES the games won, drawn and lost."""

    games: int = 0
    by_pieces: dict[str, list[int]] = field(default_factory=dict)
    by_side: dict[str, list[int]] = field(default_factory=dict)


def settled(game: Game, solver: Solver) -> dict[str, int] | None:
    """The exact value of each move, for the mover; None where it is not settled."""
    if not solver.settles(game):
        return None
    found = {each.move: each.value for each in replies(game, solver)}
    values = {move: value for move, value in found.items() if value is not None}
    return values if len(values) == len(found) else None


def pieces_on(game: Game) -> int:
    """The number of pieces on the board."""
    codes = [EMPTY] * (game.rows * game.columns)
    game.expected(codes)
    return sum(code != EMPTY for code in codes)


def punisher(solver: Solver, source: random.Random) -> Chooser:
    """Makes any move until so many pieces lie and values are settled, and the best one from then
    on."""
    otherwise = any_move(source)

    def choose(game: Game) -> list[int]:
        values = settled(game, solver) if pieces_on(game) >= PUNISHES_FROM else None
        if values is None:
            return otherwise(game)
        best = max(values.values(), key=ORDER.__getitem__)
        return game.parse_move(next(move for move, value in values.items() if value == best))

    return choose


@cache
def level_player(name: str, level: int) -> Chooser:
    """A level of the firmware's player, with its tables."""
    compiled.install()
    return level_of(plugin(name).engine(Memory(), open_table)[0], level)


def rival_of(own: Own, solver: Solver, source: random.Random) -> Chooser:
    """The rival's player."""
    if own.rival == "random":
        return any_move(source)
    if own.rival == "punisher":
        return punisher(solver, source)
    return level_player(own.game, own.level - 1) if own.level else casual_player(source)


def play(own: Own, batch: int) -> Given:
    """A batch of games under a condition."""
    source = random.Random(f"given away {own.name} {batch}")
    solver = host_game(own.game).open_search(own.rules)
    level, rival = level_player(own.game, own.level), rival_of(own, solver, source)
    tally: dict[str, list[int]] = {}
    ends = {side: [0, 0, 0] for side in SIDES}
    game = make_game(own.game, own.rules)
    for number in range(PLAYED):
        game.reset()
        make_move(game, any_move(source)(game))  # else a level would play the same game again
        while game.verdict() == UNDECIDED:
            if game.turn != number & 1:
                make_move(game, rival(game))
                continue
            values = settled(game, solver)
            pieces = str(pieces_on(game))
            move = level(game)
            if values is not None:
                counted = tally.setdefault(pieces, [0, 0])
                counted[0] += 1
                best = max(values.values(), key=ORDER.__getitem__)
                counted[1] += ORDER[values[game.move_text(move)]] < ORDER[best]
            make_move(game, move)
        worth = ORDER[game.verdict()]
        ends[SIDES[number & 1]][2 - worth if game.turn == number & 1 else worth] += 1
    return Given(PLAYED, tally, ends)


def plan() -> dict[Own, int]:
    """All conditions."""
    return {
        Own(game, rules, level, rival): PUNISHED
        if rival == "punisher" and level == len(LEVELS[game]) - 1
        else PLAYED
        for game, rules in VARIANTS
        if not isinstance(host_game(game).open_search(rules), Nothing)
        for level in range(len(LEVELS[game]))
        for rival in RIVALS
    }


def shown(counted: Sequence[Sequence[int]]) -> str:
    """How many decisions gave the value away, their share, and its 95% interval."""
    decisions, given = (sum(column) for column in zip(*counted, strict=True))
    return f"{given} of {decisions}, {_interval(given, decisions)}"


def _interval(given: int, decisions: int) -> str:
    """A share with its 95% interval by Wilson."""
    z = 1.96
    share = given / decisions
    middle = (share + z * z / 2 / decisions) / (1 + z * z / decisions)
    half = (share * (1 - share) / decisions + z * z / 4 / decisions**2) ** 0.5
    half *= z / (1 + z * z / decisions)
    return f"{share:.1%} ({max(0, middle - half):.1%}-{min(1, middle + half):.1%})"


def body(results: Mapping[Own, Given]) -> str:
    """The page below its title."""
    parts = [NOTES]
    missing = []
    for game, rules in VARIANTS:
        mine = {
            own: one for own, one in results.items() if own[:2] == (game, rules) and one.by_pieces
        }
        if not mine:
            missing.append(f"{game} {rules}".strip())
            continue
        rows = []
        for level, name in enumerate(LEVELS[game]):
            cells = []
            for rival in RIVALS:
                one = mine.get(Own(game, rules, level, rival))
                cells.append(shown(list(one.by_pieces.values())) if one and one.by_pieces else "")
            rows.append([name, *cells])
        parts += [f"## {game}, {rules}", report.table(["level", *RIVALS], rows)]
        parts += ["By pieces on the board, all rivals together:", _by_pieces(mine, game)]
        parts += ["Against `punisher`, won-drawn-lost:", _by_side(mine, game)]
    if missing:
        parts.append(f"Not measured: {', '.join(missing)}.")
    return "\n\n".join(parts)


def _by_pieces(mine: Mapping[Own, Given], game: str) -> str:
    """A row for each level, a column for each number of pieces."""
    numbers = sorted({int(number) for one in mine.values() for number in one.by_pieces})
    rows = []
    for level, name in enumerate(LEVELS[game]):
        ones = [one for own, one in mine.items() if own.level == level]
        if not ones:
            continue
        row = [name]
        for number in numbers:
            both = [one.by_pieces.get(str(number), [0, 0]) for one in ones]
            decisions, given = (sum(column) for column in zip(*both, strict=True))
            row.append(f"{given}/{decisions}" if decisions else "")
        rows.append(row)
    return report.table(["level", *map(str, numbers)], rows)


def _by_side(mine: Mapping[Own, Given], game: str) -> str:
    """A row for each level, a column for each side."""
    rows = []
    for level, name in enumerate(LEVELS[game]):
        one = next((one for own, one in mine.items() if own[2:] == (level, RIVALS[-1])), None)
        if one is not None:
            rows.append([name, *("-".join(map(str, one.by_side.get(side, ()))) for side in SIDES)])
    return report.table(["level", *(f"moves {side}" for side in SIDES)], rows)


NOTES = f"""\
A decision gives the value away if the exact value of the position, with best play of both, is worse
after it than before. Only decisions with a settled value count: flip tiles from eight tiles on,
xtic from seven pieces on. {PLAYED} games under each condition, {PUNISHED} of the last level against
`punisher`, after one move by chance, half of them with either colour. `random` makes any move,
`below` is the level below (for the lowest level a child, who takes wins in one), and `punisher`
makes any move until eight pieces lie and the best one from then on. In brackets: the 95% interval.
Not measured: games with chance, without exact values, or whose values take a solution on disk."""

EXPERIMENT = Experiment(
    name="levels-given-away",
    unit="games",
    tally=Given,
    in_batch=PLAYED,
    plan=plan,
    trial=play,
    said=lambda _, one: shown(list(one.by_pieces.values())) if one.by_pieces else "nothing settled",
    title="How often the levels give a value away",
    body=body,
)
