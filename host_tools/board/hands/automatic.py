"""Automatic hands, which move a board's tiles as required.

There are two kinds, of which one works at a time: the helping hand follows the board's lights as a
person would; the hands for a board on a screen use the board's state messages and the rules of the
game.
"""

from typing import Any

from host_tools.board.contract import Board
from host_tools.board.hands.acts import Help, Play, Screen
from host_tools.board.hands.helper import HelperHand
from host_tools.board.hands.screen import ScreenHands

HOLDER = -1  # pages are numbered from 1; this is the holder number of these hands


class AutomaticHands:
    """`step` is called once a tick, before the board's. `by_state` also helps pages' hands to set a
    tile down."""

    def __init__(self, board: Board, on_screen: bool = False) -> None:
        self._by_lights = HelperHand(board)
        self.by_state = ScreenHands(board, on_screen)
        self._reported: dict[str, object] = {}  # by type of message

    @property
    def tiles(self) -> list[int]:
        """Numbers of the tiles in these hands, or travelling."""
        held = self._by_lights.tile
        return [*self.by_state.tiles, *([] if held is None else [held])]

    @property
    def measuring(self) -> bool:
        """True while tiles are on the board only to measure their strength."""
        return self.by_state.measuring

    def ask(self, act: Help | Screen | Play) -> str | None:
        """Apply the settings. Returns why this is impossible, or None."""
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
        """Advance by one tick. `people_hold`: a page's hand has a tile. `aside`: the board is not
        used for a game. `busy`: tiles are being laid out by other code. Returns a button to press,
        0 for none."""
        self._by_lights.step(people_hold, aside)
        return self.by_state.step(people_hold, busy)

    def hand_over(self, tile: int) -> None:
        """Release this tile if the helping hand holds it: a person takes it."""
        if self._by_lights.tile == tile:
            self._by_lights.let_go()

    def let_go(self) -> None:
        """Let go of all tiles now."""
        self._by_lights.let_go()
        self.by_state.let_go()

    def news(self) -> list[dict[str, Any]]:
        """Return the messages to pages that have changed."""
        told = [self._by_lights.report(), self.by_state.report()]
        new = [each for each in told if each != self._reported.get(str(each["t"]))]
        self._reported.update({str(each["t"]): each for each in new})
        return new
