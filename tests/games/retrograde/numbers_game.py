"""Games of a few numbers, small enough to solve by hand."""

from array import array

from lodeboard.games.contract import BaseGame


class NumbersGame(BaseGame):
    """The position is a few numbers; a step changes them in `_make`.

    numbers: their names in the text, `turn` among them. start: the text of the first position.
    """

    rows = columns = 1
    max_steps = 3
    max_length = 100
    max_changes = 1

    def __init__(self):
        super().__init__()
        self._before = []

    def reset(self):
        self.load(self.start)

    def load(self, text):
        for name, value in zip(self.numbers, map(int, text.split()), strict=True):
            setattr(self, name, value)
        self.length = 0

    def text(self):
        return " ".join(str(int(getattr(self, name))) for name in self.numbers)

    def steps(self, out):
        found = self.legal()
        out[: len(found)] = array("H", found)
        return len(found)

    def push(self, step):
        self._before.append((self.text(), step))
        self._make(step)

    def pop(self):
        text, step = self._before.pop()
        self.load(text)
        return step

    def move_text(self, steps):
        return "-".join(map(str, steps))
