"""A command to which each game contributes help and options."""

import argparse
from collections.abc import Iterator, Mapping, Sequence

from host_tools.games.contract import Command, SolveError, StoreError
from host_tools.jobs.command import UsageError
from lodeboard.games.book_file import BookError


class Parts:
    """The games' parts of one command; None for a game without one."""

    def __init__(self, commands: Mapping[str, Command | None]) -> None:
        self.commands = {name: each for name, each in commands.items() if each is not None}
        # Games with the same kind of command share its help and its options.
        self._kinds: dict[type, list[str]] = {}
        for name, command in self.commands.items():
            self._kinds.setdefault(type(command), []).append(name)
        self._options: dict[type, list[argparse.Action]] = {}

    def _each(self) -> Iterator[tuple[str, Command]]:
        """Each kind of command, and the names of its games."""
        for names in self._kinds.values():
            yield ", ".join(names), self.commands[names[0]]

    @property
    def description(self) -> str:
        return "\n".join(f"{name}:\n{each.description}" for name, each in self._each())

    @property
    def epilog(self) -> str:
        return "examples:\n" + "".join(each.examples for _, each in self._each())

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the games' own options, a group for each kind of command."""
        for names, command in self._each():
            group = parser.add_argument_group(f"only {names}")
            self._options[type(command)] = command.add_arguments(group)

    def run(self, game: str, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        """Run a game's part and return the exit status. Raises UsageError."""
        try:
            return self.commands[game].run(rule_sets, arguments)
        except (BookError, SolveError, StoreError) as error:
            raise UsageError(str(error)) from error

    def check(self, games: Sequence[str], arguments: argparse.Namespace) -> None:
        """Raise UsageError if an option is set that none of these games has."""
        for kind, options in self._options.items():
            names = self._kinds[kind]
            for option in options:
                used = getattr(arguments, option.dest) != option.default
                if used and not set(names) & set(games):
                    raise UsageError(f"{option.option_strings[0]} is for {', '.join(names)}")
