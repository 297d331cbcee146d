"""A command to which each game contributes help and options."""

import argparse
from collections.abc import Mapping, Sequence

from host_tools.games.contract import Command
from host_tools.jobs.command import UsageError


class Parts:
    """The games' parts of one command; None for a game without one."""

    def __init__(self, commands: Mapping[str, Command | None]) -> None:
        self.commands = {name: each for name, each in commands.items() if each is not None}
        self._options: dict[str, list[argparse.Action]] = {}

    @property
    def description(self) -> str:
        return "\n".join(f"{name}:\n{each.description}" for name, each in self.commands.items())

    @property
    def epilog(self) -> str:
        return "examples:\n" + "".join(each.examples for each in self.commands.values())

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the games' own options, a group for each game."""
        for name, command in self.commands.items():
            group = parser.add_argument_group(f"only {name}")
            self._options[name] = command.add_arguments(group)

    def check(self, games: Sequence[str], arguments: argparse.Namespace) -> None:
        """Raise UsageError if an option is set that none of these games has."""
        for name, options in self._options.items():
            for option in options:
                if name not in games and getattr(arguments, option.dest) != option.default:
                    raise UsageError(f"{option.option_strings[0]} is for {name}")
