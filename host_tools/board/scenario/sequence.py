"""What each cell's light meant, one meaning after the other, and whether two boards agree.

Two boards that do the same are never alike to the millisecond: one thinks longer, a tile is seen a
tick later, and a light needs a whole cycle of the palette before its meaning is clear.
So times are not compared, and "unclear" is no meaning: what stands on both sides of it is one run
when it is the same. A run that was legible for FIRM_MS or longer without a break must be matched
on the other board, in its order, by a run of the same meaning. A shorter one may be matched or be
missing there: its light was on for less than two cycles, which one board may just miss. Within a
cycle after a press of a button nothing counts as legible: while somebody leafs through the menu,
lights follow each other so fast that they make up others. The light of thinking is never firm: it
is on for as long as thinking takes, and that is a matter of speed. So is how long a cell is dark
while a board starts: for some seconds after power comes on, or after a start for another game that
a board on a cable hides, dark is not firm either. Nothing else
is forgiven: two firm runs exchanged, one too many, one too few or one of another meaning are a
difference.
"""

from dataclasses import dataclass

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.board.simulator.meanings import UNCLEAR
from lodeboard.lights import palette

LOOK_MS = 120
FIRM_MS = 960
START_MS = 4000  # the emulated 7x7 board takes two and a half until it asks whether to go on
_OFF = meanings.NAMES[palette.OFF]
_THINKING = meanings.NAMES[palette.THINKING]


@dataclass
class Run:
    """One meaning of a cell's light, and the longest time that it could be read without a
    break."""

    meaning: str
    legible_ms: int = 0

    @property
    def firm(self) -> bool:
        """Whether nobody could have missed it."""
        return self.legible_ms >= FIRM_MS and self.meaning != _THINKING

    def __str__(self) -> str:
        return self.meaning if self.firm else f"({self.meaning})"


class Sequences:
    """Watches a stage from now on; `cells` has the runs of each cell."""

    def __init__(self, stage: Stage) -> None:
        self.cells: list[list[Run]] = [[] for _ in stage.cells]
        self._stage = stage
        self._looked_ms = stage.board.now_ms
        self._on_ms = self._looked_ms  # when power came on
        self._stretch_ms = [0] * len(stage.cells)  # legible without a break until now
        stage.board.ticks.subscribe(self._ticked)

    def _ticked(self, now_ms: int, _: None) -> None:
        passed_ms = now_ms - self._looked_ms
        if passed_ms < LOOK_MS:
            return
        self._looked_ms = now_ms
        board = self._stage.board
        # On a cable a start for another game is hidden until zeros are set again.
        if not board.powered or getattr(board, "restarting", False):
            self._on_ms = now_ms
        starting = now_ms - self._on_ms < START_MS
        leafing = now_ms - self._stage.pressed_ms < palette.CYCLE_MS
        for cell, meaning in enumerate(self._stage.lights()):
            runs = self.cells[cell]
            if meaning == UNCLEAR:
                self._stretch_ms[cell] = 0
                continue
            if not runs or runs[-1].meaning != meaning:
                self._stretch_ms[cell] = 0
                runs.append(Run(meaning))
            counts = not leafing and not (starting and meaning == _OFF)
            self._stretch_ms[cell] = self._stretch_ms[cell] + passed_ms if counts else 0
            runs[-1].legible_ms = max(runs[-1].legible_ms, self._stretch_ms[cell])


def agree(one: list[Run], other: list[Run]) -> bool:
    """Whether two cells showed the same: see the module."""
    # Places that a matching can have reached: runs left behind on both sides, and whether
    # the next one of each has been matched already (one run can be cut in two by a short one).
    seen = set()
    todo = [(0, 0, False, False)]
    while todo:
        place = todo.pop()
        if place in seen:
            continue
        seen.add(place)
        left, right, left_done, right_done = place
        if left == len(one) and right == len(other):
            return True
        if left < len(one) and (left_done or not one[left].firm):
            todo.append((left + 1, right, False, right_done))
        if right < len(other) and (right_done or not other[right].firm):
            todo.append((left, right + 1, left_done, False))
        if (
            left < len(one)
            and right < len(other)
            and one[left].meaning == other[right].meaning
            and not (left_done and right_done)
        ):
            todo.append((left, right, True, True))
    return False


def differences(one: Sequences, other: Sequences, names: list[str]) -> list[str]:
    """A line for each cell that did not show the same on both boards."""
    return [
        f"{name}: {_text(a)}\n    but {_text(b)}"
        for name, a, b in zip(names, one.cells, other.cells, strict=True)
        if not agree(a, b)
    ]


def _text(runs: list[Run]) -> str:
    return " ".join(str(run) for run in runs) or "nothing"
