"""What the page adds to the end of a game, and how the board's notes sound."""

import itertools

import pytest

pytestmark = pytest.mark.browser

OVER = {"ask": "over", "result": "lose", "turn": 1, "machine": 2}
# How many sparks there are after each twentieth of a second from the end of a game on.
SPARKS = """async ([before, end, still]) => {
  const { Ending } = await import("/js/ending.js");
  const scene = document.createElement("div");
  scene.style.width = scene.style.height = "100px";
  const add = (part) => part;
  const view = { wake: () => {}, add, still: { matches: still }, scale: 1, left: 0, top: 0 };
  const cells = [{ x: 0, y: 0 }, { x: 40, y: 0 }, { x: 80, y: 0 }];
  const lights = { cells, colour: (number) => (number < 2 ? { colour: [255, 200, 80] } : null) };
  const ending = new Ending(view, lights, scene);
  if (before) await ending.hear(before);
  await ending.hear(end);
  const { sparks } = ending;
  const counts = [];
  if (!sparks) return counts;
  for (let k = 0; k < 100; k += 1) {
    const again = sparks.draw(0.05);
    counts.push(sparks.all.length);
    if (Boolean(scene.querySelector("canvas")) !== sparks.all.length > 0) return "no place";
    if (!again) break;
  }
  return counts;
}"""
# A note of 440 Hz that ends after 0.2 s, as samples.
NOTE = """async () => {
  const { Sound } = await import("/js/sound.js");
  const sound = new Sound(document.createElement("button"), document.createElement("span"));
  const context = new OfflineAudioContext(1, 24000, 24000);
  sound.context = context;
  sound.gain = new GainNode(context, { gain: 1 });
  sound.gain.connect(context.destination);
  sound.note = sound.strike(440, 0.1);
  sound.release(0.3);
  return [...(await context.startRendering()).getChannelData(0)];
}"""
MATCH = {"phase": "match", "ask": "place", "result": None, "turn": 0, "machine": 2}


def sparks(stage, before=MATCH, still=False, **end):
    page = stage(reduced_motion="no-preference").page
    return page.evaluate(SPARKS, [before, MATCH | OVER | end, still])


@pytest.mark.slow
def test_the_page_celebrates_the_end_of_its_game(stage):
    stage = stage(reduced_motion="no-preference")
    stage.leds[:3] = ["ffdc50"] * 3
    stage.show()
    stage.say(game="flip", position="1_" + 16 * "-", rules="magic")
    stage.say(game="flip", position="1_" + 16 * "-", rules="magic", **OVER)
    stage.page.wait_for_selector("#sparks", state="attached")
    stage.page.wait_for_selector("#sparks", state="detached")


@pytest.mark.slow
def test_a_note_begins_and_ends_softly(stage):
    samples = stage().page.evaluate(NOTE)
    loudest = max(map(abs, samples))
    assert 0.5 < loudest < 1.5
    # No click: from one sample to the next it goes no farther than a tone of that loudness does.
    assert max(abs(b - a) for a, b in itertools.pairwise(samples)) < 0.5 * loudest
    assert max(map(abs, samples[:2390])) == 0.0
    ms = [max(map(abs, samples[at : at + 240])) for at in range(2400, 24000, 240)]
    assert ms[0] > 0.5 * loudest  # within 10 ms it is there
    assert ms[10] < 0.8 * loudest  # it dies away while it lasts
    assert ms[-1] < 0.001
