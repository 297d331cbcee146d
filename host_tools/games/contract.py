"""What a game may offer on the computer in addition to its rules: exact values, tables, a search.

A game that offers any of these defines it in `host_tools/games/<game>/plugin.py` as `PLUGIN`, a
subclass of `HostGame`. A game without that file is a `SearchedGame`, which uses its rules alone:
search, a solution if the game is small, and tables if it is from outside the project.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from lodeboard.games.contract import Game

if TYPE_CHECKING:
    import argparse  # browsers would load it

#: WIN, LOSE or TIE for the player to act, and the turns to the end (a tie: 0); the turns are
#: None where only the value is known.
Outcome = tuple[int, int | None]


_COLUMNS = tuple("ABCDEFG")


class StoreError(Exception):
    """A file that is missing or cannot be used; the text names it and says why."""


class SolveError(Exception):
    """The solution cannot be computed here; the text says why and what to do."""


class Solver(Protocol):
    """Finds exact outcomes of undecided positions; None where they are not known."""

    def settles(self, game: Game) -> bool:
        """True where `value` certainly knows this position and all positions after it."""

    def value(self, game: Game) -> Outcome | None:
        """The outcome, as far as it can be found in reasonable time."""

    def glimpse(self, game: Game) -> Outcome | None:
        """The same with little work: hundreds of replies may be looked at."""


@runtime_checkable
class Expecting(Protocol):
    """A solver of a game in which chance acts."""

    def chance(self, game: Game) -> float | None:
        """The chance that the player to act wins with best play on both sides, 0 to 1, a draw
        counted as half a win."""


class Search(Solver, Protocol):
    """A solver that needs no solution."""

    @property
    def trouble(self) -> str | None:
        """What is wrong with a file that it reads; None if nothing is. Without that file it still
        answers as well as possible."""


class Solution(Solver, Protocol):
    """A complete solution of one rule set, open for reading. Its methods raise StoreError."""

    def close(self) -> None: ...


class Batch(Protocol):
    """Answers about many positions at once."""

    def answer(
        self, texts: Sequence[str], brief: bool, with_moves: bool
    ) -> list[dict[str, Any] | None]:
        """Return the answer of `lodeboard analyse` for each position; None for one that must be
        asked singly.

        brief: without best moves. with_moves: with each move's position and value.
        """


class Nothing:
    """The search of a game without one: it knows only what the rules decide."""

    trouble: str | None = None

    def settles(self, game: Game) -> bool:
        return False

    def value(self, game: Game) -> Outcome | None:
        return None

    glimpse = value


class Command(Protocol):
    """A game's part of `lodeboard solve` or `lodeboard tables`."""

    @property
    def reports(self) -> bool:
        """Whether it writes a report on request; `arguments.report` is then the file's name, "" for
        the usual one, or None."""

    @property
    def description(self) -> str:
        """What it does, for --help."""

    @property
    def examples(self) -> str:
        """Command lines, for --help."""

    def add_arguments(self, group: Any) -> "list[argparse.Action]":
        """Add the options that only this game has to an argument group, and return them."""

    def run(self, rule_sets: Sequence[str], arguments: "argparse.Namespace") -> int:
        """Run the command for these rule sets and return the exit status. `arguments.rules` is None
        if the user named none. Raises UsageError, StoreError, SolveError and BookError."""


class Help(NamedTuple):
    """A game's sentences in the help texts. Every line ends with a line end."""

    notation: str = ""  # how positions and moves are written
    record: str = ""  # an example of a game record
    move: str = ""  # what counts as a move
    known: str = ""  # which values are known
    examples: Mapping[str, str] = {}  # by command


def go_on() -> None:
    """The default `between` of a search: does nothing."""


class HostGame:
    """A game on the computer."""

    title = ""  # display name; its internal name if empty
    help = Help()
    alike = False  # whether all its tiles carry the same magnet

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = self.title or name

    def solve(self) -> Command | None:
        """Its part of `lodeboard solve`; None where it cannot be solved."""
        return None

    def tables(self) -> Command | None:
        """Its part of `lodeboard tables`; None where it has no tables."""
        return None

    def open_solution(self, rules: str) -> Solution | None:
        """Return the solution of a rule set; None if it is not complete. Raises StoreError."""
        return None

    def batch(self, solution: Solution) -> Batch | None:
        """What answers about many positions at once from the solution; None if there is none."""
        return None

    def open_search(self, rules: str, between: Callable[[], None] = go_on) -> Search:
        """Return the search that answers without a solution. `between` is called about every tenth
        of a second while it searches; an exception it raises ends the question and leaves the
        search usable."""
        return Nothing()

    def search_files(self, rules: str) -> tuple[Path, ...]:
        """The files that this search reads: the site loads them when it is asked for."""
        return ()

    def read_move(self, game: Game, text: str) -> list[int]:
        """Return the steps of a move as written in a record. Raises GameError with the reason."""
        return game.parse_move(text)

    def respell(self, game: Game, text: str) -> str:
        """Return a move in the game's notation, from a common variant spelling; the text itself if
        it is not recognised."""
        if text[:1] in _COLUMNS and text[1:2].isdigit():
            return text[0].lower() + text[1:]  # phones capitalise the first letter
        return text

    def move_name(self, game: Game, move: Sequence[int]) -> str:
        """The usual notation of the move with these steps, legal in the position of `game`."""
        return game.move_text(list(move))

    def in_check(self, game: Game) -> bool:
        """Whether the player to act is in check, in games that have check."""
        return False

    def how_to_know(self, rules: str) -> str:
        """What to do to get unknown values, as a sentence without its full stop."""
        return f"nothing on this computer solves {self.name}"

    def how_to_repair(self, rules: str) -> str:
        """What to do about an unusable file of the solution, in the same form."""
        return "remove the file"
