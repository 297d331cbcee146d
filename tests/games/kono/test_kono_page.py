"""Four Field Kono on the page: what its module says, and that its lessons can be done."""

import json

import pytest

from host_tools.play.web.assets import FOLDER, load
from lodeboard.games.contract import UNDECIDED, VERDICTS
from lodeboard.games.kono.rules import Kono

COURSE = json.loads((FOLDER / "intro.json").read_text(encoding="utf-8"))["kono"]


def after_each_move(position):
    game = Kono()
    game.load(position)
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        game.push(step)
        yield game
        game.pop()


@pytest.mark.parametrize("lesson", COURSE["steps"], ids=lambda lesson: lesson["title"])
def test_a_lesson_can_be_done_and_only_as_it_says(lesson):
    done = lesson["done"]
    wanted = done.get("cells", {})
    met = []
    for game in after_each_move(lesson["position"]):
        cells = game.text()[2:]
        fits = all(cells[game.grid.cell_of(name)] == tile for name, tile in wanted.items())
        result = None if game.verdict() == UNDECIDED else VERDICTS[game.verdict()]
        met.append(fits and done.get("result", result) == result)
    assert any(met)
    assert all(met) == ("missed" not in lesson)


@pytest.fixture
def page(chromium):
    """The page's modules, without a board."""
    assets = load()
    page = chromium.new_page()

    def answer(route):
        asset = assets["/" + route.request.url.removeprefix("http://stage.test/")]
        route.fulfill(body=asset.body, content_type=asset.content_type)

    page.route("http://stage.test/**", answer)
    page.goto("http://stage.test/icon.svg")
    yield page
    page.close()


SAID = """async (asked) => {
  const { gameOf } = await import("http://stage.test/js/games.js");
  const { diagram } = await import("http://stage.test/js/diagram.js");
  const game = gameOf("kono");
  const steps = asked.steps.map((step) => [step, "tie", null]);
  return {
    name: game.name,
    layout: game.layout(asked.position),
    again: game.editor.positionOf(game.editor.lettersOf(asked.position)),
    words: asked.steps.map((step) => game.stepWords(step)),
    places: asked.steps.map((step) => game.stepAt(step)),
    label: diagram(asked.position, game, steps).getAttribute("aria-label"),
    marks: diagram(asked.position, game, steps).querySelectorAll(".mark").length,
  };
}"""


@pytest.mark.browser
@pytest.mark.slow
def test_the_module_says_what_positions_and_steps_mean(page):
    asked = {"position": "2_oo-----------xx-", "steps": ["b1c1", "b1b2", "a1a2", "c4c2", "a2c2"]}
    said = page.evaluate(SAID, asked)
    assert said["name"] == "kono"
    assert said["layout"] == "uu-----------UU-"
    assert said["again"] == asked["position"]
    assert said["words"][0] == "move b1 to c1"
    assert said["words"][3] == "capture on c2 with the tile from c4"
    # A step is marked from its start; a capture on the tile captured, seen from its neighbour.
    assert said["places"][0] == {"column": 1, "row": 0, "way": "E"}
    assert said["places"][3] == {"column": 2, "row": 2, "way": "N"}
    assert said["places"][4] == {"column": 1, "row": 1, "way": "E"}
    assert (
        said["label"] == "a1 moon tile; b1 moon tile; b4 sun tile; c4 sun tile; to move moon tile"
    )
    assert said["marks"] == len(asked["steps"])
