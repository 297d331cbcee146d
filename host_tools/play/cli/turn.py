"""`lodeboard turn`: a game with a friend elsewhere, a link for each turn."""

import argparse
import sys

from host_tools.games.analysis import turnlink
from host_tools.games.analysis.pasted import RecordError
from host_tools.games.analysis.study import Course, read_course
from host_tools.games.analysis.turnlink import (
    AGREED,
    BACK,
    DRAW,
    RESIGNED,
    SENTENCES,
    TAKEN,
    TurnLink,
)
from host_tools.games.loader import GAMES
from host_tools.games.moves import legal_moves
from host_tools.jobs.command import BAD_INPUT, OK, UsageError
from host_tools.jobs.printable import printable, printable_lines
from host_tools.play.cli.console import check_rules, read_text
from lodeboard.games.catalogue import rule_sets
from lodeboard.games.contract import UNDECIDED, GameError
from lodeboard.system.loader import make_game

DESCRIPTION = """\
Take a turn in a game with a friend elsewhere. Each turn is a link that holds the whole game, so it
needs no server: send it by mail or messenger. The page opens the same links (Play a friend).

Without a move, prints what the link holds and who is to move. With one, or with an answer, prints
the link to send back. A link that is damaged, or that breaks the rules, is refused with the reason
and the exit status 1.
"""
EPILOG = """\
examples:
  lodeboard turn --new flip --names Anna,Ben --move b2U
  lodeboard turn 'https://.../#turn=...'
  lodeboard turn - --move b2Na1U --say nice < link.txt
"""
PLAYERS = ("first", "second")
_OFFERED = {
    DRAW: "offers a draw",
    AGREED: "agrees to the draw",
    BACK: "asks to take the last move back",
    TAKEN: "has let you take it back",
    RESIGNED: "resigns",
}
_ANSWER = {DRAW: AGREED, BACK: TAKEN}
_FEW = 5  # moves shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    link = parser.add_mutually_exclusive_group(required=True)
    link.add_argument("link", metavar="LINK", nargs="?", help="in quotes, or - for standard input")
    link.add_argument("--new", metavar="GAME", choices=GAMES, help="begin a game")
    parser.add_argument("--rules", metavar="R", help="rule set of a new game (default: the first)")
    parser.add_argument("--names", metavar="A,B", default="", help="the players of a new game")
    parser.add_argument("--move", metavar="M", action="append", default=[], help="make this move")
    act = parser.add_mutually_exclusive_group()
    act.add_argument(
        "--offer",
        choices=(DRAW, BACK),
        help="offer a draw; or ask, with your own last link, to take its move back",
    )
    act.add_argument("--accept", action="store_true", help="accept what the link offers or asks")
    act.add_argument("--resign", action="store_true", help="give the game up")
    parser.add_argument("--say", choices=SENTENCES, default="", help="send a sentence along")
    parser.add_argument("--qr", action="store_true", help="draw the link as a QR code, too")


def run(arguments: argparse.Namespace) -> int:
    try:
        before, turn, course = _begun(arguments)
        moved = arguments.move or arguments.accept or arguments.resign or arguments.offer == BACK
        if not moved and not arguments.new:
            if arguments.offer or arguments.say or arguments.qr:
                raise UsageError("--offer draw, --say and --qr are for a link to send: add --move")
            print(printable_lines(_told(turn, course)))
            return OK
        link = before + _next(arguments, turn, course)
    except (RecordError, GameError) as error:
        print(printable(str(error)), file=sys.stderr)
        return BAD_INPUT
    print(link)
    if arguments.qr:
        import segno  # noqa: PLC0415 - takes time, and only this needs it

        segno.make(link, micro=False).terminal(compact=True)
    return OK


def _begun(arguments: argparse.Namespace) -> tuple[str, TurnLink, Course]:
    """The address before a link, and what the link holds; the same of a new game."""
    if arguments.new:
        check_rules(arguments.new, arguments.rules)
        rules = arguments.rules or (rule_sets(arguments.new) or ("",))[0]
        first, _, second = arguments.names.partition(",")
        players = first.strip(), second.strip()
        # Without a move the friend begins.
        before = 1 if arguments.move else 0
        turn = TurnLink(turnlink.new_number(), arguments.new, rules, before, 0, players)
        return "", turn, read_course(make_game(turn.game, rules), "")
    if arguments.rules or arguments.names:
        raise UsageError("--rules and --names are for a new game: the link has its own")
    text = read_text("-") if arguments.link == "-" else arguments.link
    turn, course = turnlink.read(text)
    address = text.strip().partition("#")[0]
    return address if address.startswith(("http://", "https://")) else "", turn, course


def _next(arguments: argparse.Namespace, turn: TurnLink, course: Course) -> str:
    """The link that answers this one."""
    if turn.by is None:
        raise RecordError("this link is for watching")
    if turn.offer in (AGREED, RESIGNED) or course.verdict != "undecided":
        raise RecordError("the game is over")
    # To take back is asked with the last link of one's own.
    by = turn.by if arguments.offer == BACK else 1 - turn.by
    moves = [*course.moves, *arguments.move]
    offer = RESIGNED if arguments.resign else arguments.offer or ""
    if arguments.accept:
        offer = _ANSWER.get(turn.offer, "")
        if not offer:
            raise RecordError("this link offers nothing that could be accepted")
        if arguments.move:
            raise UsageError("--accept answers the link: leave --move out")
        if offer == TAKEN:
            moves = moves[: turnlink.turn_before(course, turn.by)]
    if offer == BACK and arguments.move:
        raise UsageError("--offer back asks for the move of your last link: leave --move out")
    answer = turn._replace(by=by, at=turn.at + 1, offer=offer, says=arguments.say)
    return turnlink.write(answer, f"position {course.start}\n{' '.join(moves)}")


def _told(turn: TurnLink, course: Course) -> str:
    """What a link holds, in lines."""
    names = [
        f"{name} ({player})" if name else f"the {player} player"
        for player, name in zip(PLAYERS, turn.players, strict=True)
    ]
    lines = [f"{turn.game} {turn.rules}".strip() + f", game {turn.number}, link {turn.at}"]
    lines.append(f"moves: {' '.join(course.names) or 'none'}")
    if turn.by is not None:
        does = [_OFFERED[turn.offer]] if turn.offer else []
        does += [f"says: {turn.says}"] if turn.says else []
        lines.append(f"from {names[turn.by]}" + (f", who {' and '.join(does)}" if does else ""))
    lines.append(f"position {course.positions[-1]}")
    game = make_game(turn.game, turn.rules)
    game.load(course.positions[-1])
    if game.verdict() != UNDECIDED:
        lines.append(f"the game is over: {course.verdict} for {names[course.turns[-1]]}")
    elif turn.offer not in (AGREED, RESIGNED):
        moves = [game.move_text(move) for move in legal_moves(game)]
        few = " ".join(moves[:_FEW])
        lines.append(f"{names[course.turns[-1]]} is to move: {len(moves)} moves, such as {few}")
    return "\n".join(lines)
