"""The report: the outcome of every kind of hostile input."""

from collections.abc import Mapping

from host_tools.games.loader import GAMES, host_game
from host_tools.jobs import report
from host_tools.jobs.budgets import done_of, thousands
from host_tools.lab.charts import Scale, file, hint, tag, words
from host_tools.lab.experiment import Experiment, Stated
from host_tools.lab.reliability.hostile import trial
from host_tools.lab.reliability.hostile.kinds import Counts
from host_tools.lab.reliability.hostile.trial import IN_BATCH, MOST_BLOCKS, Condition, plan

Results = Mapping[Condition, Counts]

_TITLES = {
    "settings": "settings",
    "calibration": "calibration",
    **{f"journal-{game}": f"journal of {host_game(game).title}" for game in GAMES},
    **{f"tables-{game}": f"tables of {host_game(game).title}" for game in GAMES},
    "packs": "packs of modules",
    "manifest": "manifest of a slot",
    "lines-to-the-board": "lines to the board",
    "bytes-to-the-board": "bytes to the board, lines of up to 1 MB",
    "lines-from-the-board": "lines from the board",
    "file-system": "image of the file system",
}


def body(results: Results) -> str:
    """The page below its title."""
    return f"""\
Valid inputs are damaged: bits flipped, bytes set, extreme numbers, parts wiped, swapped, repeated,
spliced, cut off or made long, invalid UTF-8, values of a wrong type, deep nesting. *Sealed* inputs
then get lengths and checksums that fit. The firmware's own readers read them. *Refused*: with a
named error that says why.
*Valid*: accepted and harmless: settings within their ranges, a journal whose steps the rules allow,
a table whose look-ups stay inside their arrays, a module that is byte for byte the built one.
Anything else is *wrong*: another exception, a wrong value, a refusal without a reason, a read
outside a buffer, an endless loop, memory that grows by more than {MOST_BLOCKS} blocks in
{thousands(IN_BATCH)} inputs.

{_outcomes(results)}

![What became of damaged inputs, by their kind](pictures/hostile-outcomes.svg)

- *Settings, calibration, journal*: read by their readers; one in 50 also by a whole board, which
  starts with it, plays, and must report what it cannot use.
- *Tables*: opened and read to the end with all checksums; one in ten is also asked for a position.
  The kernels are compiled by Numba, with bounds checks.
- *Packs, manifest*: read by the board's loader and by `lodeboard flash`.
- *Lines to the board*: sent in the middle of a game. A refused line changes neither the game nor
  stored data nor settings.
- *Bytes to the board*: packets of 64 bytes to the reader of the USB line. Lines before and after
  one that is too long arrive complete.
- *Image of the file system*: littlefs of a flashed board in use, with one to four flips, each of a
  bit or of 64 bytes, in used blocks. littlefs on the computer mounts it and the board's code starts
  from it. Where littlefs stops, MicroPython makes a new file system, as on a new Pico."""


def _outcomes(results: Results) -> str:
    rows = []
    for condition, planned in plan().items():
        counts = results.get(condition, Counts())
        became = (counts.sealed, counts.valid, counts.refused, counts.wrong, counts.blocks)
        tried = done_of(counts.inputs, planned)
        rows.append([_TITLES[condition.kind], tried, *map(thousands, became)])
    titles = ["input", "tried", "sealed", "valid", "refused", "wrong", "memory grown by"]
    return report.table(titles, rows)


_LEFT, _RIGHT = 270.0, 930.0  # of the bars
_TOP, _ROW, _BAR = 38.0, 20.0, 13.0
_SERIES = (("refused, with a reason", "firmware"), ("valid", "midpoint"), ("wrong", "fixed"))


def picture(results: Results) -> str:
    """A bar for each kind, by its title."""
    counted = {_TITLES[condition.kind]: counts for condition, counts in results.items()}
    x = Scale((0, 1), (_LEFT, _RIGHT))
    parts = [words("What became of damaged inputs", _LEFT, 18, "title")]
    for row, (title, counts) in enumerate(counted.items()):
        parts += _bar(x, _TOP + _ROW * row, title, counts)
    below = _TOP + _ROW * len(counted) + 14
    whole = Counts.total(counted)
    for index, ((said, class_), count) in enumerate(zip(_SERIES, _became(whole), strict=True)):
        left = _LEFT + 220 * index
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


def said(_: Condition, counts: Counts) -> str:
    """The outcomes."""
    return f"{counts.valid} valid, {counts.refused} refused, {counts.wrong} wrong"


def faults(_: Condition, counts: Counts) -> list[str]:
    """Inputs neither refused with a reason nor valid."""
    return counts.faults


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """How many inputs failed: in total, and of the images."""
    whole = Counts.total(results)
    images = results.get(Condition("file-system"), Counts())
    return {
        "hostile": (
            "damaged inputs neither refused with a reason nor valid",
            f"{thousands(whole.wrong)} of {thousands(whole.inputs)}",
        ),
        "hostile-images": (
            "file systems with flipped bits of which something wrong was used",
            f"{thousands(images.wrong)} of {thousands(images.inputs)}",
        ),
    }


EXPERIMENT = Experiment(
    name="hostile",
    unit="inputs",
    tally=Counts,
    in_batch=trial.IN_BATCH,
    plan=plan,
    trial=trial.try_batch,
    said=said,
    faults=faults,
    title="What hostile input does",
    body=body,
    pictures=lambda results: {"hostile-outcomes": picture(results)},
    stated=stated,
)
