"""The picture of the report: what became of the inputs of each kind."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.charts import Scale, file, hint, tag, words
from host_tools.lab.reliability.hostile.counts import Counts

_LEFT, _RIGHT = 270.0, 930.0  # of the bars
_TOP, _ROW, _BAR = 38.0, 20.0, 13.0
_SERIES = (("refused, with a reason", "firmware"), ("valid", "midpoint"), ("wrong", "fixed"))


def draw(counted: Mapping[str, Counts]) -> str:
    """A bar for each kind, by its title."""
    x = Scale((0, 1), (_LEFT, _RIGHT))
    parts = [words("What became of damaged inputs", _LEFT, 18, "title")]
    for row, (title, counts) in enumerate(counted.items()):
        parts += _bar(x, _TOP + _ROW * row, title, counts)
    below = _TOP + _ROW * len(counted) + 14
    whole = Counts()
    for counts in counted.values():
        whole.add(counts)
    for at, ((said, class_), count) in enumerate(zip(_SERIES, _became(whole), strict=True)):
        left = _LEFT + 220 * at
        parts.append(tag("path", d=f"M{left} {below - 9}h12v10h-12Z", class_=f"spot {class_}"))
        parts.append(words(f"{said}: {thousands(count)}", left + 18, below))
    return file([parts, []], "What became of damaged inputs, by their kind")


def _became(counts: Counts) -> tuple[int, int, int]:
    return counts.refused, counts.valid, counts.wrong


def _bar(x: Scale, top: float, title: str, counts: Counts) -> list[str]:
    parts = [words(title, _LEFT - 8, top + _BAR - 2, "end small")]
    done = 0
    for (said, class_), count in zip(_SERIES, _became(counts), strict=True):
        if count:
            left, right = x.at(done / counts.inputs), x.at((done + count) / counts.inputs)
            shape = f"M{left:.1f} {top}H{right:.1f}v{_BAR}H{left:.1f}Z"
            note = f"{said}: {thousands(count)} of {thousands(counts.inputs)}"
            parts.append(tag("path", hint(note), d=shape, class_=f"spot {class_}"))
        done += count
    return parts
