"""`lodeboard tables`: builds and verifies the board's tables."""

import argparse
from pathlib import Path

from host_tools.games.loader import GAMES, host_game
from host_tools.games.table_files import TABLES
from host_tools.jobs.command import OK, UsageError
from host_tools.play.cli.parts import Parts
from lodeboard.games.catalogue import rule_sets

DESCRIPTION = """\
Build or verify the tables that the board plays from, with values computed on a computer.

"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = Parts({name: host_game(name).tables() for name in GAMES})
    sets = ", ".join(rules for name in parts.commands for rules in rule_sets(name))
    parser.description, parser.epilog = DESCRIPTION + parts.description, parts.epilog
    parser.add_argument("act", metavar="ACT", choices=["build", "verify"], help="build or verify")
    parser.add_argument("--rules", metavar="R", help=f"rule set: {sets} (default: all)")
    parser.add_argument(
        "--game", metavar="GAME", choices=GAMES,
        help=f"{' or '.join(parts.commands)} (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--folder", metavar="DIR", type=Path, default=TABLES,
        help="where the tables are (default: with the firmware)",
    )  # fmt: skip
    parts.add_arguments(parser)
    parser.set_defaults(parts=parts)


def run(arguments: argparse.Namespace) -> int:
    rules, parts = arguments.rules, arguments.parts
    if not parts.commands:
        raise UsageError("no game has tables")
    if arguments.game and arguments.game not in parts.commands:
        raise UsageError(f"{arguments.game} has no tables")
    asked = [arguments.game] if arguments.game else list(parts.commands)
    known = {name: rule_sets(name) for name in asked}
    if rules is not None:
        known = {name: (rules,) for name, sets in known.items() if rules in sets}
        if not known:
            sets = [each for name in asked for each in rule_sets(name)]
            raise UsageError(f'there is no rule set "{rules}": choose {", ".join(sets)}')
    parts.check(list(known), arguments)
    status = OK
    for name, wanted in known.items():
        status = max(status, parts.run(name, wanted, arguments))
    return status
