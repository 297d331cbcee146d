"""Is Magician Chess a good game? Games of the strongest level against itself, and what they say.

    lodeboard lab magician-study                    play on, to 2000 games, and print
    lodeboard lab magician-study --games 0 --write  only write the page

Each game begins after random moves, in a position that the engine holds to be balanced. A line of
the results file is a game: its number, the rule set, the first position, the moves. All else is
found by playing them again. A game is written when it is over; Ctrl-C loses no other, and the next
run goes on. All is seeded by the number of the game. Each line names the engine, too: games of
different engines are not put together.
"""

import ast
import inspect
import json
import math
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from host_tools import ROOT
from host_tools.build import compiled
from host_tools.games.moves import make_move
from host_tools.jobs import charts, report
from host_tools.jobs.budgets import thousands
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.charts import Frame, Scale, hint, tag
from host_tools.jobs.charts import words as written
from host_tools.jobs.command import INTERRUPTED, OK, UsageError
from host_tools.jobs.progress import progress_bar
from host_tools.lab.experiments import measuring_parser
from host_tools.lab.magician.learn import best_turn
from host_tools.lab.magician.mates import kind
from host_tools.lab.matches import any_move, level_of, openings
from lodeboard.games import catalogue
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, GameError
from lodeboard.games.magician import board_kernel, player, rules, search, weights
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

NAME = "magician-study"
PAGE = ROOT / "docs" / "measured" / "magician-study.md"
RESULTS = cache_folder() / "magician-study.jsonl"
GAMES = 2000
RULE_SETS = tuple(catalogue.rule_sets("magician"))
RANDOM_TURNS = (4, 6, 8)
BALANCED = 40  # points: less than half a pawn
BALANCE_WORK = 60_000  # units, to see that
DECISIVE = min(weights.MATERIAL[1:3])  # points: the lesser of knight and magician
SPELLS = ("swap", "carry", "drop")
KINDS = ("move", "capture", "promotion", "castling", *SPELLS)
DRAWS = ("threefold", "fifty moves", "stalemate", "too long")
STEP = 30  # turns, of the picture of lengths
STEPS = 15
WIDE, HIGH = 480.0, 345.0
FRAME = Frame(52.0, 464.0, 40.0, 268.0)
LEFT, RIGHT, TOP, BOTTOM = FRAME
ENGINE = (board_kernel, layout, player, rules, search, weights)  # its modules
_STYLE = charts.style(Path(__file__).with_name("study.css"))


class Played(NamedTuple):
    """A game as it is kept."""

    number: int
    rules: str
    start: str
    moves: list[str]
    engine: str  # see `engine`; "" in files from before it was kept


class Seen(NamedTuple):
    """A game as it was played again."""

    rules: str
    winner: int | None  # 0 or 1: who moves first in the game's start position, or the other
    ended: str  # "mate", or one of DRAWS
    turns: int
    kinds: "Counter[str]"  # of all turns, see KINDS
    mate: str  # the kind of the last turn of a game that was won, "" of a draw
    decided: str  # that of the turn that decided it, or ""


def engine() -> str:
    """Names what the strongest level's moves come from; comments change nothing."""
    trees = [ast.dump(ast.parse(inspect.getsource(module))) for module in ENGINE]
    return f"{zlib.crc32(''.join(trees).encode()):08x}"


def opening(number: int) -> tuple[str, str]:
    """Rule set and first position of a game."""
    rule_set = RULE_SETS[number % len(RULE_SETS)]
    game = Magician(rule_set)
    source = random.Random(f"study magician {number}")
    searching = MagicianSearch()
    while True:
        [text] = openings(game, 1, lambda _: source.choice(RANDOM_TURNS), any_move(source))
        game.load(text)
        best_turn(searching, game, BALANCE_WORK, 0)
        if abs(searching.value) <= BALANCED:
            return rule_set, text


def play(number: int) -> Played:
    """Play a game."""
    rule_set, text = opening(number)
    game = Magician(rule_set)
    game.load(text)
    choose = level_of(MagicianPlayer(), len(LEVELS["magician"]) - 1)
    moves = []
    while game.verdict() == UNDECIDED:
        move = choose(game)
        moves.append(game.move_text(move))
        make_move(game, move)
    return Played(number, rule_set, text, moves, engine())


def see(played: Played) -> Seen:
    """What happened in a game. GameError where its moves are not those of a whole game."""
    game = Magician(played.rules)
    game.load(played.start)
    first = game.turn
    kinds: Counter[str] = Counter()
    leads = []
    how = []
    for text in played.moves:
        move = game.parse_move(text)
        how.append(kind(game, move))
        kinds[how[-1]] += 1
        make_move(game, move)
        leads.append(lead(game))
    verdict = game.verdict()
    if verdict == UNDECIDED:
        raise GameError("the game is not over")
    turns = len(how)
    if verdict == TIE:
        return Seen(played.rules, None, draw_of(game), turns, kinds, "", "")
    winner = 1 - game.turn if verdict == LOSE else game.turn
    sign = 1 if winner == 0 else -1
    at = turns
    while at and sign * leads[at - 1] >= DECISIVE:
        at -= 1
    # The turn after which the winner was ahead to the end; where nobody was, the mating one.
    decided = how[at] if at < turns else how[-1]
    return Seen(played.rules, winner ^ first, "mate", turns, kinds, how[-1], decided)


def lead(game: Magician) -> int:
    """What White has more in pieces, in points."""
    total = 0
    for square in range(layout.FIRST_SQUARE, layout.LAST_SQUARE + 1):
        piece = game.board[square]
        if 0 < piece & 7 <= layout.ROOK:
            worth = weights.MATERIAL[(piece & 7) - 1]
            total += -worth if piece & layout.BLACK else worth
    return total


def draw_of(game: Magician) -> str:
    """Why a game is drawn."""
    if game.board[layout.QUIET] >= 100:
        return "fifty moves"
    if game.repeated():
        return "threefold"
    return "too long" if game.length > game.max_length - 3 else "stalemate"


def read(path: Path) -> list[Played]:
    """The games of a file; a last line that is torn is cut off. UsageError names a damaged one, and
    one that another engine played than the first."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with path.open("r+b") as torn:
            torn.truncate(len(whole))
    found = []
    for number, line in enumerate(whole.decode().splitlines(), 1):
        try:
            told = json.loads(line)
            moves = told["moves"].split()
            by = told.get("engine", "")
            found.append(Played(int(told["number"]), told["rules"], told["start"], moves, by))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"{path}: line {number} is no game; remove it") from error
        if found[-1].engine != found[0].engine:
            raise UsageError(f"{path}: line {number} is of another engine than line 1")
    return found


def go_on(path: Path, games: int, advance: Callable[[], object]) -> None:
    """Play all games with numbers below `games` that the file does not have. UsageError where
    another engine played those that it has."""
    kept = read(path)
    done = {played.number for played in kept}
    if kept and kept[0].engine != engine() and not done.issuperset(range(games)):
        raise UsageError(f"{path}: another engine played these games; name another file")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as out:
        for number in range(games):
            if number not in done:
                played = play(number)._asdict()
                out.write(json.dumps(played | {"moves": " ".join(played["moves"])}) + "\n")
                out.flush()
                advance()


# The page


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def points(games: Sequence[Seen]) -> tuple[float, float]:
    """Share of the points of who moves first, and half the width of its 95 % interval by the
    normal approximation."""
    scores = [0.5 if game.winner is None else 1.0 - game.winner for game in games]
    mean = sum(scores) / len(scores)
    spread = sum((score - mean) ** 2 for score in scores) / len(scores)
    return mean, 1.96 * math.sqrt(spread / len(scores))


def groups(games: Sequence[Seen]) -> Iterator[tuple[str, list[Seen]]]:
    """The games of each rule set that has any, and all."""
    for rule_set in RULE_SETS:
        some = [game for game in games if game.rules == rule_set]
        if some:
            yield rule_set, some
    yield "all", list(games)


def results_table(games: Sequence[Seen]) -> str:
    rows = []
    for name, some in groups(games):
        mean, error = points(some)
        ended = Counter(game.ended for game in some)
        turns = [game.turns for game in some]
        rows.append(
            [
                name,
                thousands(len(some)),
                f"{100 * mean:.1f} ± {100 * error:.1f} %",
                *(share(sum(game.winner == who for game in some), len(some)) for who in (0, 1)),
                *(share(ended[how], len(some)) for how in DRAWS),
                f"{median(turns):.0f}",
                f"{min(turns)} to {max(turns)}",
            ]
        )
    titles = ["rules", "games", "points of who begins", "won by who begins", "by the other"]
    titles += [f"drawn: {how}" for how in DRAWS]
    return report.table([*titles, "turns, median", "turns"], rows)


def kinds_table(games: Sequence[Seen]) -> str:
    turns = sum(game.turns for game in games)
    won = [game for game in games if game.winner is not None]
    rows = []
    for name in KINDS:
        rows.append(
            [
                name,
                share(sum(game.kinds[name] for game in games), turns),
                f"{sum(game.kinds[name] for game in games) / len(games):.1f}",
                share(sum(game.kinds[name] > 0 for game in games), len(games)),
                share(sum(game.decided == name for game in won), len(won)),
                share(sum(game.mate == name for game in won), len(won)),
            ]
        )
    titles = ["turn", "of all turns", "a game", "games with one", "decides", "mates"]
    return report.table(titles, rows)


def body(games: Sequence[Seen]) -> str:
    """The page below its title."""
    mean, error = points(games)
    draws = sum(game.winner is None for game in games)
    won = [game for game in games if game.winner is not None]
    spells = sum(game.decided in SPELLS for game in won)
    return f"""\
{thousands(len(games))} games of the strongest level against itself. Each begins after
{", ".join(map(str, RANDOM_TURNS[:-1]))} or {RANDOM_TURNS[-1]} random turns, in a position in which
the engine finds neither player ahead by more than {BALANCED} points (a pawn is worth
{weights.MATERIAL[0]}) in {thousands(BALANCE_WORK)} units of work. Who begins is
White, to act there. Intervals are of 95 %.

Who begins makes {100 * mean:.1f} ± {100 * error:.1f} % of the points; {share(draws, len(games))} of
the games are drawn. Of those that are won, {share(spells, len(won))} are decided by a spell.

{results_table(games)}

*Too long*: the board counts a game of {Magician.max_length} steps as drawn.

![How long games are](pictures/magician-study-length.svg)

## Spells, carries and drops

The turn that *decides* a won game is the one after which the winner is ahead in pieces by at least
{DECISIVE} points, the lesser of a knight and a magician, from there to the end; where the winner is
not ahead so far, it is the mate itself. A *swap* moves a hole to an empty cell, a *carry* moves a
piece, a *drop* takes one off the board.

{kinds_table(games)}

![Which turns decide](pictures/magician-study-kinds.svg)"""


def lengths_picture(games: Sequence[Seen]) -> str:
    """Games by their length, won and drawn ones as stacked bars."""
    bars = [Counter[int](), Counter[int]()]
    for game in games:
        bars[game.winner is None][min(game.turns // STEP, STEPS - 1)] += 1
    most = max(bars[0][at] + bars[1][at] for at in range(STEPS))
    y = Scale((0, most), (BOTTOM, TOP))
    parts = [written("Games by their length in turns", LEFT, 18, "title")]
    parts += FRAME.upright(y, [(most * part / 4, f"{most * part / 4:.0f}") for part in range(5)])
    wide = (RIGHT - LEFT) / STEPS
    for at in range(STEPS):
        done = 0
        for what, class_, some in (("won", "near", bars[0]), ("drawn", "empty", bars[1])):
            low, done = y.at(done), done + some[at]
            more = " or more" if at == STEPS - 1 else f" to {STEP * at + STEP - 1}"
            note = f"{some[at]} {what} in {STEP * at}{more} turns"
            bar = {"x": LEFT + wide * at + 1, "y": y.at(done), "width": wide - 2, "class_": class_}
            parts.append(tag("rect", hint(note), height=low - y.at(done), **bar))
        if at % 2 == 0:
            said = f"{STEP * at}+" if at == STEPS - 1 else str(STEP * at)
            parts.append(written(said, LEFT + wide * at, BOTTOM + 14, "small"))
    for at, (said, class_) in enumerate((("won", "near"), ("drawn", "empty"))):
        left = LEFT + 130 * at
        parts.append(tag("rect", x=left, y=BOTTOM + 34, width=10, height=10, class_=class_))
        parts.append(written(said, left + 15, BOTTOM + 43, "soft"))
    return charts.file(WIDE, HIGH, "Games by their length in turns, won and drawn", _STYLE, *parts)


def kinds_picture(games: Sequence[Seen]) -> str:
    """Which kinds of turns decide, and which mate, in shares of the won games, side by side."""
    won = [game for game in games if game.winner is not None]
    columns = [
        ("decides", "near", Counter(game.decided for game in won)),
        ("mates", "empty", Counter(game.mate for game in won)),
    ]
    whole = max(1, len(won))
    most = max((100 * count[name] / whole for _, _, count in columns for name in KINDS), default=1)
    y = Scale((0, max(most, 1)), (BOTTOM, TOP))
    parts = [written("Turns that decide and that mate, % of won games", LEFT, 18, "title")]
    parts += FRAME.upright(y, [(most * part / 4, f"{most * part / 4:.0f}") for part in range(5)])
    wide = (RIGHT - LEFT) / len(KINDS)
    for at, name in enumerate(KINDS):
        for side, (what, class_, count) in enumerate(columns):
            percent = 100 * count[name] / whole
            bar = {"x": LEFT + wide * at + 3 + side * wide * 0.45, "width": wide * 0.4}
            note = f"{name} {what}: {percent:.1f} %"
            high = BOTTOM - y.at(percent)
            parts.append(
                tag("rect", hint(note), y=y.at(percent), height=high, class_=class_, **bar)
            )
        parts.append(written(name, LEFT + wide * at, BOTTOM + 14, "small"))
    for at, (what, class_, _) in enumerate(columns):
        left = LEFT + 130 * at
        parts.append(tag("rect", x=left, y=BOTTOM + 34, width=10, height=10, class_=class_))
        parts.append(written(what, left + 15, BOTTOM + 43, "soft"))
    return charts.file(WIDE, HIGH, "Turns that decide games, and that mate", _STYLE, *parts)


def main(arguments: list[str] | None = None) -> int:
    parser = measuring_parser(NAME, __doc__, PAGE.name)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="to have in all")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help="default: "
        "in the user's cache")  # fmt: skip
    chosen = parser.parse_args(arguments)
    compiled.install("magician")
    try:
        done = len(read(chosen.results))
        with progress_bar(chosen.games, initial=min(done, chosen.games)) as bar:
            go_on(chosen.results, chosen.games, bar.update)
        games = [see(played) for played in read(chosen.results)]
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, GameError, OSError) as error:
        parser.error(str(error))
    if not games:
        parser.error(f"{chosen.results} has no games yet")
    print(f"{results_table(games)}\n\n{kinds_table(games)}")
    if chosen.write:
        pictures = {
            "magician-study-length": lengths_picture(games),
            "magician-study-kinds": kinds_picture(games),
        }
        command = f"lodeboard lab {NAME} --games {len(games)} --write"
        title = "Is Magician Chess a good game?"
        report.write_page(PAGE, title, command, body(games), pictures)
    return OK
