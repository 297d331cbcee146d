"""The charts of the report: sensors with their limits, and the games of the soak."""

from collections.abc import Sequence
from pathlib import Path

from host_tools.jobs import charts
from host_tools.jobs.charts import Scale, hint, tag, words
from host_tools.workshop.checkup.parts import Numbers
from host_tools.workshop.checkup.steps import Game

STYLE = charts.style(Path(__file__).with_name("picture.css"))
_WIDE, _LEFT, _RIGHT = 360.0, 30.0, 356.0  # of a phone, so that text is not scaled down
_HIGH = 158.0
_TOP, _BOTTOM = 32.0, 136.0  # room for a bar's mark below the title
_FEW = 20  # number of names that fit below the bars
_LEAST = 1.0

Bar = tuple[str, float, bool]  # name, height, whether it is beyond a limit


def offsets(sensors: dict[str, Numbers]) -> str:
    """Draw each sensor's resting offset from the middle, in millivolts."""
    bars = [(cell, one.offset_mv, one.margins["zero"] < 0) for cell, one in sensors.items()]
    limit = max(one.margins["zero"] + abs(one.offset_mv) for one in sensors.values())
    return _bars("Offset from the middle, mV", bars, (-limit, limit))


def noise(sensors: dict[str, Numbers]) -> str:
    """Draw the spread of each sensor's readings, in millivolts."""
    bars = [(cell, one.noise_mv, one.margins["noise"] < 0) for cell, one in sensors.items()]
    limit = max(one.margins["noise"] + one.noise_mv for one in sensors.values())
    return _bars("Noise, lowest to highest, mV", bars, (limit,))


def slowest(games: Sequence[Game]) -> str:
    """Draw the longest time between two readings in each game, in milliseconds."""
    bars = [(str(number), float(one.slowest_ms), False) for number, one in enumerate(games, 1)]
    return _bars("Longest time between readings, by game, ms", bars, ())


def _bars(title: str, bars: Sequence[Bar], limits: Sequence[float]) -> str:
    """Draw bars from zero, with lines at the limits. A bar beyond them has a mark as well as a
    colour; one far beyond is cut off, so that the others remain visible."""
    values = [value for _, value, _ in bars]
    most = 2 * max(map(abs, limits), default=max(map(abs, values)))
    high = min(max([*values, *limits, _LEAST]), most) * 1.1
    low = max(min([*values, *limits, 0.0]), -most) * 1.1
    y = Scale((low, high), (_BOTTOM, _TOP))
    parts = [words(title, 0.0, 12.0, "title")]
    for figure in sorted({0.0, *limits, *([] if limits else [max(values)])}):
        height = y.at(figure)
        class_ = "limit" if figure in limits else "rule"
        parts.append(tag("path", d=f"M{_LEFT} {height:.1f}H{_RIGHT}", class_=class_))
        parts.append(words(f"{figure:.0f}", _LEFT - 5, height + 3.5, "end soft small"))
    step = (_RIGHT - _LEFT) / len(bars)
    for index, (name, value, beyond) in enumerate(bars):
        x = _LEFT + index * step
        top, bottom = sorted((y.at(value), y.at(0.0)))
        parts.append(
            tag(
                "rect", hint(f"{name}: {value:.1f}{', beyond the limit' if beyond else ''}"),
                x=x + step * 0.15, y=top, width=step * 0.7, height=max(bottom - top, 1.0),
                class_="beyond" if beyond else "bar",
            )
        )  # fmt: skip
        if beyond:
            mark = f"! {value:.0f}" if abs(value) > most else "!"
            parts.append(words(mark, x + step / 2, top - 3, "middle small"))
        if len(bars) <= _FEW:
            parts.append(words(name, x + step / 2, _HIGH - 6, "middle small soft"))
    box = f"0 0 {_WIDE:.0f} {_HIGH:.0f}"
    return tag("svg", *parts, viewBox=box, role="img", aria_label=title)
