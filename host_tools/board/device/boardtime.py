"""The time of a board on a cable: its own clock if it reports one, else this program's."""

_WRAP = 1 << 30  # where MicroPython's ticks wrap
_PATIENCE_MS = 3000  # without a report for this long, in program time, the board's clock is unknown
_LEAP_MS = 10_000  # a larger jump means another clock


class BoardTime:
    """`now_ms` never decreases. `told`: whether it follows the board's clock. alone: whether time
    passes while the board reports none."""

    def __init__(self, alone: bool = True) -> None:
        self._alone = alone
        self.now_ms = 0
        self._last: int | None = None  # the board's last report
        self._quiet_ms = 0

    @property
    def told(self) -> bool:
        return self._last is not None

    def hear(self, ms: int) -> int:
        """Take the time reported by the board in ms; returns it as `now_ms`."""
        passed = 0 if self._last is None else (ms - self._last) % _WRAP
        if passed <= _LEAP_MS:
            self.now_ms += passed
        elif _WRAP - passed <= _LEAP_MS:  # reported a little late
            return self.now_ms
        self._last = ms
        self._quiet_ms = 0
        return self.now_ms

    def forget(self) -> None:
        """The board has restarted or is away: its clock is a new one."""
        self._last = None
        self._quiet_ms = 0

    def tick(self, ms: int) -> None:
        """Let `ms` pass in program time."""
        self._quiet_ms += ms
        if self.told and self._quiet_ms > _PATIENCE_MS:
            self.forget()
        if self._alone and not self.told:
            self.now_ms += ms
