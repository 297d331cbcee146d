"""What the page shows of a board's start and of its speed."""

import pytest
from web.staged import Stage

pytestmark = pytest.mark.browser

START = {"t": "pace", "say": "The emulated chip starts: 60 %.", "starting": 60}
SLOW = "The emulated chip runs at 0.4 × real time."  # noqa: RUF001


@pytest.fixture(params=[1280, 390])
def stage(chromium, request):
    context = chromium.new_context(viewport={"width": request.param, "height": 800})
    yield Stage(context.new_page())
    context.close()


@pytest.mark.slow
def test_the_start_has_a_bar_and_words_and_then_the_speed_takes_its_place(stage, pictures):
    bar = stage.page.get_by_role("progressbar", name=START["say"])
    words = stage.page.locator("#pace-say")
    assert not stage.page.is_visible("#pace")
    stage.tell(START)
    bar.wait_for()
    assert bar.evaluate("bar => [bar.value, bar.max]") == [60, 100]
    assert words.inner_text() == START["say"]
    box, width = bar.bounding_box(), stage.page.viewport_size["width"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    stage.page.screenshot(path=pictures / f"start-{width}.png")
    stage.tell({"t": "pace", "say": SLOW, "speed": 0.4})
    stage.page.get_by_text(SLOW).wait_for()
    assert bar.count() == 0
    stage.page.screenshot(path=pictures / f"pace-{width}.png")
    stage.tell({"t": "pace", "say": "", "speed": 1.0})
    stage.page.wait_for_function("document.getElementById('pace').hidden")
