"""The lights in words, for people who listen: by what they mean, not by what they show just now."""

import pytest

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
@pytest.mark.parametrize("brightness", BRIGHTNESS_STEPS)
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


@pytest.mark.browser
@pytest.mark.parametrize(
    ("alike", "expected"),
    [
        (False, ["first player's goes here"] * 2 + ["second player's goes here"] * 2),
        (True, ["goes here"] * 4),
    ],
)
def test_which_side_is_up_is_not_said_where_that_means_nothing(stage, alike, expected):
    frames = rendered(BRIGHTNESS_STEPS[2], every_meaning)
    look = named(stage().page, frames, turning=False, alike=alike)[0]
    assert look[palette.PUT : palette.PUT + 4] == expected


@pytest.mark.browser
def test_a_light_that_has_just_changed_is_called_so_and_then_by_its_new_name(stage):
    """It says neither the old name for long nor a third one."""
    change_ms = palette.CYCLE_MS

    def lights(ms):
        return [palette.MAY_LIFT if ms < change_ms else palette.MISTAKE] * PROFILE.cells

    looks = named(stage().page, rendered(BRIGHTNESS_STEPS[2], lights))
    names = [look[0] for look in looks]
    assert set(names) <= {"may be lifted", "the light is changing", "must not lie here"}
    assert names[-1] == "must not lie here"


PAINTS = """async ([hello, lights, draws]) => {
  const { Lights } = await import("/js/lights.js");
  const view = { still: { matches: false }, wake() {}, scale: 1, left: 0, top: 0 };
  const shown = new Lights(view, document.createElement("canvas"));
  shown.ratio = 1;
  let paints = 0;
  shown.paint = () => (paints += 1);
  shown.describe(hello);
  for (let at = 0; at < draws; at += 1) {
    shown.show(20 * at, at & 2 ? lights : "000000".repeat(lights.length / 6));
    shown.draw(1 / 60);
  }
  shown.show(20 * draws, lights);
  while (shown.draw(1 / 60));
  return [paints, shown.colour(0) !== null];
}"""


def test_lights_that_change_all_the_time_are_drawn_thirty_times_a_second(stage):
    hello = protocol.hello(1, PROFILE.data, (), 1.0)
    hello |= {"ledsPerCell": 1, "speed": 0, "palette": PALETTE}
    lights = "20ff20" * PROFILE.cells
    paints, lit = stage().page.evaluate(PAINTS, [hello, lights, 60])
    assert 28 <= paints <= 42  # some at the end, until the last ones are as bright as they get
    assert lit
