"""A map of the plate: the verdict for each place at which a tile was released."""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from host_tools.lab.bench.rests.falls import Fall
from host_tools.lab.bench.rests.verdicts import ASKED, BESIDE, SEEN, UNFELT, VERDICTS, WRONG
from lodeboard.boards.profile import Profile

COLOURS = {
    SEEN: "#4a9d6e",
    ASKED: "#e59ac6",
    UNFELT: "#e8c34a",
    BESIDE: "#c9ccd1",
    WRONG: "#d02020",
}
_SCALE = 3.0  # picture units per millimetre
_GAP, _HEAD, _LINE = 24.0, 26.0, 20.0

Map = tuple[str, Sequence[Fall], Sequence[str]]  # its title, and a verdict for each fall


def picture(profile: Profile, step_mm: float, maps: Sequence[Map]) -> str:
    """The maps side by side, as SVG, with a legend."""
    low = min(fall.from_x_mm for fall in maps[0][1])
    side = (max(fall.from_x_mm for fall in maps[0][1]) - low + step_mm) * _SCALE
    width = len(maps) * (side + _GAP) + _GAP
    height = _HEAD + side + _LINE * (len(VERDICTS) + 1)
    parts = [f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>']
    for number, (title, falls, found) in enumerate(maps):
        left = _GAP + number * (side + _GAP)
        parts.append(_text(left, _HEAD - 9, title))
        inside = [*_squares(step_mm, falls, found), *_wells(profile)]
        moved = f"translate({left:g} {_HEAD:g}) scale({_SCALE:g})"
        moved += f" translate({step_mm / 2 - low:g} {step_mm / 2 - low:g})"
        box = f'x="{left:g}" y="{_HEAD:g}" width="{side:g}" height="{side:g}"'
        parts.append(f'<clipPath id="map{number}"><rect {box}/></clipPath>')
        parts.append(f'<g clip-path="url(#map{number})"><g transform="{moved}">')
        parts += [*inside, "</g></g>"]
    for number, (verdict, words) in enumerate(VERDICTS.items()):
        y = _HEAD + side + _LINE * (number + 1)
        parts.append(
            f'<rect x="{_GAP:g}" y="{y - 10:g}" width="14" height="12" fill="{COLOURS[verdict]}"/>'
        )
        parts.append(_text(_GAP + 22, y, words))
    box = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', *parts, "</svg>\n"])


def _squares(step_mm: float, falls: Sequence[Fall], found: Sequence[str]) -> Iterable[str]:
    """One path per verdict, with a square for each place."""
    for verdict, colour in COLOURS.items():
        spots = [
            f"M{fall.from_x_mm - step_mm / 2:g} {fall.from_y_mm:g}h{step_mm:g}"
            for fall, one in zip(falls, found, strict=True)
            if one == verdict
        ]
        if spots:
            yield f'<path d="{"".join(spots)}" stroke="{colour}" stroke-width="{step_mm:g}"/>'


def _wells(profile: Profile) -> Iterable[str]:
    radius = profile.data["plate"]["well_diameter_mm"] / 2
    for cell in range(profile.cells):
        row, column = divmod(cell, profile.columns)
        x, y = column * profile.pitch_mm, row * profile.pitch_mm
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#202428"'
            ' stroke-width="0.4"/>'
        )


def _text(x: float, y: float, words: str) -> str:
    style = 'font-family="sans-serif" font-size="13" fill="#202428"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
