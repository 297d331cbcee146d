"""`lodeboard solve`: exact values, stored for `analyse`, `review` and the page."""

import argparse
from pathlib import Path

from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import UsageError, at_least_one
from host_tools.play.cli.console import check_rules
from host_tools.play.cli.parts import Parts
from lodeboard.games.catalogue import rule_sets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = Parts({name: host_game(name).solve() for name in GAMES})
    parser.description, parser.epilog = parts.description, parts.epilog
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=" or ".join(parts.commands))
    sets = "; ".join(
        f"{name}: {', '.join(rule_sets(name))}" for name in parts.commands if any(rule_sets(name))
    )
    parser.add_argument("--rules", metavar="R", help=f"rule set (default: all; {sets})")
    parser.add_argument("--folder", metavar="DIR", type=Path, help="store the solution there")
    parser.add_argument(
        "--threads", metavar="N", type=at_least_one, default=0, help="processor cores to use"
    )
    parser.add_argument(
        "--report", metavar="FILE", nargs="?", const="",
        help="write what is known of the game: how many positions are won, how soon",
    )  # fmt: skip
    parts.add_arguments(parser)
    parser.set_defaults(parts=parts)


def run(arguments: argparse.Namespace) -> int:
    game, rules = arguments.game, arguments.rules
    if game not in arguments.parts.commands:
        solved = ", ".join(arguments.parts.commands)
        known = f"choose {solved}" if solved else "no game can be solved"
        raise UsageError(f"{game} cannot be solved: {known}")
    arguments.parts.check([game], arguments)
    check_rules(game, rules)
    reporting = [name for name, each in arguments.parts.commands.items() if each.reports]
    if arguments.report is not None and game not in reporting:
        raise UsageError(f"--report is for {', '.join(reporting)}")
    status: int = arguments.parts.run(
        game, rule_sets(game) if rules is None else (rules,), arguments
    )
    return status
