"""Choices made with buttons: the cells form a menu.

While a person has to choose, each cell that stands for a choice is lit. Right selects the next one,
left the previous; before the first and after the last none is selected. The middle button confirms
the selection. The machine's choice is shown alone for a while.
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
    """on: a person has to choose. at: the selected cell, or NOWHERE. shows: the choice made is
    being shown."""

    def __init__(self, game: Game):
        self._game = game
        self._cells = bytearray(game.max_steps)  # cells of the choices, in the order of the steps
        self._count = 0
        self._showing = Stopwatch()
        self.at = NOWHERE
        self.shows = False

    @property
    def on(self) -> bool:
        return self._count > 0

    def offer(self, steps: "Sequence[int]", count: int) -> None:
        """Offer these steps to a person, if they are choices."""
        self.at = NOWHERE
        if count and self._game.choice(steps[0]) == NOWHERE:
            count = 0
        self._count = count
        for index in range(count):
            self._cells[index] = self._game.choice(steps[index])

    def index(self) -> int:
        """Return the index of the selected step, -1 for none."""
        for index in range(self._count):
            if self._cells[index] == self.at:
                return index
        return -1

    def move(self, button: int) -> bool:
        """Select the next or previous choice; False if the button has no effect."""
        index = self.index()
        if button == RIGHT:
            index += 1
        elif button == LEFT and index >= 0:
            index -= 1
        else:
            return False
        self.at = self._cells[index] if 0 <= index < self._count else NOWHERE
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
        for index in range(self._count):
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
        if self._count:
            selected = None if self.at == NOWHERE else self.at
            message["gift"] = {"left": list(self._cells[: self._count]), "at": selected}
