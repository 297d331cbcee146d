"""Compares the lights of a replay with the recorded ones.

`Exactly` is for recordings of the simulator that are replayed in the simulator. Readings, buttons
and lines then come at the same times, so every byte on the LED chain must be the same. The clock of
a real board differs a little, so `ByMeaning` compares what the lights mean, and ignores differences
shorter than `LASTS_MS`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.meanings import UNCLEAR, Meanings, Palette
from lodeboard.boards.profile import Profile
from lodeboard.lights import palette

# Shorter differences come from a shift in time, or from a lost frame, which can change the meaning
# for one cycle of the lights.
LASTS_MS = palette.CYCLE_MS + 200
_LOOK_MS = 120
_WATCH_MS = 5000  # after the first byte that differs, to report how it goes on
_HELD_MS = 400  # a meaning read for a shorter time is a mixture while a light changes
_NAMED = 4  # cells of a difference that are listed

Leds = Sequence[Colour]  # by cell
_Read = list[tuple[int, str]]  # ms and meaning of one light, tick by tick


@dataclass
class Difference:
    """Lights that differ. `ms`: since when. `cells`: name, recorded light and new light of each.
    `then`: how it goes on, or ""."""

    ms: int
    cells: list[tuple[str, str, str]]
    then: str = ""

    def __str__(self) -> str:
        alike: dict[tuple[str, str], list[str]] = {}
        for cell, was, now in self.cells:
            alike.setdefault((was, now), []).append(cell)
        named = [
            f"{' '.join(cells)}: recorded {was}, now {now}" for (was, now), cells in alike.items()
        ]
        if len(named) > _NAMED:
            named[_NAMED:] = [f"and {len(named) - _NAMED} more lights"]
        then = f"; {self.then}" if self.then else ""
        return f"at {self.ms / 1000:.2f} s: {'; '.join(named)}{then}"


class ByMeaning:
    """Compares what two sequences of lights mean, from `from_ms` on. `recorded`: palette of the
    recorded board; None: that of this firmware."""

    def __init__(self, profile: Profile, from_ms: int = 0, recorded: Palette | None = None) -> None:
        self._profile = profile
        self._from_ms = from_ms
        self._both = Meanings(profile.cells, recorded), Meanings(profile.cells)
        self._looked_ms = 0
        self._since: dict[int, int] = {}  # cell: start of the difference

    def show(self, ms: int, recorded: Leds | None, now: Leds | None) -> Difference | None:
        """Take the lights that changed; return a difference that has lasted `LASTS_MS`, or None."""
        _feed(self._both, ms, recorded, now)
        if ms < self._from_ms or ms - self._looked_ms < _LOOK_MS:
            return None
        self._looked_ms = ms
        was, seen = (meanings.read() for meanings in self._both)
        different = [
            cell
            for cell, pair in enumerate(zip(was, seen, strict=True))
            if pair[0] != pair[1] and UNCLEAR not in pair
        ]
        self._since = {cell: self._since.get(cell, ms) for cell in different}
        late = [cell for cell, since in self._since.items() if ms - since >= LASTS_MS]
        if not late:
            return None
        name = self._profile.cell_name
        cells = [(name(cell), was[cell], seen[cell]) for cell in different]
        return Difference(min(self._since[cell] for cell in late), cells)

    def end(self) -> Difference | None:
        """Return None: a difference still open at the end is too short to count."""
        return None


class _Again:
    """Finds when lights became equal again and stayed so for a whole cycle. `ms`: that time, or
    None."""

    def __init__(self) -> None:
        self.ms: int | None = None
        self._since_ms: int | None = None

    def see(self, ms: int, same: bool) -> None:
        """Take whether they are equal at this time."""
        if not same:
            self._since_ms = None
        elif self._since_ms is None:
            self._since_ms = ms
        elif self.ms is None and ms - self._since_ms >= palette.CYCLE_MS:
            self.ms = self._since_ms


class Exactly:
    """Finds the first colour that differs, and how it goes on for `_WATCH_MS`."""

    def __init__(self, profile: Profile, recorded: Palette | None = None) -> None:
        self._profile = profile
        self._both = Meanings(profile.cells, recorded), Meanings(profile.cells)
        self._was: Leds = ((0, 0, 0),) * profile.cells
        self._now = self._was
        self._first: Difference | None = None
        self._cell = 0  # the first that differs
        self._read: tuple[_Read, _Read] = ([], [])
        self._all, self._one = _Again(), _Again()  # all lights, and that of the cell

    def show(self, ms: int, recorded: Leds | None, now: Leds | None) -> Difference | None:
        """Take the lights that changed; return the difference once it was watched long enough."""
        _feed(self._both, ms, recorded, now)
        self._was, self._now = recorded or self._was, now or self._now
        if self._first is None:
            different = [
                cell for cell in range(self._profile.cells) if self._was[cell] != self._now[cell]
            ]
            if not different:
                return None
            name = self._profile.cell_name
            lights = {i: (_rgb(self._was[i]), _rgb(self._now[i])) for i in different}
            alike = Counter(lights.values())
            different.sort(key=lambda cell: alike[lights[cell]])  # the rarest difference first
            self._first = Difference(ms, [(name(cell), *lights[cell]) for cell in different])
            self._cell = different[0]
        self._all.see(ms, self._was == self._now)
        self._one.see(ms, self._was[self._cell] == self._now[self._cell])
        for meanings, read in zip(self._both, self._read, strict=True):
            read.append((ms, meanings.read_cell(self._cell)))
        return self.end() if ms - self._first.ms >= _WATCH_MS else None

    def end(self) -> Difference | None:
        """Return the difference with how it went on so far, or None."""
        if self._first is not None:
            self._first.then = self._then(self._first.ms)
        return self._first

    def _then(self, start_ms: int) -> str:
        if self._all.ms is not None:
            return f"all is as recorded again after {self._all.ms - start_ms} ms"
        recorded, now = (_changes(read) for read in self._read)
        cell = self._profile.cell_name(self._cell)
        if self._one.ms is None or recorded[0][1] != now[0][1]:
            return f"{cell} {_compared(recorded, now)}"
        late = "later" if recorded[0][0] < now[0][0] else "earlier"
        return f"{cell} shows {recorded[0][1]} {self._one.ms - start_ms} ms {late}"


def _feed(
    both: tuple[Meanings, Meanings], ms: int, recorded: Leds | None, now: Leds | None
) -> None:
    for meanings, leds in zip(both, (recorded, now), strict=True):
        if leds is None:
            meanings.pass_time(ms)
        else:
            meanings.feed(ms, leds)


def _rgb(colour: Colour) -> str:
    return "rgb({},{},{})".format(*colour)


def _compared(recorded: _Read, now: _Read) -> str:
    """Say what a light means in both, or about how much later or earlier its meaning changed."""
    for told, others, sign in ((recorded, now, 1), (now, recorded, -1)):
        ms, meaning = told[0]
        again = next((start_ms for start_ms, name in others if name == meaning), None)
        if again is not None:
            late_ms = (again - ms) * sign
            if abs(late_ms) < palette.STEP_MS:
                return f"means {meaning} in both"
            late = "later" if late_ms > 0 else "earlier"
            return f"shows {meaning} about {abs(late_ms) / 1000:.1f} s {late}"
    return f"meant {recorded[0][1]}, means {now[0][1]}"


def _changes(read: _Read) -> _Read:
    """Return the meanings after the first one, each with its start; the first one if there are no
    others. Meanings shorter than `_HELD_MS` do not count."""
    first = read[0][1]
    runs = [(next(run), *run) for _, run in groupby(read, key=itemgetter(1))]
    ends = [run[0][0] for run in runs[1:]] + [read[-1][0]]
    held = [
        run[0]
        for run, end_ms in zip(runs, ends, strict=True)
        if run[0][1] not in (UNCLEAR, first) and end_ms - run[0][0] >= _HELD_MS
    ]
    return held or [read[0]]
