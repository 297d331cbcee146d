"""Owners and lights stay apart for eyes that lack one kind of cone, and for eyes without any
colour. Sight is simulated on linear light with the matrices of Machado, Oliveira and
Fernandes (2009) at full severity."""

import itertools
import re

import numpy as np
import pytest

from host_tools.board.simulator import meanings
from host_tools.play.web.assets import FOLDER
from lodeboard.lights import palette

SIGHTS = {
    "all cones": np.eye(3),
    "no red cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue cones": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "no colours": [[0.2126, 0.7152, 0.0722]] * 3,
}
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
TOLD_APART = 0.15  # of the way from dark to bright, as eyes see it
STEPS_APART = 2  # of the sixteen steps of a cycle, about an eighth of a second
sights = pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)


def seen(linear, sight):
    """Linear light 0..1 as this sight has it."""
    return np.clip(np.asarray(linear) @ np.asarray(sight).T, 0.0, 1.0)


def linear(hexadecimal):
    srgb = np.array([int(hexadecimal[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def contrast(one, other, sight):
    """The contrast ratio of the Web Content Accessibility Guidelines."""
    values = sorted(float(seen(linear(colour), sight) @ LUMINANCE) for colour in (one, other))
    return (values[1] + 0.05) / (values[0] + 0.05)


def lightness(meaning, sight):
    """How bright a light looks at each step of its cycle, 0..1. The palette's numbers are
    perceived brightness; light goes with about their 2.2nd power."""
    colour = (np.array(list(palette.colour(meaning))) / 255) ** 2.2
    levels = [palette.level(meaning, step * palette.STEP_MS) / 255 for step in range(palette.STEPS)]
    light = seen(np.outer(np.power(levels, 2.2), colour), sight) @ LUMINANCE
    return np.power(light, 1 / 2.2)


@sights
def test_any_two_lights_move_differently(sight):
    lights = {meaning: lightness(meaning, sight) for meaning in range(palette.MEANINGS)}
    alike = [
        (meanings.NAMES[one], meanings.NAMES[other])
        for one, other in itertools.combinations(lights, 2)
        if np.sum(np.abs(lights[one] - lights[other]) >= TOLD_APART) < STEPS_APART
    ]
    assert alike == []


def tile_colours():
    """What the style sheet says of the two owners' tiles: body, filled and outlined picture."""
    sheet = (FOLDER / "style.css").read_text(encoding="utf-8")
    found = {}
    for owner in (0, 1):
        for part in ("body", "picture", "down .picture"):
            rule = re.search(
                rf"\.owner-{owner} \.{part} {{ fill: (\S+?);(?: stroke: (\S+?);)?", sheet
            )
            found[owner, part] = rule[2] or rule[1]
    return found


@sights
def test_owners_tiles_differ_in_brightness_and_their_pictures_stand_out(sight):
    colours = tile_colours()
    assert contrast(colours[0, "body"], colours[1, "body"], sight) >= 4.5
    for owner in (0, 1):
        for picture in ("picture", "down .picture"):
            assert contrast(colours[owner, "body"], colours[owner, picture], sight) >= 3.0


@sights
def test_pieces_stand_out_from_their_disc_and_brown_ones_from_black_ones(sight):
    sheet = (FOLDER / "choice.css").read_text(encoding="utf-8")

    def colour(selector, prop):
        rule = re.search(rf"^\.shared {re.escape(selector)} {{([^}}]*)}}", sheet, re.MULTILINE)
        return re.search(rf"\b{prop}: (#\w+)", rule[1])[1]

    disc, black = colour(".body", "fill"), colour(".black .solid", "fill")
    brown, edge = colour(".brown .solid", "fill"), colour(".brown .solid", "stroke")
    assert contrast(disc, black, sight) >= 7
    assert contrast(disc, edge, sight) >= 7
    assert contrast(brown, black, sight) >= 4.5
    assert contrast(brown, colour(".brown .grain", "stroke"), sight) >= 3
    assert colour(".hole", "fill") == disc


def test_lights_that_differ_only_in_hue_would_be_found():
    red, green = ((np.array(rgb) / 255) ** 2.2 for rgb in ((255, 0, 0), (0, 144, 0)))
    gaps = [
        abs(float((seen(red, sight) - seen(green, sight)) @ LUMINANCE)) for sight in SIGHTS.values()
    ]
    assert min(gaps) < 0.02
