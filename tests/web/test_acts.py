"""The short label of what is asked, and the last act in signs and words."""

import ast
from pathlib import Path

import pytest
from another_game import LABEL
from one_board import PROFILE
from web.person import DRAWN, Person
from web.staged import SETTINGS
from web.test_magician_page import PROFILE as LARGER
from web.test_small_screens import ITEMS

from host_tools.play.web import protocol, tile_tray
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


def written(stage, person, game, moves, names=None, turns=None):
    """Answer the page's question about these moves."""
    asked = person.wait(
        lambda: [
            each
            for each in stage.heard
            if each["t"] == "write" and each["record"].split("\n")[1] == " ".join(moves)
        ],
        "the question",
    )
    turns = turns or [number % 2 for number in range(len(moves) + 1)]
    empty = {"kono": "1_ooooooooxxxxxxxx", "xtic": "----------------/-", "flip": EMPTY}
    start = empty.get(game, EMPTY)
    stage.tell(
        {
            "t": "written",
            "id": asked[-1]["id"],
            "names": names or moves,
            "moves": moves,
            "start": start,
            "verdict": "undecided",
            "turns": turns,
            "check": False,
            "positions": [start],
        }
    )


@pytest.mark.parametrize(
    ("game", "moves", "names", "turns", "words"),
    [
        (
            "flip",
            ["b2U", "b2Ec3D"],
            None,
            None,
            "Moon flips b2 to c2 and places on c3, down side showing.",
        ),
        ("flip", ["b2U"], None, None, "Sun places on b2, up side showing."),
        ("kono", ["a4a2"], None, None, "Sun captures on a2 with the tile from a4."),
        ("kono", ["a4a2", "b1b3", "b4a4"], None, None, "Sun moves b4 to a4."),
        (
            "xtic",
            ["=5", "b3", "=c"],
            None,
            [0, 1, 1, 0],
            "Second player places on b3. Second player gives piece c, brown vertical solid round.",
        ),
    ],
)
def test_the_last_move_is_said_and_moves_are_drawn(stage, game, moves, names, turns, words):
    stage = stage()
    person, page = Person(stage.page), stage.page
    position = {"xtic": "-----5----------/c"}.get(game, EMPTY)
    stage.say(position, game=game, rules="", moves=moves, turn=0)
    written(stage, person, game, moves, names, turns)
    last = page.locator("#last [role=status]")
    person.wait(lambda: last.text_content() == words, words)
    buttons = page.locator("#record ol button")
    # What can be copied is what it was.
    assert buttons.all_text_contents() == moves
    assert buttons.last.get_attribute("title") in words
    assert page.locator("#record ol .sign > svg").count() > 0


@pytest.mark.parametrize(
    ("name", "move", "words"),
    [
        ("Nb3", "c1b3", "White moves c1 to b3."),
        ("b7=R", "b6b7r", "White moves b6 to b7 and promotes to rook."),
        ("He4", "@d4e4", "White moves the hole from d4 to e4."),
        ("Hxe4", "@d4xe4", "White moves the hole from d4 to e4 and drops the piece there."),
    ],
)
def test_moves_of_magician_chess_are_said_and_drawn(stage, name, move, words):
    page = stage(LARGER, False).page
    found = page.evaluate(
        """async ([name, move]) => {
          const { gameOf } = await import("/js/games.js");
          const { signsOf } = await import("/js/signs.js");
          const place = document.createElement("p");
          place.append(...signsOf(gameOf("magician"), name, 0));
          const drawn = place.querySelectorAll(".sign > svg").length;
          return [place.textContent, drawn, gameOf("magician").turnWords(move, 0)];
        }""",
        [name, move],
    )
    assert found == [name, int(name[0].isupper()), words]


def test_a_note_stays_until_somebody_has_moved_since_or_closes_it(stage):
    stage = stage()
    page = stage.page
    notice = page.locator("#notice")

    def note(words):
        stage.tell({"t": "said", "line": {"t": "notice", "say": words}})
        page.wait_for_selector(f"#notice:has-text('{words}')")

    note("At the start.")
    flip(stage, phase="start", moves=None)
    flip(stage)
    flip(stage, ask="lift", say="The same again.")
    page.wait_for_selector("#say:has-text('The same again.')")
    assert notice.inner_text() == "At the start."
    flip(stage, moves=["b2U"], ask="wait", say="The board is thinking.")
    page.wait_for_selector("#notice", state="hidden")
    # What the board does is no act of theirs.
    note("While it thinks.")
    flip(stage, moves=["b2U", "b2Ec3U"], say="Yours.")
    page.wait_for_selector("#say:has-text('Yours.')")
    assert notice.inner_text() == "While it thinks."
    page.get_by_role("button", name="Close this note").press("Enter")
    assert notice.is_hidden()


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
@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_the_line_that_won_is_seen_on_a_phone(stage, size):
    """The page was scrolled to the moves, and Settings lay over it."""
    width, height = size
    stage = stage(PROFILE, False, **PHONE | {"viewport": {"width": width, "height": height}})
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


def test_the_card_of_the_end_goes_with_the_board_whose_game_ended(stage):
    """The menu of the next board is shorter."""
    stage = stage()
    page = stage.page

    def menu(*values):
        items = [{"name": "game", "values": values, "field": "variant"}]
        stage.tell({"t": "said", "line": {"t": "menu", "items": items}})

    menu("flip (magic)", "flip (eclipse)", LABEL)
    flip(stage, ask="over", result="lose", turn=1, machine=2, say="You win.")
    page.wait_for_selector("#ended:visible")
    homes = tile_tray.homes(stage.world)
    stage.tell(protocol.hello(1, PROFILE.data, homes, 1.0))
    menu(LABEL)
    page.wait_for_selector("#ended", state="hidden")
    settings = {**SETTINGS, "variant": 0}
    flip(stage, settings=settings, ask="over", result="lose", turn=1, machine=2, say="Again.")
    page.wait_for_selector("#ended:has-text('Again.'):visible")


@pytest.mark.slow
def test_workbench_and_real_board_are_in_a_menu(stage):
    page = stage().page
    menu, opener = page.locator("#more"), page.locator("#tools .opens")
    assert menu.is_hidden()
    opener.press("Enter")
    assert menu.is_visible()
    page.keyboard.press("Escape")
    assert menu.is_hidden()
    opener.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#workbench:visible")
    assert menu.is_hidden()
    page.locator("#workbench .close").press("Enter")
    assert page.locator("#workbench").is_hidden()
    assert opener.evaluate("(each) => each === document.activeElement")
