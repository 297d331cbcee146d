"""How far the making of the hardware is: each stage by its name, with the percentage of all."""

from types import TracebackType

from host_tools.jobs.progress import keep, progress_bar

_BAR = "{percentage:3.0f} % [{bar:24}] {desc}"


def announced(what: str, seconds: float, disk_mb: int) -> str:
    """What will be made, how long that takes and how much room, for before it starts."""
    minutes = max(1, round(seconds / 60))
    return f"makes {what}: about {minutes} min, {disk_mb} MB in build/hardware"


class Stages:
    """Stages of long work. `weights` are the seconds that each may take, by its name and what it
    is of."""

    def __init__(self, weights: dict[tuple[str, str], float]) -> None:
        self._weights = dict(weights)
        self._total = sum(weights.values())
        self._bar = progress_bar(self._total, _BAR, stays=False)
        self._now: tuple[str, str] | None = None

    def __enter__(self) -> "Stages":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.close()

    def begin(self, stage: str, of: str) -> None:
        """Say that this stage begins; the one before is done. KeyError if it is none of them."""
        if self._now is not None:
            self._bar.update(self._weights.pop(self._now))
        self._now = (stage, of)
        done = self._total - sum(self._weights.values())
        self._bar.set_description_str(f"{of}: {stage}")
        keep(f"{100 * done / self._total:3.0f} %  {of}: {stage}")

    def say(self, text: str) -> None:
        """A line of its own."""
        keep(text)
