"""The figures of a soak into the documentation.

    lodeboard emulate --serial --fast                                      says its PORT
    lodeboard bringup --on PORT --no-person --steps soak --json > soak.json
    lodeboard lab bringup soak.json

writes docs/measured/soak.md, and the figure `soak` that other pages state.
"""

from pathlib import Path

from msgspec import Struct

from host_tools import ROOT
from host_tools.build import figures
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.jobs.command import OK, Parser, UsageError
from host_tools.jobs.messages import MessageError, checked, parsed
from host_tools.workshop.checkup.steps import DONE, FORMAT, Bringup, Step

PAGE = ROOT / "docs" / "measured" / "soak.md"
COMMAND = "lodeboard bringup --no-person --steps soak"


class _Format(Struct):
    format: int


def _soak(found: Bringup) -> Step:
    return next(step for step in found.steps if step.name == "soak")


def read(path: Path) -> Bringup:
    """The report in a file. UsageError for none, or one without a whole soak."""
    try:
        message = parsed(path.read_bytes())
        format_, found = checked(message, _Format).format, checked(message, Bringup)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except MessageError as error:
        raise UsageError(f"{path} is no report of lodeboard bringup --json: {error}") from error
    if format_ != FORMAT or found.state != DONE or not _soak(found).played:
        raise UsageError(f"{path} holds no soak that was played to its end")
    return found


def body(found: Bringup) -> str:
    """The page below its title."""
    soak = _soak(found)
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
        for each in soak.played
    ]
    titles = ["game", "games", "moves", "restarts", "mistakes", "differences", "line errors"]
    slowest = soak.figures["longest time between two readings, ms"]
    return f"""\
A {found.board} at a serial port, all games that its menu offers in turn, each with all its rule
sets and levels; the board plays both sides, and hands with magnets lent to it do what its lights
ask. *Mistakes* are those that the board saw in that, *differences* those of its records from the
rules; *line errors* are lines that came damaged or were refused. *Bytes free* are those after a
first game and at the end, the same game begun both times. The soak began at {found.begun},
took {soak.took_s / 60:.0f} min on the wall, and its verdict is *{soak.verdict}*. The longest time
between two readings of the board was {slowest} ms.

{report.table([*titles, "bytes free", "board time", "on the wall"], rows)}"""


def stated(found: Bringup) -> dict[str, tuple[str, str]]:
    """The figure for other pages."""
    played = _soak(found).played
    games = sum(each.games for each in played)
    minutes = sum(each.board_min for each in played)
    wrong = sum(each.starts + each.mistakes + len(each.differences) for each in played)
    what = "restarts, mistakes and differences in a soak at a serial port"
    return {"soak": (what, f"{wrong} in {games} games, {minutes:.0f} min of board time")}


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="lodeboard lab bringup", description=__doc__)
    parser.add_argument("report", metavar="REPORT", type=Path, help="what --json printed")
    try:
        found = read(parser.parse_args(arguments).report)
    except UsageError as error:
        parser.error(str(error))
    report.write_page(PAGE, "An hour at a serial port", COMMAND, body(found))
    figures.keep(stated(found), COMMAND)
    return OK
