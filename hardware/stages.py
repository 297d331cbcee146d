"""Shows the progress of making the hardware: the current stage, with the total percentage."""

from host_tools.jobs.progress import keep, progress_bar

_BAR = "{percentage:3.0f} % [{bar:24}] {desc}"


def announced(what: str, seconds: float, disk_mb: int) -> str:
    """What will be made, the time and the disk space, to print before it starts."""
    minutes = max(1, round(seconds / 60))
    return f"makes {what}: about {minutes} min, {disk_mb} MB in build/hardware"


class Stages:
    """Stages of long work. `weights` are their estimated seconds, by the stage's name and what it
    is made for."""

    def __init__(self, weights: dict[tuple[str, str], float]) -> None:
        self._weights = dict(weights)
        self._total = sum(weights.values())
        self._bar = progress_bar(self._total, _BAR, stays=False)
        self._now: tuple[str, str] | None = None

    def __enter__(self) -> "Stages":
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def begin(self, stage: str, of: str) -> None:
        """Begin this stage; the one before is complete. Raises KeyError for an unknown stage."""
        if self._now is not None:
            self._bar.update(self._weights.pop(self._now))
        self._now = (stage, of)
        done = self._total - sum(self._weights.values())
        self._bar.set_description_str(f"{of}: {stage}")
        keep(f"{100 * done / self._total:3.0f} %  {of}: {stage}")

    def say(self, text: str) -> None:
        """Print a separate line."""
        keep(text)
