"""The sequence of meanings of each cell's light, and the comparison of two boards.

Two boards never agree to the millisecond: one thinks longer, a tile is sensed a tick later, and a
light needs a whole cycle of the palette before its meaning is clear. So times are not compared, and
"unclear" is not a meaning: equal meanings on both sides of it are one run. A run that was legible
for at least FIRM_MS without a break must match a run of the same meaning on the other board, in
order. A shorter one may be missing there: its light was on for less than two cycles, which a board
may miss. Within a cycle after a press of a button nothing counts as legible: in the menu lights
change so fast that they imitate others. The light of thinking is never firm: its duration depends
on speed. So does the dark time of a starting board: dark is not firm for some seconds after
power-on, or after a restart for another game that a board on a cable hides. Everything else counts:
firm runs that are exchanged, extra, missing or of another meaning are a difference.
"""

from dataclasses import dataclass

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.board.simulator.meanings import UNCLEAR
from lodeboard.lights import palette

LOOK_MS = 120
FIRM_MS = palette.CYCLE_MS + 80  # a long tick may make a whole cycle look like another light
START_MS = 4000  # the emulated 7x7 board takes 2.5 s until it asks whether to continue
_OFF = meanings.NAMES[palette.OFF]
_THINKING = meanings.NAMES[palette.THINKING]


@dataclass
class Run:
    """One meaning of a cell's light, and the longest time it was legible without a break."""

    meaning: str
    legible_ms: int = 0

    @property
    def firm(self) -> bool:
        """Return whether it was legible too long to be missed."""
        return self.legible_ms >= FIRM_MS and self.meaning != _THINKING

    def __str__(self) -> str:
        return self.meaning if self.firm else f"({self.meaning})"


class Sequences:
    """Watches a stage; `cells` has the runs of each cell."""

    def __init__(self, stage: Stage) -> None:
        self.cells: list[list[Run]] = [[] for _ in stage.cells]
        self._stage = stage
        self._looked_ms = stage.board.now_ms
        self._on_ms = self._looked_ms  # time of power-on
        self._stretch_ms = [0] * len(stage.cells)  # legible without a break until now
        stage.board.ticks.subscribe(self._ticked)

    def _ticked(self, now_ms: int, _: None) -> None:
        passed_ms = now_ms - self._looked_ms
        if passed_ms < LOOK_MS:
            return
        self._looked_ms = now_ms
        board = self._stage.board
        # On a cable a restart for another game is hidden until zeros are set again.
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
    """Return whether two cells showed the same: see the module."""
    # States of the matching: runs passed on both sides, and whether the next one of each has
    # already been matched (a short run can split another).
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
    """Return a line for each cell that differed between the boards."""
    return [
        f"{name}: {_text(a)}\n    but {_text(b)}"
        for name, a, b in zip(names, one.cells, other.cells, strict=True)
        if not agree(a, b)
    ]


def _text(runs: list[Run]) -> str:
    return " ".join(str(run) for run in runs) or "nothing"
