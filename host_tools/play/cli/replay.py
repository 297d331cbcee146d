"""`lodeboard replay`: play through a written game and check every move."""

import argparse

from host_tools.games.analysis.pasted import RecordError
from host_tools.games.analysis.record import replay
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import BAD_INPUT, OK
from host_tools.jobs.printable import printable
from host_tools.play.cli.console import (
    Corrections,
    add_game,
    examples,
    open_game,
    open_pasted,
    read_text,
)
from lodeboard.games.contract import VERDICTS

DESCRIPTION = """\
Play through one game record and check every move. Prints the final position and, on a separate
line, its result for the player to move: undecided, win, lose or tie. At the first illegal move
it prints the number of the move, the move and the reason instead, and the exit status is 1.

A record is a text file of moves separated by white space. Move numbers (`3.` or `3`) and comments
(from a # at the start of a word to the end of the line) are skipped. The first line may be
`position ...` for a game with another starting position.

Pasted records are accepted too: a link to the page, quoted mail, quotation marks, comments in
{braces} or after ;, marks such as ! and ?, a result at the end. Corrections are reported on
standard error. Variations in brackets are refused.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    records = "\n".join(host_game(name).help.record for name in GAMES)
    parser.epilog = f"{records}\nexamples:\n{examples('replay')}"
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    game = open_game(arguments)
    text = read_text(arguments.file)
    try:
        pasted = open_pasted(game, text)
        replay(game, pasted)
    except RecordError as error:
        print(printable(str(error)))
        return BAD_INPUT
    Corrections("replay").tell(pasted.notes)
    print(game.text())
    print(VERDICTS[game.verdict()])
    return OK
