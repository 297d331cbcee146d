"""The report: games by game, by who plays and by level, and the picture of it."""

from collections.abc import Mapping

from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.charts import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    Scale,
    file,
    hint,
    tag,
    upright,
    words,
)
from host_tools.lab.reliability.games.conditions import FACTOR, TWO, Condition
from host_tools.lab.reliability.games.counts import Counts
from host_tools.lab.reliability.games.trying import GAMES_IN_BATCH, ROOM
from lodeboard.games.catalogue import LEVELS

Results = Mapping[Condition, Counts]


def body(results: Results) -> str:
    """The page below its title."""
    whole = total(results)
    return f"""\
Each game is played to its end on a simulated board with {FACTOR:g} times the noise and spread of
production, its firmware under the supervisor. The hand knows only the lights: it plays steps that
are lit, at random, does what the machine's steps ask, and makes a slip in one act of eight (a
wrong tile, a swap, a tile turned over, pushed, stacked or leaning); the lights lead it back. The
record is the one that the board sends over its cable. It must be legal by the rules, end as the
rules say, and agree with the position; the fault log must be empty; no step may be
taken that no hand made.
{GAMES_IN_BATCH} games are played on each board without a break; the bytes of all that can be
reached from the firmware are counted between games, and may not grow by more than {ROOM}.

{_outcomes(results)}

*Wrong*: all that may not happen, named below. *Grown*: the median of the later half of a board's
games less that of the earlier half, the most of any board; counted from the game on with which
every level has been played, as the last one opens a table, which stays open. Each level of a rule
set is played as often as any other, when the plan is done. Board time:
{whole.seconds / max(whole.games, 1):.0f} s a game; processor time:
{whole.processor_seconds / max(whole.games, 1):.2f} s a game.

![Games by who plays and by level](pictures/games-played.svg)

## By who plays, and the level of the board

{_kinds(results)}
{_wrong(whole)}"""


def total(results: Results) -> Counts:
    """All conditions together."""
    whole = Counts()
    for counts in results.values():
        whole.add(counts)
    return whole


def _named(condition: Condition | None) -> str:
    return "all" if condition is None else f"{condition.game} {condition.rules}".strip()


def _outcomes(results: Results) -> str:
    rows = []
    for condition, counts in [*results.items(), (None, total(results))]:
        figures = (counts.games, counts.moves, counts.acts, counts.slips)
        ended = [counts.results.get(how, 0) for how in ("win", "lose", "tie")]
        rows.append(
            [
                _named(condition),
                *map(thousands, (*figures, *ended)),
                f"{counts.grown} of {thousands(counts.held)}",
                str(len(counts.wrong)),
            ]
        )
    titles = ["game", "games", "moves", "acts", "slips", "won by who is to act", "lost", "tied"]
    return report.table([*titles, "grown, bytes", "wrong"], rows)


def _split(key: str) -> tuple[str, int]:
    who, level = key.rsplit(", ", 1)
    return who, int(level)


def _order(key: str) -> tuple[bool, int, str]:
    """Two people first, then by level."""
    who, level = _split(key)
    return who != TWO, level, who


def _kinds(results: Results) -> str:
    rows = []
    for condition, counts in results.items():
        for key in sorted(counts.kinds, key=_order):
            who, level = _split(key)
            name = "" if who == TWO else LEVELS[condition.game][level]
            rows.append([_named(condition), who, name, thousands(counts.kinds[key])])
    return report.table(["game", "who plays", "level", "games"], rows)


def _wrong(whole: Counts) -> str:
    if not whole.wrong:
        return ""
    return "\n## What was wrong\n\n" + "\n".join(f"- {each}" for each in whole.wrong)


def picture(results: Results) -> str:
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
            class_ = {"two people": "empty", "person begins": "far"}.get(who, "near")
            bar = {"x": left, "y": y.at(done), "width": wide - 10, "class_": class_}
            note = f"{_named(condition)}, {who}, level {level}: {count} games"
            parts.append(tag("rect", hint(note), height=max(low - y.at(done) - 0.6, 0.4), **bar))
        parts.append(words(_named(condition), left, BOTTOM + 14, "small"))
    for at, (said, class_) in enumerate(
        (("two people", "empty"), ("person begins", "far"), ("machine begins", "near"))
    ):
        left = LEFT + 130 * at
        parts.append(tag("rect", x=left, y=BOTTOM + 34, width=10, height=10, class_=class_))
        parts.append(words(said, left + 15, BOTTOM + 43, "soft"))
    return file([parts], "Games of each game and rule set, by who plays and by level")
