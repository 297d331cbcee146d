"""Choices made with buttons and not by hand: the cells as a menu, with the choice shown on it.

While a person is to choose, each cell that stands for a choice is lit. Right goes to the next of
them, left back; before the first and after the last one is at none. The middle button makes the
choice one is at. What the machine has chosen is shown alone for a while.
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
    """on: a person is to choose. at: the cell one is at, or NOWHERE. shows: what was chosen is
    to be seen."""

    def __init__(self, game: Game):
        self._game = game
        self._cells = bytearray(game.max_steps)  # of the choices, in the order of the steps
        self._count = 0
        self._showing = Stopwatch()
        self.at = NOWHERE
        self.shows = False

    @property
    def on(self) -> bool:
        return self._count > 0

    def offer(self, steps: "Sequence[int]", count: int) -> None:
        """A person is to make one of these steps, if they are choices."""
        self.at = NOWHERE
        if count and self._game.choice(steps[0]) == NOWHERE:
            count = 0
        self._count = count
        for index in range(count):
            self._cells[index] = self._game.choice(steps[index])

    def index(self) -> int:
        """Which of the offered steps one is at; -1 for none."""
        for index in range(self._count):
            if self._cells[index] == self.at:
                return index
        return -1

    def move(self, button: int) -> bool:
        """Go to the next or the last one; False for a button that does not lead anywhere."""
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
        """Show what was chosen, if the next step is bound by a choice, from now on."""
        self._showing.ms(False, 0)
        self.shows = self._game.chosen() != NOWHERE

    def lapse(self, seen: bool, now_ms: int) -> bool:
        """True when what was chosen has just been shown for long enough. `seen`: now it is."""
        if self._showing.ms(self.shows and seen, now_ms) < _SHOW_MS:
            return False
        self.shows = False
        return True

    def paint(self, marks: bytearray, values: "Sequence[int] | None") -> None:
        """`values`: a coach's word on each offered step."""
        if self.shows:
            marks[self._game.chosen()] = palette.GIVEN
            return
        for index in range(self._count):
            marks[self._cells[index]] = palette.GIFT + (values[index] if values else 0)
        if self.at != NOWHERE:
            marks[self.at] = palette.GIFT_HERE

    def report(self, message: "dict[str, object]", legend: bool) -> None:
        """Add the choice that the next step is bound by, what can be chosen now, and whether the
        lit cells stand for choices (`legend`)."""
        message["legend"] = legend
        hand = self._game.chosen()
        message["hand"] = None if hand == NOWHERE else hand
        message["gift"] = None
        if self._count:
            at = None if self.at == NOWHERE else self.at
            message["gift"] = {"left": list(self._cells[: self._count]), "at": at}
