"""The lights in words, for people who listen: by what they mean, not by what they show just now."""

import pytest
from many import every

from host_tools.board.simulator import meanings
from host_tools.build import profiles
from host_tools.play.web import protocol
from lodeboard.lights import palette
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame

PROFILE = profiles.profile("tile7x7")
PALETTE = protocol.hello(1, PROFILE.data, (), 1.0)["palette"]
MOMENTS = 16  # looks at each light in one cycle

NAMES = """async ([palette, frames, moments, turning, alike]) => {
  const { Waveform } = await import("/js/waveform.js");
  const { lightName } = await import("/js/meanings.js");
  const waveform = new Waveform(0, palette); // board time stands still between the frames
  const found = [];
  for (const [ms, bytes] of frames) {
    waveform.hear(ms, bytes);
    if (!moments.includes(ms)) continue;
    found.push(Array.from({ length: bytes.length / 3 }, (_, cell) =>
      lightName(waveform.meaning(cell), { turning, alike })));
  }
  return found;
}"""


def rendered(brightness, lights, cycles=2):
    """What a board sends its lights: board time, and red, green and blue of all cells."""
    frame = Frame(PROFILE)
    frame.brightness = brightness
    frames = []
    for ms in range(0, cycles * palette.CYCLE_MS + 20, 20):
        frame.marks[: len(frame.marks)] = bytes(lights(ms))
        frame.render(ms)
        grb = [frame.bytes[3 * led : 3 * led + 3] for led in PROFILE.led_order]
        frames.append([ms, [part for green, red, blue in grb for part in (red, green, blue)]])
    return frames


def every_meaning(_ms=0):
    return [cell if cell < palette.MEANINGS else palette.OFF for cell in range(PROFILE.cells)]


def named(page, frames, turning=True, alike=False):
    """The names of all lights at moments of the last cycle."""
    last = [ms for ms, _ in frames if ms >= frames[-1][0] - palette.CYCLE_MS]
    moments = last[:: len(last) // MOMENTS]
    return page.evaluate(NAMES, [PALETTE, frames, moments, turning, alike])


@pytest.mark.browser
# The darkest.
@pytest.mark.parametrize("brightness", every(len(BRIGHTNESS_STEPS), BRIGHTNESS_STEPS))
def test_a_light_has_one_name_at_every_moment_and_no_two_lights_the_same(stage, brightness):
    looks = named(stage().page, rendered(brightness, every_meaning))
    assert [set(names) for names in zip(*looks, strict=True) if len(set(names)) > 1] == []
    names = looks[0][: palette.MEANINGS]
    assert len(set(names)) == palette.MEANINGS
    assert "the light is changing" not in names
    at = dict(zip(meanings.NAMES, names, strict=True))
    assert at["off"] == ""
    assert at["may-go"] == "may be set here"
    assert at["may-place"] == "may be placed here"
    assert at["put-u"] == "second player's goes here, up side"
    assert at["danger-lift"] == "under attack, may be lifted"
    assert at["not-saved"] == "something cannot be saved"
