"""The accessibility checker on states that a running board reaches slowly: cards, all games, an
analysed game, a promotion, texts about the hand."""

import pytest
from one_board import PROFILE
from web.person import Person
from web.test_access import check
from web.test_looking_back import Table
from web.test_magician_page import MIDDLE, Chess
from web.test_magician_page import PROFILE as CHESS
from web.test_spells import WAYS, Caster

pytestmark = pytest.mark.browser

EMPTY = "1_" + 16 * "-"
KONO = "1_oooooooo-xxxxxxx"
NAMES = ["trivial", "easy", "medium"]
ITEMS = [
    {"name": name, "values": NAMES, "field": name} for name in ("variant", "level", "brightness")
]
OVER = {
    "ask": "over",
    "result": "lose",
    "turn": 1,
    "say": "You win. Clear the board for a new game.",
}
STUDY = {"verdict": "undecided", "value": "win", "remoteness": 3, "moves": 2, "best": ["a1U"],
         "steps": [["a1U", "win", 3], ["a1D", "lose", 2], ["b2U", "tie", None], ["c2U", None, 0]],
         "fix": None}  # fmt: skip
PLAYER = {"moves": 1, "best": 1, "good": 0, "blunders": 0, "unknown": 0, "accuracy": 100}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ON_PHONE = pytest.param(PHONE, marks=pytest.mark.verify)


@pytest.mark.verify
@pytest.mark.parametrize("options", [{}, ON_PHONE], ids=["desktop", "phone"])
def test_cards_hand_keys_and_an_analysed_game_of_flip_tiles(stage, options):
    stage = stage(PROFILE, False, reduced_motion="reduce", **options)
    page, person = stage.page, Person(stage.page)

    def say(position=EMPTY, **more):
        stage.say(position, game="flip", rules="magic", start=EMPTY, **more)

    stage.tell({"t": "said", "line": {"t": "menu", "items": ITEMS}})
    stage.tell({"t": "screen", "on": True, "to": {}})
    say()
    person.wait(page.locator("#begin").is_visible, "the first card")
    check(page)
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    person.lift(person.spare("sun", "up"), "keys")
    check(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check(page)
    page.keyboard.press("Escape")
    course = "1_U---------------"
    say(course, moves=["a1U"], **OVER)
    person.wait(page.locator("#ended").is_visible, "the last card")
    check(page)
    page.get_by_role("button", name="Review").press("Enter")
    [asked] = person.wait(
        lambda: [m for m in stage.received if m["t"] == "study"][-1:], "the question"
    )
    said = {"start": EMPTY, "positions": [EMPTY, course], "turns": [0, 1], "moves": ["a1U"]}
    said |= {"names": ["a1U"], "check": False, "verdict": "lose", "game": "flip"}
    stage.tell({"t": "record", "id": asked["id"], **said})
    for at, position in enumerate(said["positions"]):
        stage.tell({"t": "studied", "id": asked["id"], "at": at, "position": position, **STUDY})
    moves = [{"grade": "best"}]
    stage.tell({"t": "scorecard", "id": asked["id"], "moves": moves, "players": [PLAYER, PLAYER]})
    person.wait(page.locator("#analysis .scorecard").is_visible, "the scorecard")
    for details in page.locator("#analysis summary").all():
        details.press("Enter")
    page.locator("#show-values").press("Space")
    check(page)
    page.locator("#analysis [data-do='set-up']").press("Enter")
    check(page)


def test_a_game_of_kono(stage):
    stage = stage(PROFILE, False)
    stage.say(KONO, game="kono", rules="", start=KONO)
    check(stage.page)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, ON_PHONE], ids=["desktop", "phone"])
def test_a_game_of_xtic(stage, options):
    stage = stage(**options)
    page = stage.page
    stage.lay(0, 5)
    stage.show()
    stage.say("-----3----------/-", ask="give", gift={"left": [0, 1, 2], "at": 1})
    page.wait_for_selector("#choice svg")
    check(page)
    stage.say("-----3----------/8", ask="place", hand=8, say="Your turn: place the piece.")
    check(page)


@pytest.mark.verify
@pytest.mark.parametrize("options", [{}, ON_PHONE], ids=["desktop", "phone"])
def test_a_game_of_magician_chess_with_a_promotion(stage, options):
    chess = Chess(stage(CHESS, False, **options), MIDDLE)
    page, person = chess.stage.page, chess.person
    black = MIDDLE.replace(" w ", " b ")
    gift = {"left": [23, 24, 25], "at": None}
    chess.say(f"{black};b2b1", ask="give", turn=1, gift=gift, moves=["b2b1"])
    person.wait(page.locator("#choice").is_visible, "the choice")
    check(page)
    for panel in page.locator("#tools button").all():
        panel.press("Enter")
        check(page)


def test_a_button_pressed_again_at_once_without_a_pointer_is_pressed_twice(stage):
    """As by Enter, or a screen reader."""
    shown = stage()
    shown.page.evaluate(
        """() => {
          const [left] = document.querySelectorAll("#buttons button");
          left.click();
          left.click();
        }"""
    )
    shown.page.wait_for_function("!document.querySelector('#buttons .down')")

    def presses():
        return [message["t"] for message in shown.received if message.get("button") == 1]

    Person(shown.page).wait(lambda: presses()[3:], "two presses")
    assert presses() == ["press", "release", "press", "release"]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, ON_PHONE], ids=["desktop", "phone"])
def test_a_past_position_on_the_board(stage, options):
    made = stage(PROFILE, False, reduced_motion="reduce", **options)
    table = Table(made, "flip", "a1U a1Eb2U")
    table.look_at(1)
    table.wait_for_cells({"a1": "sun tile, up side"})
    check(table.page)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["keys", pytest.param("tap", marks=pytest.mark.verify)])
def test_what_a_spell_does_to_a_piece_is_asked(stage, way):
    caster = Caster(stage(CHESS, False, reduced_motion="reduce", **WAYS[way]), way)
    caster.take("d4")
    caster.person.wait(caster.cells_for_it, "the targets")
    caster.at("d5")
    caster.page.get_by_role("group", name="What the spell does").wait_for()
    check(caster.page)
