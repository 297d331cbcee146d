"""The report: the acts, how many acts it took to return, and the picture of them."""

from collections.abc import Mapping

from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.charts import (
    BOTTOM,
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
from host_tools.lab.reliability.hands import trial
from host_tools.lab.reliability.hands.conditions import Condition, Counts, plan
from host_tools.lab.reliability.hands.trial import BOUND, MOST_ACTS

Results = Mapping[Condition, Counts]
_BIN = 2
_AXIS = 80  # acts, at least


def body(results: Results) -> str:
    """The page below its title."""
    whole = Counts.total(results)
    return f"""\
A burst is 1 to {MOST_ACTS} acts of a careless hand at random moments of a scene; one act in five is
interrupted. Each burst has a board of its own: the simulator's sensors, and the firmware under its
supervisor. Then a hand that follows the lights has to return to the game: the match is on, only the
next step is asked for, and the tiles lie as in the position after the last completed step (after a
power cut, or the one before), now and 2.5 s later. Every step is compared with the rules. *Back
after*: things done by this hand; after {BOUND} for each piece it is *stuck*. *Lost*: a game that
changed without a step, a button or the menu. *Faults*: entries in the firmware's fault log, and
games put aside as damaged. *Refused*: sensors so far off that the board takes them for magnets when
its zeros are set, until they are replaced.

The hand also knows what a person sees (a tile outside a cell, a foreign magnet, a board without
power).

{_outcomes(results)}

Of {thousands(whole.steps)} steps in these bursts, {thousands(whole.phantoms)} were made while a
foreign magnet or a tile still in the hand read like the tile, or while a tile leaned over another
cell without being sensed. A step that no hand made at all counts as lost. The way back takes
{whole.seconds / max(whole.bursts, 1):.0f} s of board time and
{whole.processor_seconds / max(whole.bursts, 1):.2f} s of the processor a burst.

![Things done on the way back](pictures/hands-back.svg)

{_scenes(whole)}{_examples(whole)}"""


def within(needed: Mapping[int, int], part: float) -> int:
    """The number of acts within which this share of all bursts returned."""
    found = 0
    for number in sorted(needed):
        found += needed[number]
        if found >= part * sum(needed.values()):
            return number
    return 0


def _outcomes(results: Results) -> str:
    rows = []
    for condition, counts in [*results.items(), (None, Counts.total(results))]:
        game = "all" if condition is None else f"{condition.game} {condition.rules}".strip()
        rows.append(
            [
                game,
                "" if condition is None else f"{condition.factor:g} x",
                thousands(counts.bursts),
                thousands(counts.all_acts),
                *(str(within(counts.needed, part)) for part in (0.5, 0.99, 1.0)),
                *(str(len(each)) for each in (counts.stuck, counts.lost, counts.faults)),
                str(len(counts.refused)),
            ]
        )
    titles = ["game", "spread and noise", "bursts", "acts", "back after: middle", "99 %", "most"]
    return report.table([*titles, "stuck", "lost", "faults", "refused"], rows)


def _scenes(whole: Counts) -> str:
    most = ", ".join(f"{scene} {whole.longest.get(scene, 0)}" for scene in whole.begun)
    return f"Most things on the way back, by the scene in which a burst begins: {most}."


def _examples(whole: Counts) -> str:
    wrong = [*whole.stuck, *whole.lost, *whole.faults]
    if not wrong:
        return ""
    return "\n\n## What was stuck or lost\n\n" + "\n".join(f"- {one}" for one in wrong)


def picture(results: Results) -> str:
    """Bursts by the number of acts on the way back, one panel for each spread."""
    factors = sorted({condition.factor for condition in results})
    panels = []
    for factor in factors:
        of_it = {each: counts for each, counts in results.items() if each.factor == factor}
        panels.append(_histogram(Counts.total(of_it).needed, f"Noise {factor:g} x"))
    return file(panels, "Bursts by the number of things that the hand did on its way back")


def _histogram(needed: Mapping[int, int], title: str) -> list[str]:
    end = max([_AXIS, *needed])
    bars = [0] * (end // _BIN + 1)
    for number, count in needed.items():
        bars[number // _BIN] += count
    most = max(*bars, 10)
    x = Scale((0, end), (LEFT + 6, RIGHT))
    y = Scale((0.8, most), (BOTTOM, TOP), log=True)
    marks = [10.0**power for power in range(6) if 10**power <= most]
    parts = [words(f"{title}: bursts by things done on the way back", LEFT, 18, "title")]
    parts += upright(y, [(mark, f"{mark:.0f}") for mark in marks])
    parts += across(x, range(0, end + 1, 10), "things done by the hand")
    wide = (x.at(end) - x.at(0)) / (end / _BIN)
    for index, count in enumerate(bars):
        if count:
            top = y.at(count)
            note = f"{index * _BIN} to {index * _BIN + _BIN - 1}: {count} bursts"
            left = min(x.at(index * _BIN), RIGHT - wide)
            high = BOTTOM - top
            bar = {"x": left, "y": top, "width": wide - 1, "height": high, "class_": "far"}
            parts.append(tag("rect", hint(note), **bar))
    return parts


def said(_: Condition, counts: Counts) -> str:
    """How much was done, and the failures."""
    return (
        f"{counts.all_acts} acts, back after {max(counts.needed, default=0)} at most,"
        f" {len(counts.stuck)} stuck, {len(counts.lost)} lost, {len(counts.faults)} faults,"
        f" {len(counts.refused)} sensors refused"
    )


def faults(_: Condition, counts: Counts) -> list[str]:
    """Bursts from which the hand did not return, and lost games."""
    return [*counts.stuck, *counts.lost, *counts.faults]


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """The number of acts, of bursts that did not return to the game, and the length of the way
    back."""
    whole = Counts.total(results)
    wrong = len(whole.stuck) + len(whole.lost) + len(whole.faults)
    most = max(whole.needed, default=0)
    return {
        "hands-acts": ("acts of a careless hand", f"{thousands(whole.all_acts)}"),
        "hands-wrong": (
            "bursts of them that left a board stuck, its game lost, or a fault",
            f"{wrong} of {thousands(whole.bursts)}",
        ),
        "hands-back": (
            "things done by a hand that follows the lights, until the game goes on",
            f"middle {within(whole.needed, 0.5)}, at most {most}",
        ),
    }


EXPERIMENT = Experiment(
    name="hands",
    unit="bursts",
    tally=Counts,
    in_batch=trial.BURSTS_IN_BATCH,
    plan=plan,
    trial=trial.try_batch,
    said=said,
    faults=faults,
    title="Whether a board gets stuck",
    body=body,
    pictures=lambda results: {"hands-back": picture(results)},
    stated=stated,
)
