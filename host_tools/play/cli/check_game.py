"""`lodeboard check-game`: whether a game has all that the firmware takes for granted."""

import argparse
from collections.abc import Iterator

from host_tools.board.hands.whole_game import MOST_MOVES, Played, play_whole
from host_tools.build import swap
from host_tools.games.conformance import Subject, check, trouble
from host_tools.games.loader import GAMES
from host_tools.jobs.command import FAILED, OK, UsageError
from host_tools.jobs.progress import progress_bar
from host_tools.setup.extras import MissingError, needs
from lodeboard.games.catalogue import LEVELS, rule_sets
from lodeboard.system.loader import plugin

DESCRIPTION = """\
Try a game's rules, texts, lights, sentences, coach and levels on random games, the same ones each
time. Then play a game on a simulated board: a hand does what the lights show, and the power is cut
in between. Finally, import the game on an emulated chip and make random steps there, because
MicroPython differs from Python. Prints a line for each property; the exit status is 1 if one fails.
"""
EPILOG = f"""\
examples:
  lodeboard check-game {GAMES[0]}
  lodeboard check-game games/teeko     a game in a folder of your own: its code runs here
"""
_BY_HAND = "a hand plays it by its lights"
_ON_CHIP = "it runs on the emulated chip"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard check-game`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "names",
        metavar="NAME|DIR",
        nargs="+",
        help=f"one of {', '.join(GAMES)}, or the folder of another game",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--no-chip", action="store_true", help="leave out the emulated chip")
    where.add_argument("--only-chip", action="store_true", help="only use the emulated chip")


def run(arguments: argparse.Namespace) -> int:
    """Check every rule set of the games."""
    for name in arguments.names:
        if name not in GAMES:
            raise UsageError(f"no game is called {name}: name a folder with its rules.py")
    # Not `any` of a generator: that would stop at the first game with a fault.
    return max([_check(name, arguments) for name in arguments.names])


def _check(name: str, arguments: argparse.Namespace) -> int:
    """Print a line for each property of one game."""
    swap.install(name)
    status = OK
    for rules in () if arguments.only_chip else rule_sets(name):
        subject = Subject(plugin(name), rules, LEVELS[name])
        words = f"{name} {rules}".rstrip()
        for result in check(subject):
            status |= _say(f"{words}: {result.name}", result.trouble)
        line, wrong = _by_hand(name, subject)
        status |= _say(f"{words}: {line}", wrong)
    for line, wrong in () if arguments.no_chip else _on_chip(name):
        status |= _say(line, wrong)
    return status


def _say(line: str, wrong: str) -> int:
    print(f"{line}: {wrong}" if wrong else f"ok  {line}", flush=True)
    return FAILED if wrong else OK


def _by_hand(name: str, subject: Subject) -> tuple[str, str]:
    """What the hand played, and what is wrong."""
    games: list[Played] = []
    with progress_bar(MOST_MOVES, stays=False) as bar:

        def moved(moves: int) -> None:
            bar.update(moves - bar.n)

        def prove(subject: Subject) -> None:
            games.append(play_whole(name, subject.rules, moved))

        wrong = trouble(prove, subject)
    return f"{_BY_HAND}: {games[0]}" if games else _BY_HAND, wrong


def _on_chip(name: str) -> Iterator[tuple[str, str]]:
    """What was tried on the chip, and what is wrong there."""
    try:
        with needs("Trying a game on the emulated chip", "chip"):
            from host_tools.workshop.gamechip import ChipFault, try_on_chip  # noqa: PLC0415
    except MissingError as error:
        print(f"not tried  {name}: {_ON_CHIP}. {error}", flush=True)
        return
    try:
        found = try_on_chip(name, rule_sets(name)[0])
    except ChipFault as error:
        yield f"{name}: {_ON_CHIP}", str(error)
        return
    yield f"{name}: {_ON_CHIP}: {found}", found.fault
