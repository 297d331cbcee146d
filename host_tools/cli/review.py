"""`lodeboard review`: a game with everything known of it, as one HTML file."""

import argparse
import os
import sys
from pathlib import Path

from host_tools.analysis.oracle import advice, mending, open_solver
from host_tools.analysis.review_page import NAMES, make_page
from host_tools.analysis.scorecard import judge, score
from host_tools.analysis.study import examine, read_course
from host_tools.cli.console import BAD_INPUT, OK, UsageError
from host_tools.cli.replay import RecordError, read_text
from host_tools.games.flip.solver.store import StoreError
from lodeboard.games.catalogue import GAMES
from lodeboard.games.contract import GameError
from lodeboard.system.loader import make_game

DESCRIPTION = """\
Write the analysis of a game as one HTML file: every position with the exact value of each legal
step, a chart of who wins and how soon, the moves, and a scorecard for each side (best moves,
good moves, blunders, accuracy). It is what the panel "Analysis" shows on the page of `lodeboard
play`. The file needs nothing else and asks nothing of anybody; open it in any browser, send it
to a friend.

Only what is proved is shown. Where `lodeboard solve flip` has computed the solution, that is
everything. Where it has not, values are known from eight tiles on (ten where Numba is not
installed), and before that where the end is near. In xtic they are known from seven pieces on
the board (eleven without Numba). Moves whose value is not known are not judged, and the file
says so.
"""
EPILOG = """\
a record, as `lodeboard replay` reads it:
  position 1_---d-duD-U--D-Du    # leave this line out for a game from the beginning
  1. d1Wb1U  2. d2Nd2D

how accuracy is counted: of the moves that could be judged, a best move counts one, a good one
(it keeps the value, but wins later or loses sooner than it could) half, a blunder nothing.

examples:
  lodeboard review game.txt                  writes game.html
  lodeboard review game.txt -o analysis.html --rules eclipse
  lodeboard review game.txt --game xtic --rules torus
  printf 'a1U a1Eb2U' | lodeboard review - -o game.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "record", metavar="RECORD", help="the record, a text file, or - for standard input"
    )
    parser.add_argument(
        "--game", choices=GAMES, default=GAMES[0], help=f"the game (default {GAMES[0]})"
    )
    parser.add_argument("--rules", metavar="R", help="its rule set (default: its first)")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where the page goes (default: the record's name with .html)",
    )


def run(arguments: argparse.Namespace) -> int:
    try:
        game = make_game(arguments.game, arguments.rules or "")
    except GameError as error:
        raise UsageError(str(error)) from error
    rules = game.rules
    name = arguments.record
    if arguments.output:
        target = Path(arguments.output)
    elif name == "-":
        raise UsageError("a record from standard input has no name: say -o FILE")
    else:
        target = Path(name).with_suffix(".html")
    if name != "-" and target.resolve() == Path(name).resolve():
        raise UsageError(f"{target} is the record itself: say -o with another name")
    try:
        course = read_course(game, read_text(name))
    except RecordError as error:
        print(f"lodeboard review: {name}: {error}", file=sys.stderr)
        return BAD_INPUT
    solver = open_solver(rules)
    try:
        studies = [examine(game, position, solver) for position in course.positions]
    except StoreError as error:
        raise UsageError(f"{error}; {mending(rules)}") from error
    studies = [study | {"remedy": advice(rules, study)} for study in studies]
    judged = judge(course, studies)
    title = NAMES[game.name] if name == "-" else Path(name).stem
    _write(target, make_page(title, rules, course, studies, judged, score(judged)))
    print(target)
    return OK


def _write(target: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"cannot write {target}: {error.strerror}") from error
