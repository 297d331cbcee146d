"""The tables of lights in the docs, made from the firmware's palette.

Text between the lines `<!-- lights: NAME, ... -->` and `<!-- end of lights -->` in a Markdown page
is a table of the named lights: colour and motion from the palette, and the meaning of the light.
`host_tools.build.figures` writes and checks these tables together with those of figures.
"""

import colorsys
import re

from host_tools.jobs.report import table
from lodeboard.lights import palette

_BLOCK = re.compile(r"(<!-- lights: ([\w ,-]+) -->\n)(.*?)(<!-- end of lights -->)", re.DOTALL)

# Where each hue ends, as a fraction of a circle.
_HUES = (
    (0.05, "red"),
    (0.125, "orange"),
    (0.15, "gold"),
    (0.18, "yellow"),
    (0.25, "yellow-green"),
    (0.46, "green"),
    (0.556, "turquoise"),
    (0.645, "blue"),
    (0.82, "violet"),
    (0.931, "magenta"),
    (1.01, "red"),
)
_GREY = 0.1  # saturation below which a colour has no hue
_PALE = 0.6  # saturation below which it is pale
_PALE_NAMES = {"red": "pink", "magenta": "pale pink"}

# The sixteen steps of a cycle in words.
_MOTIONS = {
    "1234567899876543": "slowly brighter and dimmer",
    "9999000099990000": "blinks twice a second",
    "3333333333333399": "dim, with a short flash",
    "4444444444440000": "steady, with a short dark gap",
    "9909900000000000": "two short flashes",
    "0011223344556789": "rises once a second",
    "9876554433221100": "falls once a second",
    "0246789902467899": "rises twice a second",
    "9987642099876420": "falls twice a second",
    "9592222222222222": "two short flashes, then dim",
    "9595123456654321": "two short flashes, then a swell",
    "9999999999999999": "steady",
    "9909909900000000": "three short flashes",
    "9900009999000000": "a short flash and a long one",
    "0000000369630000": "a spark that runs across the board",
    "3579753135797531": "shimmers",
    "2222999922225555": "in steps",
    "9999999922222222": "half bright, half dim",
    "3333333333003300": "faint, with two gaps",
    "9999999999443399": "bright, with a short dip",
    "7766655544555666": "wavers",
    "9999955555999955": "bright, with two dips",
    "9999009999009999": "bright, with two dark gaps",
    "0000055555000000": "one faint blink",
    "1699999916999999": "bright, with two short dips",
    "9630000000000369": "mostly dark",
    "6666333366663333": "faint steps up and down",
    "4444222777777333": "a dip, then a long step",
    "2222889999882288": "a long swell and a short one",
    "9940000773000550": "three sparks, each fainter",
    "1117771111777111": "two low waves",
    "0000099999009999": "two long flashes",
    "0000009999999999": "one long flash",
    "2235799753222222": "a swell once a second",
    "9900234565432200": "a flash, then a small swell",
    "9990099000999000": "a long flash, a short one, a long one",
    "9990099012343210": "a long flash, a short one, then a swell",
    "1122334455667788": "rises slowly",
    "5555005500550000": "faint: a long blink and two short ones",
    "0099009900999999": "two short flashes and a long one",
    "0777777777777770": "steady, with a dark blink",
    "0777770000777770": "two long lights a second",
}

# By scenario name, in the order of the palette, whose first light is off.
_MEANS = {
    "may-lift": "you may lift this tile",
    "may-go": "the tile in your hand may go here",
    "may-place": "you may place a tile here",
    "lifted": "the tile in your hand came from here; put it back to choose another",
    "lift": "lift this tile for the board",
    "put-U": "put the first player's tile here, up side showing",
    "put-D": "put the first player's tile here, down side showing",
    "put-u": "put the second player's tile here, up side showing",
    "put-d": "put the second player's tile here, down side showing",
    "threat": "a line that is not locked",
    "threat-lift": "the same, and you may lift this tile",
    "locked": "a locked line",
    "mistake": "a mistake: take this tile away",
    "check": "the board cannot tell what lies here: set it down flat, or take it away",
    "thinking": "the board is thinking",
    "winner": "the winner's tiles",
    "draw": "a draw",
    "calibrate": "zeros are set: leave the plate empty; or the gain of this cell was measured",
    "menu-item": "a setting",
    "menu-here": "the setting you are at",
    "menu-value": "a value of this setting",
    "menu-chosen": "its present value",
    "fault": "a fault",
    "coach-unknown": "coach: not known",
    "coach-win": "coach: wins",
    "coach-lose": "coach: loses",
    "coach-draw": "coach: draws",
    "gift": "this piece is left to give",
    "gift-win": "the same; coach: giving it wins",
    "gift-lose": "the same; coach: giving it loses",
    "gift-draw": "the same; coach: giving it draws",
    "gift-here": "the middle button gives this piece",
    "given": "this piece was given",
    "hole": "a hole: nothing may stand here",
    "hole-go": "a hole; the piece in your hand may go onto it",
    "danger": "a king in check",
    "danger-lift": "the same, and you may lift it",
    "measure": "put any tile here, up side showing, to measure the gain",
    "not-saved": "something cannot be saved",
    "menu-more": "more values: right turns the page after the last one here",
    "clock-first": "time that the first player has left",
    "clock-second": "time that the second player has left",
}


class LightsError(ValueError):
    """A light that has no description here or is not in the palette."""


def colour_name(red: int, green: int, blue: int) -> str:
    """The usual name of a colour (0..255 each): "green", "pale violet", "grey"."""
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    if saturation < _GREY:
        return "white" if value > 0.9 else "grey"
    name = next(name for end, name in _HUES if hue < end)
    return _PALE_NAMES.get(name, f"pale {name}") if saturation < _PALE else name


def row(name: str) -> tuple[str, str, str]:
    """Colour, motion and meaning of a light. Raises LightsError for an unknown name or motion."""
    if name not in _MEANS:
        raise LightsError(f"no light is called {name}")
    meaning = list(_MEANS).index(name) + 1
    start = meaning * palette.STEPS
    steps = palette.MOVEMENTS[start : start + palette.STEPS].decode()
    if steps not in _MOTIONS:
        raise LightsError(f"{name} moves as {steps}, for which _MOTIONS has no words")
    return colour_name(*palette.colour(meaning)), _MOTIONS[steps], _MEANS[name]


def fill(text: str) -> str:
    """The page with its tables of lights updated. Raises LightsError."""

    def block(found: re.Match[str]) -> str:
        rows = [row(name.strip()) for name in found[2].split(",")]
        return f"{found[1]}{table(('colour', 'motion', 'meaning'), rows)}\n{found[4]}"

    return _BLOCK.sub(block, text)
