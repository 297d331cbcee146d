"""The report: tables of the outcomes of the cuts, and a picture."""

from collections.abc import Mapping

from host_tools.jobs import report
from host_tools.jobs.budgets import done_of, thousands
from host_tools.lab.charts import (
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
from host_tools.lab.experiment import Experiment, Stated
from host_tools.lab.reliability.power import trial
from host_tools.lab.reliability.power.conditions import (
    CHIP,
    IN_BATCH,
    KINDS,
    LITTLEFS,
    PARTS,
    Condition,
    Counts,
    plan,
)
from host_tools.lab.reliability.power.littlefs_cuts import SHARES
from host_tools.lab.reliability.power.stored_state import NEW, OLD, OUTCOMES, WRONG
from host_tools.lab.reliability.power.trial import BOOTS, WHOLE

Results = Mapping[Condition, Counts]


def body(results: Results) -> str:
    """The page below its title."""
    shares = ", ".join(f"{100 * share:.0f} %" for share in SHARES)
    return f"""\
After each cut the board must start without complaint. Settings must be the old or the new ones,
zeros and gains complete, and the game at the last completed step or the one before.

{_conditions(results)}

By what was being saved when the power failed:

{_saved(results)}

*new*: the data being saved is there; *old*: the data from before. *refused*: the board says that
it cannot read something. *lost*: something is neither old nor new.

![What comes of a cut, by how much of a write was done](pictures/power-outcomes.svg)

## Every byte of every write

Hands use the simulated board by a script, each game's `power.txt`: zeros, gains, settings, a game
with a step taken back, a resignation, another game, one that ends, zeros again. The power fails
before each file operation, after each byte of each write, and once with all unflushed data lost,
as on littlefs. Cuts beyond those are double: the power fails again during the start that follows.

## Each command to the flash

The same script on littlefs in the geometry of the board. The power fails when {shares} of a page
are programmed or of a sector erased, and in further cuts at a random share: the first bytes or
random bits have changed; of an erase also the first bytes are 0. The firmware mounts the file
system, reads it, saves once more and reads that back.

## Random cycles of the emulated chip

The firmware runs on the official MicroPython on the emulated chip, whose flash takes the data
sheet's typical times (45 ms a sector, 0.4 ms a page). Each batch of {IN_BATCH} cuts is a session:
zeros, a game with random steps, settings, a step taken back, a resignation, another game, zeros
again. Of four cuts one is at any cycle, one while the flash is busy, and two within a command to
it. Each image is mounted and read as above. The firmware's files are compared after one cut in
{WHOLE}; after {BOOTS} in a batch the chip itself starts and continues the game."""


def _conditions(results: Results) -> str:
    rows = []
    for condition, planned in plan().items():
        counts = results.get(condition, Counts())
        outcomes = counts.outcomes()
        rows.append(
            [
                condition.kind,
                condition.game,
                done_of(counts.cuts, planned),
                done_of(counts.single, counts.every) if counts.every else "",
                *(thousands(outcomes[name]) for name in OUTCOMES),
            ]
        )
    return report.table(["on", "game", "cuts", "of the script", *OUTCOMES], rows)


def _of_kind(results: Results, kind: str) -> Counts:
    return Counts.total(
        {condition: counts for condition, counts in results.items() if condition.kind == kind}
    )


def _saved(results: Results) -> str:
    rows = []
    for kind in KINDS:
        whole = _of_kind(results, kind)
        for blob in sorted({key.partition("|")[0] for key in whole.seen}):
            outcomes = whole.outcomes(blob)
            wrong = sum(outcomes[name] for name in WRONG)
            counts = (outcomes[NEW], outcomes[OLD], wrong)
            rows.append([kind, blob or "nothing", *map(thousands, counts)])
    return report.table(["on", "saved", NEW, OLD, "wrong"], rows)


_TITLES = {LITTLEFS: "littlefs", CHIP: "Emulated chip"}
_SERIES = {OLD: ("what was there before", "firmware"), NEW: ("what was being saved", "midpoint")}
_BAD = ("anything else", "fixed")


def picture(results: Results) -> str:
    """A panel for each condition whose cuts are within writes to a flash."""
    return file(
        [_panel(results, kind) for kind in _TITLES],
        "What the next start finds, by the share of a program or erase that was done at the cut",
    )


def _panel(results: Results, kind: str) -> list[str]:
    whole = _of_kind(results, kind)
    rows = {name: whole.by_share.get(name, [0] * PARTS) for name in _SERIES}
    bad = [
        sum(whole.by_share.get(name, [0] * PARTS)[part] for name in WRONG) for part in range(PARTS)
    ]
    series = [(*_SERIES[name], rows[name]) for name in _SERIES] + [(*_BAD, bad)]
    totals = [sum(counts[part] for _, _, counts in series) for part in range(PARTS)]
    x = Scale((0, 1), (LEFT, RIGHT))
    y = Scale((0, 1), (BOTTOM, TOP))
    parts = [words(f"{_TITLES[kind]}: what the next start finds", LEFT, 18, "title")]
    parts += upright(y, [(share / 4, f"{25 * share} %") for share in range(5)])
    parts += across(x, (0, 0.25, 0.5, 0.75, 1), "share of the program or erase that was done")
    for part, total in enumerate(totals):
        below = 0.0
        for said, class_, counts in series:
            if not counts[part]:
                continue
            share = counts[part] / total
            left, right = x.at(part / PARTS) + 2, x.at((part + 1) / PARTS) - 2
            low, high = y.at(below), y.at(below + share)
            shape = f"M{left:.1f} {low:.1f}H{right:.1f}V{high:.1f}H{left:.1f}Z"
            note = f"{said}: {counts[part]} of {total} cuts"
            parts.append(tag("path", hint(note), d=shape, class_=f"spot {class_}"))
            below += share
    for row, (said, class_, counts) in enumerate(series):
        left, high = LEFT + 165 * (row % 2), HIGH - 26 + 16 * (row // 2)
        shape = f"M{left} {high - 9}h12v10h-12Z"
        parts.append(tag("path", d=shape, class_=f"spot {class_}"))
        parts.append(words(f"{said}: {sum(counts)}", left + 18, high))
    return parts


def said(_: Condition, counts: Counts) -> str:
    """The outcomes of the cuts under a condition."""
    return f"{counts.wrong} wrong"


def faults(condition: Condition, counts: Counts) -> list[str]:
    """The cuts that lose something, and a plan too small for its script."""
    planned = plan()[condition]
    found = list(counts.examples)
    if condition.kind != CHIP and counts.every > planned:
        found.append(f"{condition.name}: {counts.every} cuts in the script, {planned} in the plan")
    return found


_ON = {"store": "at every byte", "littlefs": "at every command to the flash", "chip": "of the chip"}


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """How many cuts of each kind lost something."""
    figures: Stated = {}
    for kind in KINDS:
        whole = _of_kind(results, kind)
        value = f"{thousands(whole.wrong)} of {thousands(whole.cuts)}"
        figures[f"power-{kind}"] = (f"power cuts {_ON[kind]} that cost more than a step", value)
    return figures


EXPERIMENT = Experiment(
    name="power",
    unit="cuts",
    tally=Counts,
    in_batch=IN_BATCH,
    plan=plan,
    trial=trial.try_batch,
    said=said,
    faults=faults,
    title="What a power cut leaves",
    body=body,
    pictures=lambda results: {"power-outcomes": picture(results)},
    stated=stated,
)
