"""The short label of what is asked, and the last act in signs and words."""

import ast
from pathlib import Path

import pytest
from one_board import PROFILE
from web.person import DRAWN, Person
from web.test_small_screens import ITEMS

from lodeboard.games.catalogue import GAMES

pytestmark = pytest.mark.browser

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware" / "lodeboard"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
EMPTY = "1_" + 16 * "-"
# What the page shows of a state that asks for this, in every game, served and not.
SHOWN = """async ([games, asks]) => {
  const { actOf, ACTS } = await import("/js/acts.js");
  const { gameOf } = await import("/js/games.js");
  const missing = [];
  for (const game of games) for (const ask of asks) for (const step of [null, 3])
    for (const serves of [true, false]) for (const machine of [0, 1, 2, 3]) {
      const state = { phase: "match", game, ask, step, machine, turn: 0, result: "win" };
      if (!actOf(state, serves).word) missing.push([game, ask, serves]);
    }
  for (const ask of asks.filter((ask) => ask !== "over"))
    if (!actOf({ phase: "start", game: "", ask }).word) missing.push(["", ask]);
  const unsaid = Object.keys(ACTS).filter((ask) => !asks.includes(ask));
  for (const game of games)
    unsaid.push(...Object.keys(gameOf(game).acts ?? {}).filter((ask) => !asks.includes(ask)));
  return { missing, unsaid };
}"""


def asks():
    """All that scenes and games ask for, as their sources have it."""
    found = set()
    for path in [*(FIRMWARE / "scenes").glob("*.py"), FIRMWARE / "play" / "match.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="change"), args=[ast.Constant(value=ask), _]):
                    found.add(ask)
                case ast.Assign(targets=[ast.Name(id="ask")], value=value):
                    found |= {part.value for part in ast.walk(value) if _is_ask(part)}
                case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id="ask"), _])], value=value):
                    found.add(value.elts[0].value)
    return sorted(found)


def _is_ask(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_everything_that_the_board_can_ask_for_has_a_short_word(stage):
    asked = asks()
    assert {"lift", "put", "place", "give", "fix", "restore", "wait", "over", "gain"} <= {*asked}
    page = stage().page
    assert page.evaluate(SHOWN, [list(GAMES), asked]) == {"missing": [], "unsaid": []}


def flip(stage, **more):
    line = {"game": "flip", "position": EMPTY, "start": EMPTY, "rules": "magic"}
    stage.say(**line | {"say": "Your turn: place a tile."} | more)


@pytest.mark.slow
def test_the_tile_in_the_hand_has_its_buttons_beside_it_on_a_phone(stage):
    stage = stage(PROFILE, False, **PHONE)
    flip(stage)
    page, person = stage.page, Person(stage.page)
    held = page.locator("#held")
    assert held.is_hidden()
    spot = person.spare("sun", "up")
    page.touchscreen.tap(spot.x, spot.y)
    page.wait_for_selector("#turn:visible")
    for name in ("Turn over", "Put back"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box["width"] >= 44
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390
        assert abs(box["x"] + box["width"] / 2 - spot.x) < 60
        assert abs(box["y"] + box["height"] / 2 - spot.y) < 60
    page.get_by_role("button", name="Turn over").tap()
    person.wait(lambda: {"t": "turn"} in stage.hands, "the turn")
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    person.wait(lambda: {"t": "back"} in stage.hands, "it went back")
    assert held.is_hidden()
    # The focus is on the board and not lost.
    assert page.evaluate("Boolean(document.activeElement.closest('#stops'))")


@pytest.mark.slow
def test_the_line_that_won_is_seen_on_a_phone(stage):
    """The page was scrolled to the moves, and Settings lay over it."""
    stage = stage(PROFILE, False, **PHONE | {"viewport": {"width": 360, "height": 640}})
    page, person = stage.page, Person(stage.page)
    stage.tell({"t": "said", "line": {"t": "menu", "items": ITEMS}})
    flip(stage, moves=["b2U"])
    page.locator("#tools [aria-controls='settings']").tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    over = {"ask": "over", "result": "lose", "turn": 1, "machine": 2}
    flip(stage, moves=["b2U"], say="You win with the line a1 b2 c3.", **over)
    page.wait_for_selector("#ended:visible")
    page.evaluate(DRAWN)
    assert page.locator("#settings").is_hidden()
    card = page.locator("#ended").bounding_box()

    def seen():
        boxes = [each.bounding_box() for each in page.locator("#stops [data-cell]").all()]
        return all(box["y"] >= 0 and box["y"] + box["height"] <= card["y"] for box in boxes)

    person.wait(seen, "all cells above the card")
    assert page.locator("#act").text_content() == "You win"
