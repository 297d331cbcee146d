"""The picture of the report: what comes of a cut within a write, by how much of it was done."""

from collections.abc import Mapping

from host_tools.lab.reliability.charts import (
    BOTTOM,
    HIGH,
    LEFT,
    RIGHT,
    TOP,
    Scale,
    across,
    file,
    hint,
    tag,
    upright,
    words,
)
from host_tools.lab.reliability.power.conditions import CHIP, LITTLEFS, Condition
from host_tools.lab.reliability.power.counts import PARTS, Counts
from host_tools.lab.reliability.power.kept import NEW, OLD, WRONG

Results = Mapping[Condition, Counts]
_TITLES = {LITTLEFS: "littlefs", CHIP: "Emulated chip"}
_SERIES = {OLD: ("what was there before", "firmware"), NEW: ("what was being saved", "midpoint")}
_BAD = ("anything else", "fixed")


def draw(results: Results) -> str:
    """A panel for each kind whose cuts are within writes to a flash."""
    return file(
        [_panel(results, kind) for kind in _TITLES],
        "What the next start finds, by the share of a program or erase that was done at the cut",
    )


def _panel(results: Results, kind: str) -> list[str]:
    whole = Counts()
    for condition, more in results.items():
        if condition.kind == kind:
            whole.add(more)
    rows = {name: whole.by_share.get(name, [0] * PARTS) for name in _SERIES}
    bad = [sum(whole.by_share.get(name, [0] * PARTS)[at] for name in WRONG) for at in range(PARTS)]
    series = [(*_SERIES[name], rows[name]) for name in _SERIES] + [(*_BAD, bad)]
    totals = [sum(counts[at] for _, _, counts in series) for at in range(PARTS)]
    x = Scale((0, 1), (LEFT, RIGHT))
    y = Scale((0, 1), (BOTTOM, TOP))
    parts = [words(f"{_TITLES[kind]}: what the next start finds", LEFT, 18, "title")]
    parts += upright(y, [(share / 4, f"{25 * share} %") for share in range(5)])
    parts += across(x, (0, 0.25, 0.5, 0.75, 1), "share of the program or erase that was done")
    for at, total in enumerate(totals):
        below = 0.0
        for said, class_, counts in series:
            if not counts[at]:
                continue
            share = counts[at] / total
            left, right = x.at(at / PARTS) + 2, x.at((at + 1) / PARTS) - 2
            low, high = y.at(below), y.at(below + share)
            shape = f"M{left:.1f} {low:.1f}H{right:.1f}V{high:.1f}H{left:.1f}Z"
            note = f"{said}: {counts[at]} of {total} cuts"
            parts.append(tag("path", hint(note), d=shape, class_=f"spot {class_}"))
            below += share
    for row, (said, class_, counts) in enumerate(series):
        left, high = LEFT + 165 * (row % 2), HIGH - 26 + 16 * (row // 2)
        shape = f"M{left} {high - 9}h12v10h-12Z"
        parts.append(tag("path", d=shape, class_=f"spot {class_}"))
        parts.append(words(f"{said}: {sum(counts)}", left + 18, high))
    return parts
