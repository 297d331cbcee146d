"""Two boards that play each other: the first player sits at one, the second at the other.

Each board plays against "a friend elsewhere" (`link/link.py`), and this brings it what was moved on
the other. Where the games differ, as after a move that was taken back, the board that changed last
is right. A board that starts again goes on from what it has stored, and gets what it has missed.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from host_tools.board.messages import MenuItem, State

Tell = Callable[[dict[str, Any]], object]
_PLAYING = {"players": 0, "coach": 0, "fair": 0}


class Side:
    """One of the two boards. `tell` sends it a line; `player`: 0 or 1, who sits there."""

    def __init__(self, player: int, tell: Tell) -> None:
        self.player = player
        self.tell = tell
        self.variants: Sequence[str] = ()
        self.state: State | None = None
        self.asked: tuple[Any, ...] | None = None  # the last thing told, until the board answers
        self.played: tuple[int, str] | None = None  # the number and the last move of the other's

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
    def plays(self) -> bool:
        """Whether it plays against a friend here."""
        state = self.state
        return state is not None and state.phase == "match" and state.friend

    @property
    def waits(self) -> bool:
        """Whether the friend is to move."""
        assert self.state is not None
        return self.plays and self.state.ask == "wait" and self.state.turn != self.player

    def ask(self, *what: Any, **line: Any) -> None:
        """Tell the board something once, whatever it says until it has done it."""
        if self.asked != what:
            self.asked = what
            self.tell(line)


class Pair:
    """`told(sentence)` is called with what people at the terminal may want to know."""

    def __init__(self, tells: Sequence[Tell], told: Callable[[str], None]) -> None:
        self._sides = [Side(player, tell) for player, tell in enumerate(tells)]
        self._told = told
        self._lock = threading.RLock()
        self._over = self._ended = False

    def hear_menu(self, player: int, items: Sequence[MenuItem]) -> None:
        """The settings of a board: which games it can play."""
        names = next((item.values for item in items if item.field == "variant"), ())
        with self._lock:
            self._sides[player].variants = names

    def hear(self, player: int, state: State) -> None:
        """A state of a board, with all moves; from any thread."""
        with self._lock:
            here, there = self._sides[player], self._sides[1 - player]
            # A board that starts again says no moves at first: it is told again what it has lost.
            changed = here.state is None or here.state.moves != state.moves
            here.state = state
            if changed:
                here.asked = there.asked = None
            if (
                self._ended
                or there.state is None
                or state.phase != "match"
                or there.state.phase != "match"
            ):
                return
            if self._begun(self._sides[0], self._sides[1]):
                self._follow(here, there, changed)

    def end(self) -> None:
        """The next games are the boards' own again."""
        self._ended = True
        for side in self._sides:
            if side.state is not None and side.state.settings.get("friend"):
                side.tell({"c": "set", "friend": 0})

    def _begun(self, first: Side, second: Side) -> bool:
        """Make both play the first one's game against a friend; True once they do."""
        assert first.state is not None
        assert second.state is not None
        game, rules = first.state.game, first.state.rules
        if (second.state.game, second.state.rules) != (game, rules):
            name = f"{game} ({rules})" if rules else game
            if name in second.variants:
                second.ask("variant", name, c="set", variant=second.variants.index(name))
                if second.state.moves:
                    second.tell({"c": "new"})
            elif second.asked != ("none", name):
                second.asked = ("none", name)
                self._told(f"The second board cannot play {name}: choose another game.")
            return False
        for side in (first, second):
            if not side.plays:
                settings = {**_PLAYING, "starts": side.player, "friend": 1}
                side.ask("friend", c="set", **settings)
                side.tell({"c": "setup", "position": first.state.start, "moves": first.moves})
        return first.plays and second.plays

    @property
    def _start(self) -> str:
        state = self._sides[0].state
        return state.start if state is not None else ""

    def _follow(self, here: Side, there: Side, changed: bool) -> None:
        for side, other in ((here, there), (there, here)):
            if side.played is not None and side.moves == other.moves[: side.played[0]]:
                count, move = side.played
                if len(side.moves) == count and other.moves[count : count + 1] != [move]:
                    # It was taken back before the hands here had carried it out.
                    side.played = None
                    side.tell({"c": "setup", "position": self._start, "moves": side.moves})
                    return
        for behind, ahead in ((here, there), (there, here)):
            count = len(behind.moves)
            if behind.moves == ahead.moves[:count] and count < len(ahead.moves):
                if behind.waits:
                    self._bring(behind, count, ahead.moves[count])
                return
        if here.moves != there.moves and changed:
            same = [
                one for one, other in zip(here.moves, there.moves, strict=False) if one == other
            ]
            there.ask("setup", *same, c="setup", position=self._start, moves=same)
        self._tell_end(here)

    def _bring(self, behind: Side, count: int, move: str) -> None:
        """The other's move, or what is left of it: after a power cut its first part may be made."""
        behind.played = count, move
        if move.startswith(behind.half):
            behind.ask("play", count, c="play", move=move.removeprefix(behind.half))
        else:
            behind.tell({"c": "setup", "position": self._start, "moves": behind.moves})

    def _tell_end(self, here: Side) -> None:
        over = here.state is not None and here.state.result is not None
        if over and not self._over and here.state is not None:
            self._told(here.state.say)
        self._over = over
