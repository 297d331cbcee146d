"""What a match asks of what belongs to its game: player, coach, painter, words. Only for type
checkers: a board never imports it."""

from collections.abc import Sequence
from typing import Protocol

from lodeboard.games.contract import Game


class Player(Protocol):
    """What the session asks of a game's engine."""

    steps: list[int]
    nodes: int
    source: str

    def start(self, game: Game, level: int) -> None: ...
    def run(self, max_evals: int) -> bool: ...


class Coach(Protocol):
    """What the session asks of a game's coach."""

    values: bytearray

    def start(self, game: Game, steps: Sequence[int], count: int) -> None: ...
    def stop(self) -> None: ...
    def run(self, max_evals: int) -> bool: ...


class Painter(Protocol):
    """What the session asks of a game's painter."""

    def lines(self, marks: bytearray) -> None: ...

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """The finished game. `span` counts up every few seconds, for what takes turns. True
        where the cells stand for choices."""


class Words(Protocol):
    """What the session asks of a game's words."""

    @property
    def THING(self) -> str:
        """What the game calls its tiles, one of them."""

    @property
    def TOO_EARLY(self) -> str:
        """When a tile is laid before its time."""

    def say(self, ask: str, game: Game, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """The sentence for `ask` (lift, put, place, give). `who` acts, as a sentence begins.
        `asked`: it is the machine's step. `cell`: that of the menu one is at, or NOWHERE.
        `coaching`: the coach speaks to who acts."""

    def ended(self, game: Game) -> str:
        """How the end came about, to follow the result; or nothing."""
