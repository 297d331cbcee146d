"""A hand that is quicker still than the soak's, for the emulated chip: a second of its time takes
seconds of a computer's.

It waits for the light that it obeyed to go out, not for the board to ask for another thing, as
several pieces may be taken one after the other; and it says with the right button that it has
seen a piece that was given, as people do.
"""

from host_tools.board.hands.soak import QuickHand

_RIGHT = 4
_PRESS_MS = 60
_THOUGHT_MS = 60_000
_GONE_MS = 1500  # until a light that was obeyed is out


class BriskHand(QuickHand):
    """Plays both sides of a game on a board that is in one, set to play alone."""

    _seen = 0  # moves made when the piece that was given last was seen

    def _step(self) -> None:
        self.board.run_until(lambda: self.state.ask != "wait", _THOUGHT_MS)
        moves = self.state.length
        given = self.state.hand is not None
        if given and self.state.ask == "place" and self._seen != moves:
            self._seen = moves
            self._press()
        super()._step()

    def _press(self) -> None:
        self.board.press(_RIGHT)
        self.board.run_ms(_PRESS_MS)
        self.board.release(_RIGHT)

    def _lift(self, cell: int) -> bool:
        world = self.board.world
        here = world.on_cell(cell)
        if not here:
            return False
        tile = here[0]
        self._lifted.append(tile.id)
        world.lay(tile.id, *world.home(tile), up=tile.up)
        lit = self.board.leds[cell]
        self.board.run_until(
            lambda: self.state.ask != "lift" or self.board.leds[cell] != lit, _GONE_MS
        )
        return True
