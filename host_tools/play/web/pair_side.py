"""What two boards that play each other know of each of them, and how they are told."""

from collections.abc import Callable, Sequence
from typing import Any

from host_tools.board.messages import State

Tell = Callable[[dict[str, Any]], object]
_PLAYING = {"players": 0, "coach": 0, "fair": 0}
_GIVEN_BACK = ("players", "fair", "starts")  # as soon as a game runs, which no longer needs them


class Side:
    """One of the two boards. `tell` sends it a line; `player`: 0 or 1, who sits there."""

    def __init__(self, player: int, tell: Tell) -> None:
        self.player = player
        self.tell = tell
        self.variants: Sequence[str] = ()
        self.state: State | None = None
        self.game = -1  # the number of the game that both play; 0: another; -1: not known yet
        self.asked: tuple[Any, ...] | None = None  # the last thing told, until the board answers
        self.unsure = False  # it may have lost its game
        self.played: tuple[int, str] | None = None  # the number and the last move of the other's
        self._start = ""  # of its game
        self._had = False  # whether that has had moves
        # The game that it is told to set up, until it has; and what it had then.
        self._wanted: tuple[int, str, list[str]] | None = None
        self._before: list[str] = []
        self._own: dict[str, int] = {}  # its owner's settings
        self._coach = 0
        self._lent = True

    @property
    def moves(self) -> list[str]:
        """Whole turns: the first part of an unfinished one is left out."""
        assert self.state is not None
        moves = self.state.moves or []
        return moves[:-1] if ";" in self.state.position else moves

    @property
    def half(self) -> str:
        """The written first part of an unfinished turn; "" without."""
        assert self.state is not None
        return (self.state.moves or [""])[-1] if ";" in self.state.position else ""

    @property
    def start(self) -> str:
        """The position that its game began from."""
        assert self.state is not None
        return self.state.start

    @property
    def at_game(self) -> bool:
        """Whether it shows a game, not its menu or what it does after a start."""
        return self.state is not None and self.state.phase == "match"

    @property
    def plays(self) -> bool:
        """Whether it plays against a friend here."""
        return self.state is not None and self.at_game and self.state.friend

    @property
    def over(self) -> bool:
        """Whether its game has ended."""
        return self.state is not None and self.state.result is not None

    @property
    def waits(self) -> bool:
        """Whether the friend is to move."""
        assert self.state is not None
        return self.plays and self.state.ask == "wait" and self.state.turn != self.player

    @property
    def settled(self) -> bool:
        """Whether it has set up what it was told to."""
        return self._wanted is None

    def ask(self, *what: Any, **line: Any) -> None:
        """Tell the board something once, whatever it says until it has done it."""
        if self.asked != what:
            self.asked = what
            self.tell(line)

    def take(self, state: State) -> bool:
        """A state of the board; returns whether its moves have changed."""
        # A board that starts again says no moves at first: it is told again what it has lost.
        changed = self.state is None or self.state.moves != state.moves
        self.state = state
        if not state.settings.get("friend"):
            self._own = {name: own for name, own in state.settings.items() if name in _GIVEN_BACK}
            self._coach = self._coach or state.settings.get("coach", 0)
        if not self.at_game:
            self._wanted = None
        if state.phase in ("start", "resume"):
            # It asks whether to go on with the game only if it still has it.
            self.unsure = state.phase == "start"
        return changed

    def leave(self) -> None:
        """Somebody uses the board for something else; its game comes back afterwards."""
        self.state = None
        self._wanted = None
        self.unsure = True

    def join(self, number: int) -> None:
        """The game on the board is this one."""
        self.game = number
        self._start = self.start
        self._wanted = None
        self.unsure = False

    def look(self) -> bool:
        """Compare a state of a game with what was known; True if it is another game."""
        assert self.state is not None
        if self._wanted is not None:
            number, *wanted = self._wanted
            if self.plays and [self.start, self.moves] == wanted:
                self.join(number)
            elif self.moves == self._before:
                return False
            self._wanted = None
        other = not self.plays or self.start != self._start or (self._had and not self.state.moves)
        self._had = bool(self.state.moves)
        return other and self.game > 0

    def set_up(self, number: int, start: str, moves: list[str]) -> None:
        """Tell the board once to play this game against a friend."""
        if self._wanted is not None and self._wanted[0] == number:
            return
        self._wanted = number, start, moves
        self._before = self.moves
        self.played = None
        self._lent = True
        self.tell({"c": "set", **_PLAYING, "starts": self.player, "friend": 1})
        self.tell({"c": "setup", "position": start, "moves": moves})

    def give_back(self) -> None:
        """Give the owner's settings back, but for the coach: the game under way goes on without.
        So a board that is pulled out is one of its own again after this game."""
        assert self.state is not None
        if self._lent and self.state.settings.get("friend"):
            self._lent = False
            self.tell({"c": "set", **self._own, "friend": 0})

    def end(self) -> None:
        """Give all of the owner's settings back."""
        if self.state is None:
            return
        settings = self.state.settings
        back = {**self._own, "friend": 0} if settings.get("friend") else {}
        if self._coach and not settings.get("coach"):
            back["coach"] = self._coach
        if back:
            self.tell({"c": "set", **back})


def rest_of(move: str, half: str) -> str:
    """Return what is left of a written move after its written first part; "" if it begins with
    another. A magician's spell has its first cell only in the part: `c3@d4` of `@d4e4`, then
    `c3@d4e4`, after which the magician goes back to c3."""
    cell, at, part = half.rpartition("@")
    if not move.startswith(at + part):
        return ""
    return move[len(at + part) :] or cell
