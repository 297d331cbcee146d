"""The report's charts. Every series can be recognised without colour."""

import math
from collections.abc import Sequence

from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.report.census import Census
from host_tools.games.flip.solver.report.sample import Sample
from host_tools.games.flip.solver.report.svg import picture
from host_tools.games.tiers.masks import CELLS
from host_tools.jobs.charts import Frame, Scale, hint, tag, words
from lodeboard.games.contract import LOSE, TIE, WIN

WIDE, HIGH = 560.0, 330.0
_FRAME = Frame(44.0, 548.0, 48.0, 282.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = _FRAME
_KINDS = {WIN: ("win", "win"), TIE: ("tie", "hatch-tie"), LOSE: ("lose", "hatch-lose")}

MINI_WIDE, MINI_HIGH = 178.0, 142.0


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


def remoteness(census: Census) -> str:
    """Wins upwards, losses downwards, by turns to the end, for all tiers; on a logarithmic
    scale."""
    parts = [words(f"{census.rules}: turns to the end", _LEFT, 18, "title")]
    parts += _legend(("win", "win", "won in"), ("lose", "hatch-lose", "lost in"))
    middle, reach = (_TOP + _BOTTOM) / 2, (_BOTTOM - _TOP) / 2 - 8
    for power in (0, 3, 6, 9):
        for way in (-1, 1):
            y = middle + way * (9 + reach * (power + 1) / 11)
            parts.append(tag("path", d=f"M{_LEFT} {y:.1f}H{_RIGHT}", class_="rule"))
            parts.append(words(_round(10**power), _LEFT - 5, y + 3.5, "end soft small"))
    step = (_RIGHT - _LEFT) / (CELLS + 1)
    for turns in range(CELLS + 1):
        x = _LEFT + step * turns
        parts.append(words(turns, x + step / 2, middle + 4, "middle"))
        for value, way in ((WIN, -1), (LOSE, 1)):
            number = census.of_turns(value, turns)
            if not number:
                continue
            tall = reach * (math.log10(number) + 1) / 11
            y = middle - 9 - tall if way < 0 else middle + 9
            kind, fill = _KINDS[value]
            said = hint(f"{kind} in {turns}: {number:,} arrangements")
            parts.append(tag("rect", said, x=x + 2, y=y, width=step - 4, height=tall, class_=fill))
            text_y = y - 4 if way < 0 else y + tall + 10
            parts.append(words(_round(number), x + step / 2, text_y, "middle small"))
    ties = sum(census.of_value(k, TIE) for k in range(CELLS + 1))
    parts.append(words(f"and {ties:,} ties", _LEFT, HIGH - 9, "soft"))
    parts.append(words("arrangements, logarithmic scale", _RIGHT, HIGH - 9, "end soft"))
    return picture(WIDE, HIGH, f"Turns to the end, {census.rules}; the table has all", parts)


def tier_remoteness(census: Census, k: int) -> str:
    """The same of one tier, as shares of it on a linear scale."""
    middle, left, wide = 80.0, 8.0, MINI_WIDE - 16
    step = wide / (CELLS + 1)
    whole = Tier(k).arrangements
    shares = {
        (value, turns): census.of_turns(value, turns, k) / whole
        for value in (WIN, LOSE)
        for turns in range(CELLS + 1)
    }
    top = max(shares.values()) or 1
    parts = [words("1 tile" if k == 1 else f"{k} tiles", left, 13, "title")]
    parts.append(
        words(f"tie {percent(census.of_value(k, TIE) / whole)}", left + wide, 13, "end soft")
    )
    for (value, turns), share in shares.items():
        if not share:
            continue
        kind, fill = _KINDS[value]
        tall = max(0.8, 44 * share / top)
        y = middle - 5 - tall if value == WIN else middle + 5
        said = hint(f"{kind} in {turns}: {percent(share)}")
        box = {"x": left + step * turns + 1, "y": y, "width": step - 2, "height": tall}
        parts.append(tag("rect", said, **box, class_=fill))
        if share == top:
            text_y = y - 2 if value == WIN else y + tall + 9
            parts.append(words(percent(share), left + step * (turns + 0.5), text_y, "middle small"))
    for turns in range(0, CELLS + 1, 4):
        parts.append(words(turns, left + step * (turns + 0.5), middle + 3.2, "middle small soft"))
    return picture(MINI_WIDE, MINI_HIGH, f"Turns to the end with {k} tiles, {census.rules}", parts)


def keeping(rules: str, samples: Sequence[Sample]) -> str:
    """How often a random move keeps the value, by number of tiles."""
    parts = [words(f"{rules}: random moves that keep the value", _LEFT, 18, "title")]
    parts += _percent_axis()
    step = (_RIGHT - _LEFT) / CELLS
    for row, (kind, said, shape) in enumerate(
        (("all", "any open position", "M-4 0a4 4 0 0 1 8 0a4 4 0 0 1-8 0Z"),
         ("won", "won positions", "M0-5L5 4H-5Z"),
         ("tied", "drawn positions", "M0-5L5 0L0 5L-5 0Z"))
    ):  # fmt: skip
        points = []
        for sample in samples:
            share = getattr(sample, kind)
            if share.mean is not None:
                y = _BOTTOM - (_BOTTOM - _TOP) * share.mean
                points.append((_LEFT + step * (sample.k + 0.5), y, share))
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
        if points:
            parts.append(tag("path", d=path, class_=f"series {kind}"))
        for x, y, share in points:
            text = f"{said}: {percent(share.mean)} ± {percent(share.error)} of {share.positions}"
            where = f"translate({x:.1f} {y:.1f})"
            parts.append(tag("path", hint(text), d=shape, transform=where, class_=f"spot {kind}"))
        x = _LEFT + 12 + 150 * row
        parts.append(tag("path", d=f"M{x} {HIGH - 13}h30", class_=f"series {kind}"))
        where = f"translate({x + 15} {HIGH - 13})"
        parts.append(tag("path", d=shape, transform=where, class_=f"spot {kind}"))
        parts.append(words(said, x + 36, HIGH - 9, "soft"))
    for k in range(CELLS):
        parts.append(words(k, _LEFT + step * (k + 0.5), _BOTTOM + 14, "middle"))
    return picture(
        WIDE, HIGH, f"Random moves that keep the value, {rules}; the table has all", parts
    )


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


def _round(number: int) -> str:
    """About three characters: 960, 13 k, 1.4 M, 8 G."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            part = number / size
            return f"{part:.1f} {unit}" if part < 9.95 and part % 1 else f"{part:.0f} {unit}"
    return str(number)
