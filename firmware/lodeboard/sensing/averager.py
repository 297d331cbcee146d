"""The mean and the spread of a number of scans, for calibration."""

from array import array

from lodeboard.boards.profile import Profile


class Averager:
    """One object, made once; `start`, then `add` scans until `done`."""

    def __init__(self, profile: Profile, scans: int = 24):
        self._scans = scans
        self._limit = profile.raw(profile.sensing["still_mv"])
        self._sums = [0] * profile.cells
        self._low = array("H", [0] * profile.cells)
        self._high = array("H", [0] * profile.cells)
        self.count = 0

    def start(self) -> None:
        """Discard all scans."""
        self.count = 0

    @property
    def done(self) -> bool:
        """True when all scans are in."""
        return self.count >= self._scans

    def add(self, raw: "array[int]") -> None:
        """Add a scan (a raw reading for each cell)."""
        first = self.count == 0
        for cell in range(len(self._sums)):
            reading = raw[cell]
            if first:
                self._sums[cell] = 0
                self._low[cell] = self._high[cell] = reading
            self._sums[cell] += reading
            if reading < self._low[cell]:
                self._low[cell] = reading
            elif reading > self._high[cell]:
                self._high[cell] = reading
        self.count += 1

    def mean(self, cell: int) -> int:
        """Mean reading of a cell, rounded."""
        return (self._sums[cell] + self.count // 2) // self.count

    def still(self, cell: int) -> bool:
        """True if the cell's readings stayed as close together as those of an object at rest."""
        return self._high[cell] - self._low[cell] <= self._limit
