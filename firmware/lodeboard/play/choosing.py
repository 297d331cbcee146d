"""Choices made with buttons: the cells form a menu.

While a person may choose, each cell that stands for a choice is lit. Right selects the next one,
left the previous; before the first and after the last none is selected. The middle button confirms
the selection. The machine's choice is shown alone for a while. Where steps by hand are possible,
too, their lights are shown while no choice is selected.
"""

from lodeboard.games.contract import NOWHERE, Game
from lodeboard.lights import palette
from lodeboard.play.scene import LEFT, RIGHT
from lodeboard.ticks import Stopwatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOW_MS = 3000


class Choosing:
    """on: a person may choose. asks: the menu is asked for, and not the steps by hand beside it.
    at: the selected cell, or NOWHERE. shows: the choice made is being shown."""

    def __init__(self, game: Game):
        self._game = game
        self._cells = bytearray(game.max_steps)  # cells of the choices, in the order of the steps
        self._steps: Sequence[int] = ()
        self._first = 0  # index of the first choice: steps by hand come before it
        self._count = 0
        self._showing = Stopwatch()
        self.at = NOWHERE
        self.shows = False

    @property
    def on(self) -> bool:
        return self._count > self._first

    @property
    def asks(self) -> bool:
        return self.on and (self._first == 0 or self.at != NOWHERE)

    def offer(self, steps: "Sequence[int]", count: int, first: int = 0) -> None:
        """Offer steps[first:count], which are choices, to a person."""
        self.at = NOWHERE
        self._steps = steps
        self._first = first
        self._count = count
        for index in range(first, count):
            self._cells[index] = self._game.choice(steps[index])

    def index(self) -> int:
        """Return the index of the selected step, one less than the first choice's for none."""
        for index in range(self._first, self._count):
            if self._cells[index] == self.at:
                return index
        return self._first - 1

    def move(self, button: int) -> bool:
        """Select the next or previous choice; False if the button has no effect."""
        index = self.index()
        if button == RIGHT:
            index += 1
        elif button == LEFT and index >= self._first:
            index -= 1
        else:
            return False
        self.at = self._cells[index] if self._first <= index < self._count else NOWHERE
        return True

    def show(self) -> None:
        """Begin to show the choice, if it determines the next step."""
        self._showing.ms(False, 0)
        self.shows = self._game.chosen() != NOWHERE

    def lapse(self, seen: bool, now_ms: int) -> bool:
        """Return True once the choice has been shown for long enough. `seen`: it is visible now."""
        if self._showing.ms(self.shows and seen, now_ms) < _SHOW_MS:
            return False
        self.shows = False
        return True

    def paint(self, marks: bytearray, values: "Sequence[int] | None") -> None:
        """`values`: the coach's verdict on each offered step."""
        if self.shows:
            marks[self._game.chosen()] = palette.GIVEN
            return
        for index in range(self._first, self._count):
            marks[self._cells[index]] = palette.GIFT + (values[index] if values else 0)
        if self.at != NOWHERE:
            marks[self.at] = palette.GIFT_HERE

    def report(self, message: "dict[str, object]", legend: bool) -> None:
        """Add the choice that determines the next step, the available choices, and whether the lit
        cells stand for choices (`legend`)."""
        message["legend"] = legend
        hand = self._game.chosen()
        message["hand"] = None if hand == NOWHERE else hand
        message["gift"] = None
        if self.on:
            message["gift"] = {
                "left": list(self._cells[self._first : self._count]),
                "at": None if self.at == NOWHERE else self.at,
            }
