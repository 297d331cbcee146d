"""The report's chart. Every series can be recognised without colour."""

from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.report.census import Census
from host_tools.games.flip.solver.report.svg import picture
from host_tools.games.tiers.masks import CELLS
from host_tools.jobs.charts import Frame, Scale, hint, tag, words
from lodeboard.games.contract import LOSE, TIE, WIN

WIDE, HIGH = 560.0, 330.0
_FRAME = Frame(44.0, 548.0, 48.0, 282.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = _FRAME
_KINDS = {WIN: ("win", "win"), TIE: ("tie", "hatch-tie"), LOSE: ("lose", "hatch-lose")}


def percent(part: float) -> str:
    """A share as people write it: 53 %, 4.2 %, < 0.1 %."""
    if 0 < part < 0.001:
        return "< 0.1 %"
    return f"{100 * part:.1f} %" if part < 0.0995 and part else f"{100 * part:.0f} %"


def values(census: Census) -> str:
    """Wins, ties and losses by number of tiles, and how many have no turn to go."""
    parts = [words(f"{census.rules}: value for the player to act", _LEFT, 18, "title")]
    parts += _legend(
        ("win", "win", "win"), ("tie", "hatch-tie", "tie"), ("lose", "hatch-lose", "loss")
    )
    parts += _percent_axis()
    step = (_RIGHT - _LEFT) / (CELLS + 1)
    line = []
    for k in range(CELLS + 1):
        x = _LEFT + step * k
        base = _BOTTOM
        whole = Tier(k).arrangements
        for value in (WIN, TIE, LOSE):
            kind, fill = _KINDS[value]
            number = census.of_value(k, value)
            tall = (_BOTTOM - _TOP) * number / whole
            base -= tall
            said = hint(f"{k} tiles, {kind}: {number:,} of {whole:,} ({percent(number / whole)})")
            box = {"x": x + 2, "y": base, "width": step - 4, "height": tall}
            parts.append(tag("rect", said, **box, class_=fill))
            if tall > 13:
                share = f"{100 * number / whole:.0f}"
                middle = base + tall / 2 + 3.5
                if value != WIN:  # text on hatching is hard to read
                    box = {"x": x + step / 2 - 9, "y": middle - 9, "width": 18, "height": 11.5}
                    parts.append(tag("rect", **box, class_=kind))
                parts.append(words(share, x + step / 2, middle, f"middle small on-{kind}"))
        decided = _decided(census, k) / whole
        line.append(f"{x + step / 2:.1f} {_BOTTOM - (_BOTTOM - _TOP) * decided:.1f}")
        parts.append(words(k, x + step / 2, _BOTTOM + 14, "middle"))
    parts.append(
        tag(
            "path", hint("share won or lost as it stands"), d="M" + "L".join(line), class_="decided"
        )
    )
    parts.append(tag("path", d=f"M{_LEFT} {HIGH - 13}h22", class_="decided"))
    parts.append(words("won or lost as it stands", _LEFT + 27, HIGH - 9, "soft"))
    parts.append(words("tiles on the board", _RIGHT, HIGH - 9, "end soft"))
    return picture(
        WIDE, HIGH, f"Values by number of tiles, {census.rules}; the table has all", parts
    )


def _decided(census: Census, k: int) -> int:
    """Arrangements won or lost as they stand, with no turn to go."""
    return census.of_turns(WIN, 0, k) + census.of_turns(LOSE, 0, k)


def _percent_axis() -> list[str]:
    marks = [(share, f"{share} %") for share in (0, 25, 50, 75, 100)]
    return _FRAME.upright(Scale((0, 100), (_BOTTOM, _TOP)), marks)


def _legend(*entries: tuple[str, str, str]) -> list[str]:
    parts = []
    x = _RIGHT
    for _, fill, said in reversed(entries):
        x -= 8 + 6.2 * len(said)
        parts.append(words(said, x, 18, "soft"))
        x -= 18
        parts.append(tag("rect", x=x, y=9, width=13, height=10, class_=fill))
    return parts
