"""`lodeboard review`: the analysis of a game as one HTML file."""

import argparse
from pathlib import Path

from host_tools.games.analysis.pasted import RecordError
from host_tools.games.analysis.scorecard import grade, score
from host_tools.games.analysis.study import advice, examine, read_course
from host_tools.games.contract import StoreError
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import BAD_INPUT, OK, UsageError, complain
from host_tools.jobs.files import write_whole
from host_tools.jobs.printable import printable
from host_tools.play.cli.console import Corrections, examples, open_pasted, read_text
from host_tools.play.web.review_page import make_page
from lodeboard.games.contract import GameError
from lodeboard.system.loader import make_game

DESCRIPTION = """\
Write the analysis of a game as one HTML file: every position with the exact value of each legal
step, a chart of who wins and how soon, the moves, and a scorecard for each side (best moves, good
moves, blunders, accuracy). The page of `lodeboard play` shows the same under "Analysis". The file
loads nothing else: open it in any browser or send it to a friend.

Only proved values are shown. Moves with unknown values are not graded, and the file says so.
"""
EPILOG = """\
a record, as `lodeboard replay` reads it:
  position 1_---d-duD-U--D-Du    # leave this line out for a game from the beginning
  1. d1Wb1U  2. d2Nd2D

accuracy: the average over all graded moves of 1 for a best move, 1/2 for a good move (it keeps the
value, but wins later or loses sooner than necessary) and 0 for a blunder.

examples:
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = "".join(host_game(name).help.known for name in GAMES)
    parser.description = f"{DESCRIPTION}\n{known}"
    parser.epilog = EPILOG + examples("review")
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
        help="the HTML file to write (default: the record's name with .html)",
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
        course = read_course(game, open_pasted(game, read_text(name)))
    except RecordError as error:
        complain("review", f"{name}: {error}")
        return BAD_INPUT
    Corrections("review").tell(course.notes)
    host = host_game(game.name)
    try:
        solver = host.open_solution(rules) or host.open_search(rules)
        studies = [examine(game, position, solver) for position in course.positions]
    except StoreError as error:
        raise UsageError(f"{error}; {host.how_to_repair(rules)}") from error
    studies = [study | {"fix": advice(host, rules, study)} for study in studies]
    graded = grade(course, studies)
    title = host.title if name == "-" else Path(name).stem
    text = make_page(title, host.title, rules, course, studies, graded, score(graded))
    try:
        write_whole(target, text)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from error
    print(printable(str(target)))
    return OK
