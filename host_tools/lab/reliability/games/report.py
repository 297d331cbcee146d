"""Whole games as an experiment: its page, with a section for each kind of board, and its
pictures."""

from collections.abc import Mapping

from msgspec import convert

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
from host_tools.lab.reliability.games.conditions import (
    EMULATED,
    FACTOR,
    GAMES_IN_BOOT,
    MACHINE,
    PERSON,
    ROOM,
    SERIAL,
    SIMULATED,
    TWO,
    Condition,
    Counts,
    plan,
)
from host_tools.lab.reliability.games.trial import try_batch
from host_tools.workshop.checkup.steps import Step

Results = Mapping[Condition, Counts]
_WHO = {TWO: "empty", PERSON: "far", MACHINE: "near"}  # classes of the picture
_GAMES = ("near", "far", "empty")
_ENDS = ("win", "lose", "tie")
_ENDED = ("won by who is to act", "lost", "tied")


def on(board: str, results: Results) -> Results:
    """The results of one kind of board."""
    return {condition: counts for condition, counts in results.items() if condition.board == board}


def body(results: Results) -> str:
    """The page below its title: a section for each kind of board that was used."""
    sections = {SIMULATED: _simulated, EMULATED: _emulated, SERIAL: _serial}
    parts = [make(on(board, results)) for board, make in sections.items() if on(board, results)]
    wrong = [f"- {each}" for counts in results.values() for each in counts.wrong]
    if wrong:
        parts.append("\n".join(["## What was wrong", "", *wrong]))
    return "\n\n".join(parts)


def _simulated(results: Results) -> str:
    whole = Counts.total(results)
    return f"""\
## By a careless hand

Each game is played to its end on a simulated board with {FACTOR:g} times the noise and spread of
production. The hand knows only the lights: it plays lit steps at random, carries out the machine's
steps, and makes a slip in one act of eight (a wrong tile, a swap, a tile turned over, pushed,
stacked or leaning); the lights lead it back. The record that the board sends must be legal, end as
the rules say, and agree with the position; the fault log must be empty, and every step must have
been made by the hand. {GAMES_IN_BOOT} games are played on each board in turn; the bytes reachable
from the firmware may not grow by more than {ROOM} between games.

{_outcomes(results)}

*Wrong*: games that break any of these. *Grown*: the median of the later half of a board's games
less that of the earlier half, the maximum of all boards; counted after every level has been played,
because the last one opens a table. A game takes {whole.seconds / max(whole.games, 1):.0f} s of
board time and {whole.processor_seconds / max(whole.games, 1):.2f} s of the processor. Two people
play one game in five; the others are shared evenly by all levels and by who begins.

![Games by who plays and by level](pictures/games-played.svg)"""


def _named(condition: Condition | None) -> str:
    return "all" if condition is None else f"{condition.game} {condition.rules}".strip()


def _outcomes(results: Results) -> str:
    rows = []
    for condition, counts in [*results.items(), (None, Counts.total(results))]:
        figures = (counts.games, counts.moves, counts.acts, counts.slips)
        ended = [counts.results.get(how, 0) for how in _ENDS]
        rows.append(
            [
                _named(condition),
                *map(thousands, (*figures, *ended)),
                f"{counts.grown} of {thousands(counts.held)}",
                str(len(counts.wrong)),
            ]
        )
    titles = ["game", "games", "moves", "acts", "slips", *_ENDED, "grown, bytes", "wrong"]
    return report.table(titles, rows)


def _split(key: str) -> tuple[str, int]:
    who, level = key.rsplit(", level ", 1)
    return who, int(level)


def _order(key: str) -> tuple[bool, int, str]:
    """Two people first, then by level."""
    who, level = _split(key)
    return who != TWO, level, who


def _emulated(results: Results) -> str:
    rows = []
    for condition, counts in results.items():
        free = counts.free[1:] or [0]
        rows.append(
            [
                condition.game,
                str(counts.games),
                str(counts.boards),
                thousands(counts.moves),
                *(str(counts.results.get(how, 0)) for how in _ENDS),
                f"{thousands(min(free))} to {thousands(max(free))}",
                f"{counts.seconds / max(counts.games, 1):.0f} s",
                str(len(counts.wrong)),
            ]
        )
    titles = ["game", "games", "boots", "moves", *_ENDED, "bytes free", "board time a game"]
    return f"""\
## In one boot of the chip

The firmware on the emulated RP2040 with the official MicroPython, {GAMES_IN_BOOT} games in one
boot, all rule sets of a game in turn. The board plays both sides at its weakest level, and a hand
does what the lights ask. The same is required as above, and the board may not restart. Free memory
is what MicroPython reports after a collection at the beginning of games with the same settings;
the median of the later half of the games may be {ROOM} bytes less than that of the earlier half.
After a single game more can be taken, because the collector takes every word on the stack that
looks like a pointer for one.

{report.table([*titles, "wrong"], rows)}

![Free memory after each game](pictures/games-on-chip.svg)"""


def _serial(results: Results) -> str:
    (counts,) = results.values()
    step = _soak(counts)
    rows = [
        [
            each.game,
            str(each.games),
            thousands(each.moves),
            str(each.starts),
            str(each.mistakes),
            str(len(each.differences)),
            str(each.line_errors),
            " to ".join(map(thousands, each.free)) if each.free else "not measured",
            f"{each.board_min:.1f} min",
            f"{each.wall_min:.1f} min",
        ]
        for each in step.played
    ]
    titles = ["game", "games", "moves", "restarts", "mistakes", "differences", "line errors"]
    slowest = step.figures["longest time between two readings, ms"]
    return f"""\
## An hour at a serial port

A {counts.soak["board"]} at a serial port plays both sides, all games of its menu in turn with all
rule sets and levels; hands with simulated magnets do what the lights ask. *Mistakes*: seen by the
board. *Differences*: of its records from the rules. *Line errors*: lines damaged or refused. *Bytes
free*: after a first game and at the end, at the beginning of the same game. The soak began at
{counts.soak["begun"]}, took {step.took_s / 60:.0f} min, and its verdict is *{step.verdict}*. The
longest time between two readings of the board was {slowest} ms.

{report.table([*titles, "bytes free", "board time", "on the wall"], rows)}"""


def _soak(counts: Counts) -> Step:
    return convert(counts.soak["step"], Step)


def played(results: Results) -> str:
    """Games of each game and rule set, by who plays and by level, as stacked bars."""
    most = max((counts.games for counts in results.values()), default=1)
    y = Scale((0, most), (BOTTOM, TOP))
    parts = [
        words("Games: two people at the bottom, then levels from the weakest on", LEFT, 18, "title")
    ]
    parts += upright(y, [(most * part / 4, f"{most * part / 4:.0f}") for part in range(5)])
    wide = (RIGHT - LEFT) / max(len(results), 1)
    for column, (condition, counts) in enumerate(results.items()):
        left = LEFT + wide * column + 5
        done = 0
        for key in sorted(counts.kinds, key=_order):
            who, level = _split(key)
            count = counts.kinds[key]
            low, done = y.at(done), done + count
            class_ = _WHO[who]
            bar = {"x": left, "y": y.at(done), "width": wide - 10, "class_": class_}
            note = f"{_named(condition)}, {who}, level {level}: {count} games"
            parts.append(tag("rect", hint(note), height=max(low - y.at(done) - 0.6, 0.4), **bar))
        parts.append(words(_named(condition), left, BOTTOM + 14, "small"))
    for index, (said, class_) in enumerate(_WHO.items()):
        left = LEFT + 130 * index
        parts.append(tag("rect", x=left, y=BOTTOM + 34, width=10, height=10, class_=class_))
        parts.append(words(said, left + 15, BOTTOM + 43, "soft"))
    return file([parts], "Games of each game and rule set, by who plays and by level")


def free_memory(results: Results) -> str:
    """Free memory after each game on the chip."""
    free = [each / 1024 for counts in results.values() for each in counts.free]
    x = Scale((0, GAMES_IN_BOOT), (LEFT + 6, RIGHT))
    most = 10 * int(1 + max(free, default=0) // 10)
    y = Scale((0, most), (BOTTOM, TOP))
    parts = [words("KiB free after each game, following a collection", LEFT, 18, "title")]
    parts += upright(y, [(mark, f"{mark:.0f}") for mark in range(0, most + 1, 10)])
    parts += across(x, range(0, GAMES_IN_BOOT + 1, 10), "games in one boot")
    for (condition, counts), class_ in zip(results.items(), _GAMES, strict=False):
        for number, each in enumerate(counts.free, 1):
            note = f"{condition.game}, game {number}: {thousands(each)} bytes"
            spot = {"cx": x.at(number), "cy": y.at(each / 1024), "r": 2.2, "class_": class_}
            parts.append(tag("circle", hint(note), **spot))
        if counts.free:
            high = y.at(counts.free[-1] / 1024)
            parts.append(words(condition.game, LEFT + 10, high - 6, "small"))
    return file([parts], "Free memory after each game in one boot")


def pictures(results: Results) -> dict[str, str]:
    """Of the boards that were used."""
    drawn = {"games-played": (SIMULATED, played), "games-on-chip": (EMULATED, free_memory)}
    return {
        name: draw(on(board, results))
        for name, (board, draw) in drawn.items()
        if on(board, results)
    }


def said(condition: Condition, counts: Counts) -> str:
    """How much was played, and what went wrong."""
    spread = max(counts.free[1:], default=0) - min(counts.free[1:], default=0)
    special = {
        SIMULATED: f"{counts.slips} slips, at most {counts.grown} bytes more",
        EMULATED: f"free memory within {spread} bytes",
        SERIAL: f"{counts.seconds / 60:.0f} min of board time",
    }[condition.board]
    return f"{counts.moves} moves, {special}, {len(counts.wrong)} wrong"


def faults(_: Condition, counts: Counts) -> list[str]:
    """Games that break the rules, do not end, or leave memory allocated."""
    return counts.wrong


def stated(results: Results) -> Stated:
    """Number of games on each kind of board, and the number of failures."""
    found: Stated = {}
    if simulated := on(SIMULATED, results):
        whole = Counts.total(simulated)
        what = "games by a careless hand that were not legal, ended wrongly or left a fault"
        found["games-wrong"] = (what, f"{len(whole.wrong)} of {thousands(whole.games)}")
        grown = "bytes that the firmware held more after games, at most"
        found["games-grown"] = (grown, f"{whole.grown} of {thousands(whole.held)}")
    if emulated := on(EMULATED, results):
        wrong = sum(len(counts.wrong) for counts in emulated.values())
        games = sum(counts.games for counts in emulated.values())
        boots = sum(counts.boards for counts in emulated.values())
        figure = f"{wrong} of {thousands(games)}, in {boots} boots"
        what = "games on the emulated chip that were wrong, or left memory taken"
        found["games-on-chip"] = (what, figure)
    for counts in on(SERIAL, results).values():
        seen = _soak(counts).played
        minutes = sum(each.board_min for each in seen)
        wrong = sum(each.starts + each.mistakes + len(each.differences) for each in seen)
        what = "restarts, mistakes and differences in a soak at a serial port"
        figure = f"{wrong} in {counts.games} games, {minutes:.0f} min of board time"
        found["soak"] = (what, figure)
    return found


EXPERIMENT = Experiment(
    name="games",
    unit="games",
    tally=Counts,
    in_batch=GAMES_IN_BOOT,
    plan=plan,
    trial=try_batch,
    said=said,
    faults=faults,
    title="Whole games",
    body=body,
    pictures=pictures,
    stated=stated,
)
