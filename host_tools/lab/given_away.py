"""How often the levels give a value away: the share of a level's own decisions after which the
exact value of the position is worse than before.

Only decisions count of which every move's value is known: by the solution where one is stored on
this computer, else by search. A game whose search proves only wins that are near does not count: a
slower win gives nothing away. The rivals are a player who makes any move, the level
below (for the lowest: a child), and a punisher, who makes any move until values are known and the
best one from then on. Where pieces come one by one onto an empty board and no level is perfect, the
last one also plays a late punisher, who is careless until eight pieces lie: this shows what it
fails to win. Everything is seeded.
"""

import json
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import field

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.games.contract import Expecting, Solver
from host_tools.games.engine import Memory
from host_tools.games.finding import replies
from host_tools.games.loader import host_game
from host_tools.games.moves import make_move
from host_tools.games.table_files import open_table
from host_tools.jobs import report
from host_tools.jobs.files import write_whole
from host_tools.lab.experiment import Experiment, Tally
from host_tools.lab.matches import Chooser, any_move, casual_player, level_of, rolled, rolls
from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.games.contract import EMPTY, LOSE, TIE, UNDECIDED, WIN, Game
from lodeboard.system.loader import make_game, plugin

RIVALS = ("random", "below", "punisher")
LATE = "late-punisher"
LATE_GAMES = 200
LATE_FROM = 8  # pieces on the board, in games that begin with none
PROVED = "perfect"  # a level of this name gives nothing away to anybody
SIDES = ("first", "second")  # who makes the first move
PLAYED = 20  # games under each condition, half with either colour
TOGETHER = 2  # in a batch: one with either colour
WORTH = {LOSE: 0.0, TIE: 0.5, WIN: 1.0}
_TRIED = 8  # games by chance, to see whether values are known near the end
SLIP = 0.01  # of a game; a smaller loss does not count as given away


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


@cache
def values_of(name: str, rules: str) -> Solver:
    """What knows the values: the solution stored on this computer, else the game's search."""
    game = host_game(name)
    return game.open_solution(rules) or game.open_search(rules)


def known(game: Game, solver: Solver) -> dict[str, float] | None:
    """What each move is worth to the mover, 0 to 1: the chance to win where chance acts, else 1 for
    a win, 0.5 for a tie. None where the value of some move is not known."""
    worth = {}
    for each in replies(game, solver):
        if each.chance is not None:
            worth[each.move] = each.chance
        elif each.value is not None:
            worth[each.move] = WORTH[each.value]
        else:
            return None
    return worth


def pieces_on(game: Game) -> int:
    """The number of pieces on the board."""
    codes = [EMPTY] * (game.rows * game.columns)
    game.expected(codes)
    return sum(code != EMPTY for code in codes)


def punisher(solver: Solver, source: random.Random, pieces: int = 0) -> Chooser:
    """Makes any move until values are known and so many pieces lie, and the best one from then
    on."""
    otherwise = any_move(source)

    def choose(game: Game) -> list[int]:
        worth = known(game, solver) if pieces_on(game) >= pieces else None
        return game.parse_move(max(worth, key=worth.__getitem__)) if worth else otherwise(game)

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
    if own.rival == LATE:
        return punisher(solver, source, LATE_FROM)
    return level_player(own.game, own.level - 1) if own.level else casual_player(source)


def play(own: Own, number: int) -> Given:
    """A batch of games under a condition."""
    source = random.Random(f"given away {own.name} {number}")
    solver = values_of(own.game, own.rules)
    level = level_player(own.game, own.level)
    # The rival also rolls, for both.
    rival, opening = (
        rolled(each, source) for each in (rival_of(own, solver, source), any_move(source))
    )
    tally: dict[str, list[int]] = {}
    ends: dict[str, list[int]] = {}
    game = make_game(own.game, own.rules)
    for side in range(TOGETHER):
        game.reset()
        make_move(game, opening(game))  # else a level would play the same game again
        while game.verdict() == UNDECIDED:
            if game.turn != side or rolls(game):
                make_move(game, rival(game))
                continue
            worth, pieces = known(game, solver), str(pieces_on(game))
            move = level(game)
            if worth:
                counted = tally.setdefault(pieces, [0, 0])
                counted[0] += 1
                counted[1] += worth[game.move_text(move)] < max(worth.values()) - SLIP
            make_move(game, move)
        result = (WIN, TIE, LOSE).index(game.verdict())
        mine = result if game.turn == side else 2 - result
        ends[SIDES[side]] = [int(each == mine) for each in range(3)]
    return Given(TOGETHER, tally, ends)


@cache
def known_near_the_end(name: str, rules: str) -> bool:
    """Whether games come to positions from which on every value is known, or every chance."""
    solver, source = values_of(name, rules), random.Random(f"near the end {name} {rules}")
    if isinstance(solver, Expecting):
        return True
    choose = rolled(any_move(source), source)
    game = make_game(name, rules)
    for _ in range(_TRIED):
        game.reset()
        while game.verdict() == UNDECIDED:
            if solver.settles(game):
                return True
            make_move(game, choose(game))
    return False


def may_be_late(game: Game) -> bool:
    """Whether pieces come one by one onto an empty board, and stay."""
    return not pieces_on(game) and game.match != "rolling"


def plan() -> dict[Own, int]:
    """All conditions, for games whose values are known at least near the end."""
    valued = [each for each in VARIANTS if known_near_the_end(*each)]
    late = {
        Own(game, rules, len(LEVELS[game]) - 1, LATE): LATE_GAMES
        for game, rules in valued
        if LEVELS[game][-1] != PROVED and may_be_late(make_game(game, rules))
    }
    return late | {
        Own(game, rules, level, rival): PLAYED
        for game, rules in valued
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
        late = results.get(Own(game, rules, len(LEVELS[game]) - 1, LATE))
        mine = {
            own: one
            for own, one in results.items()
            if own[:2] == (game, rules) and own.rival != LATE and one.by_pieces
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
        games = min(one.games for one in mine.values()), max(one.games for one in mine.values())
        counted = "-".join(map(str, sorted(set(games))))
        parts += [f"## {game}, {rules}" if rules else f"## {game}", f"{counted} games a cell."]
        parts.append(report.table(["level", *RIVALS], rows))
        parts += ["By pieces on the board, all rivals together:", _by_pieces(mine, game)]
        if late is not None:
            parts.append(_late(late))
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


def _late(one: Given) -> str:
    """What the last level came to against the late punisher."""
    ends = (f"{side} {'-'.join(map(str, one.by_side[side]))}" for side in SIDES)
    return (
        f"The last level against `{LATE}`, who makes any move until {LATE_FROM} pieces lie and the"
        f" best one from then on, won-drawn-lost as who moves {', '.join(ends)}; given away"
        f" {shown(list(one.by_pieces.values()))}."
    )


NOTES = """\
A decision gives the value away if the exact value of the position, with best play of both, is worse
after it than before; where chance acts, if it costs more than 1 % of a game. Only decisions count
of which every move's value is known: by the solution where one is stored on the computer, else by
search. A game whose search proves only wins that are near does not count: a slower win gives
nothing away. The games begin with one move by chance; half of them are played with either colour.
`random` makes any move, `below` is the level below (for the lowest level a child, who takes wins in
one), and `punisher` makes any move until values are known and the best one from then on. In
brackets: the 95% interval."""

#: What the page says of a level: host_tools/play/web/page/js/given.js.
FIGURES = ROOT / "host_tools" / "play" / "web" / "page" / "given.json"


def figures(results: Mapping[Own, Given]) -> dict[str, list[list[int]]]:
    """By game and rules, for each level: decisions that gave a value away, and all decisions."""
    found: dict[str, list[list[int]]] = {}
    for own, one in results.items():
        levels = found.setdefault(
            f"{own.game} {own.rules}".strip(), [[0, 0] for _ in LEVELS[own.game]]
        )
        for decisions, given in one.by_pieces.values():
            levels[own.level][0] += given
            levels[own.level][1] += decisions
    return found


def write_figures(results: Mapping[Own, Given]) -> None:
    """Write what the page says."""
    rows = (
        f"{json.dumps(name)}: {json.dumps(levels)}" for name, levels in figures(results).items()
    )
    write_whole(FIGURES, ("{\n" + ",\n".join(rows) + "\n}\n").encode())


EXPERIMENT = Experiment(
    name="levels-given-away",
    unit="games",
    tally=Given,
    in_batch=TOGETHER,
    plan=plan,
    trial=play,
    said=lambda _, one: shown(list(one.by_pieces.values())) if one.by_pieces else "nothing settled",
    title="How often the levels give a value away",
    body=body,
    also=write_figures,
)
