"""The hands that nobody moves: they carry out what is wanted of a board's tiles.

What is wanted comes from two sources: the lights of the board, which the helping hand follows as a
person would, and the board's state messages with the rules of the game, which say where each tile
of a board on a screen belongs. Only one of them works at a time.
"""

from typing import Any

from host_tools.board.contract import Board
from host_tools.board.hands.acts import Help, Play, Screen
from host_tools.board.hands.helper import HelperHand
from host_tools.board.hands.screen import ScreenHands

HOLDER = -1  # pages are numbered from 1; tiles in these hands are held by this number


class AutomaticHands:
    """`step` is called once a tick, before the board's. `by_state` also helps the hands of pages to
    set a tile down."""

    def __init__(self, board: Board, on_screen: bool = False) -> None:
        self._by_lights = HelperHand(board)
        self.by_state = ScreenHands(board, on_screen)
        self._reported: dict[str, object] = {}  # by type of message

    @property
    def tiles(self) -> list[int]:
        """Numbers of the tiles in these hands, or on their way."""
        held = self._by_lights.tile
        return [*self.by_state.tiles, *([] if held is None else [held])]

    @property
    def measuring(self) -> bool:
        """Tiles lie on the board only for their strength to be measured, for a moment."""
        return self.by_state.measuring

    def ask(self, act: Help | Screen | Play) -> str | None:
        """Do so from now on. Returns why that cannot be."""
        match act:
            case Help():
                self._by_lights.ask(act)
            case Play(move=move):
                return self.by_state.play(move)
            case Screen():
                self.by_state.ask(act)
                if self.by_state.on:
                    self._by_lights.ask(Help("off"))
        return None

    def step(self, people_hold: bool, aside: bool, busy: bool) -> int:
        """Go on by one tick. `people_hold`: a page's hand has a tile. `aside`: the board is used
        for something else than a game. `busy`: something else lays tiles out. Returns a button to
        press, 0 for none."""
        self._by_lights.step(people_hold, aside)
        return self.by_state.step(people_hold, busy)

    def hand_over(self, tile: int) -> None:
        """A person takes this tile out of the helping hand, if it is there."""
        if self._by_lights.tile == tile:
            self._by_lights.let_go()

    def let_go(self) -> None:
        """Let go of all tiles now."""
        self._by_lights.let_go()
        self.by_state.let_go()

    def news(self) -> list[dict[str, Any]]:
        """The messages to pages that say something new."""
        told = [self._by_lights.report(), self.by_state.report()]
        new = [each for each in told if each != self._reported.get(str(each["t"]))]
        self._reported.update({str(each["t"]): each for each in new})
        return new
