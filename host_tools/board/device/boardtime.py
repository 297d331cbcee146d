"""The time of a board on a cable: its own clock as far as it tells it, else this program's."""

_WRAP = 1 << 30  # where MicroPython's ticks begin again
_PATIENCE_MS = 3000  # of this program's: a board that has said no time for so long tells none
_LEAP_MS = 10_000  # no board skips so much: it is another clock


class BoardTime:
    """`now_ms` never goes back. `told`: whether it is the board's clock that goes on.
    alone: whether time passes while the board tells none."""

    def __init__(self, alone: bool = True) -> None:
        self._alone = alone
        self.now_ms = 0
        self._last: int | None = None  # what the board said last
        self._quiet_ms = 0

    @property
    def told(self) -> bool:
        return self._last is not None

    def hear(self, ms: int) -> int:
        """The board has said its time; the same in ours."""
        passed = 0 if self._last is None else (ms - self._last) % _WRAP
        if passed <= _LEAP_MS:
            self.now_ms += passed
        elif _WRAP - passed <= _LEAP_MS:  # said a little late
            return self.now_ms
        self._last = ms
        self._quiet_ms = 0
        return self.now_ms

    def forget(self) -> None:
        """The board has started, or is away: its clock is another one."""
        self._last = None
        self._quiet_ms = 0

    def tick(self, ms: int) -> None:
        """So much has passed for this program."""
        self._quiet_ms += ms
        if self.told and self._quiet_ms > _PATIENCE_MS:
            self.forget()
        if self._alone and not self.told:
            self.now_ms += ms
