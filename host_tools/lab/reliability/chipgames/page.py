"""The report: games and free memory by game, and the picture of it."""

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
from host_tools.lab.reliability.chipgames.counts import Counts
from host_tools.lab.reliability.chipgames.trying import GAMES_IN_BOOT, ROOM, Condition

Results = Mapping[Condition, Counts]
_CLASSES = ("near", "far", "empty")


def body(results: Results) -> str:
    """The page below its title."""
    return f"""\
The firmware on the emulated RP2040 with the official MicroPython, {GAMES_IN_BOOT} games in one
boot, all rule sets of a game in turn. The board plays both sides at its weakest level, which moves
at once, and a hand does what the lights ask: so a game takes 10 to 20 s of board time. The record
that the board sends must be legal, end as the rules say, and agree with the position; it may not
start again, and its fault log must be empty. Free memory is what MicroPython reports after a
collection, at the beginning of a game of the same settings; from the second game on it may differ
by {ROOM} bytes.

{_outcomes(results)}

![Free memory after each game](pictures/games-on-chip.svg)
"""


def _outcomes(results: Results) -> str:
    rows = []
    for condition, counts in results.items():
        free = counts.free[1:] or [0]
        ended = [str(counts.results.get(how, 0)) for how in ("win", "lose", "tie")]
        rows.append(
            [
                condition.game,
                str(counts.games),
                str(counts.boots),
                thousands(counts.moves),
                *ended,
                f"{thousands(min(free))} to {thousands(max(free))}",
                f"{counts.board_seconds / max(counts.games, 1):.0f} s",
                str(len(counts.wrong)),
            ]
        )
    titles = ["game", "games", "boots", "moves", "won by who is to act", "lost", "tied"]
    wrong = [f"- {each}" for counts in results.values() for each in counts.wrong]
    table = report.table([*titles, "bytes free", "board time a game", "wrong"], rows)
    return "\n".join([table, *([""] if wrong else []), *wrong])


def picture(results: Results) -> str:
    """Free memory after each game."""
    free = [each / 1024 for counts in results.values() for each in counts.free]
    x = Scale((0, GAMES_IN_BOOT), (LEFT + 6, RIGHT))
    most = 10 * int(1 + max(free, default=0) // 10)
    y = Scale((0, most), (BOTTOM, TOP))
    parts = [words("KiB free after each game, following a collection", LEFT, 18, "title")]
    parts += upright(y, [(mark, f"{mark:.0f}") for mark in range(0, most + 1, 10)])
    parts += across(x, range(0, GAMES_IN_BOOT + 1, 10), "games in one boot")
    for (condition, counts), class_ in zip(results.items(), _CLASSES, strict=False):
        for at, each in enumerate(counts.free, 1):
            note = f"{condition.game}, game {at}: {thousands(each)} bytes"
            spot = {"cx": x.at(at), "cy": y.at(each / 1024), "r": 2.2, "class_": class_}
            parts.append(tag("circle", hint(note), **spot))
        if counts.free:
            high = y.at(counts.free[-1] / 1024)
            parts.append(words(condition.game, LEFT + 10, high - 6, "small"))
    return file([parts], "Free memory after each game in one boot")
