"""Spells by dragging a hole: by mouse, finger and keys, with the choice between carry and drop."""

import pytest
from many import every, later
from playwright.sync_api import expect
from web.test_magician_page import PROFILE, Chess

from host_tools.games.moves import legal_moves
from lodeboard.system.loader import make_game

pytestmark = pytest.mark.browser

# Magicians at the hole d4, with a piece of each colour and two empty cells beside it.
START = "r2k2r/1X3X1/X1mNM1X/3X3/X1Mpm1X/1X3X1/R2K2R w AGag - 0 1"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAYS = {"drag": {}, "click": {}, "keys": {}, "tap": PHONE}


class Caster(Chess):
    """Somebody who moves holes on a stage."""

    def __init__(self, stage, way, on=True):
        super().__init__(stage, START)
        self.way, self.page = way, stage.page
        stage.tell({"t": "screen", "on": on, "force": False, "speed": "normal", "to": {}})
        expect(self.page.locator("body.on-screen")).to_have_count(int(on))
        self.answered = []

    def spot(self, name):
        return self.person.look()[name]

    def at(self, name, down=False):
        """Touch a cell in this way."""
        if self.way == "keys":
            self.page.locator(f"[data-cell='{name}']").press("Enter")
        elif self.way == "tap":
            self.page.touchscreen.tap(self.spot(name).x, self.spot(name).y)
        else:
            self.page.mouse.move(self.spot(name).x, self.spot(name).y, steps=3)
            if self.way == "click" or down:
                self.page.mouse.down()
            if self.way == "click" or not down:
                self.page.mouse.up()

    def take(self, hole):
        """Take a hole, and have the server say where it may go."""
        self.page.locator("#table").scroll_into_view_if_needed()
        self.at(hole, down=True)

        def asked():
            return [m for m in self.sent("legal") if m["id"] not in self.answered][-1:]

        [question] = self.person.wait(asked, "the question")
        self.answered.append(question["id"])
        game = make_game(question["game"], question["rules"])
        game.load(question["position"])
        moves = [game.move_text(move) for move in legal_moves(game)]
        self.stage.tell({"t": "legal", "id": question["id"], "moves": moves})

    def cells_for_it(self):
        return {spot.where for spot in self.person.cells("the hole may go here")}

    def played(self):
        return [m["move"] for m in self.sent("play")]


@pytest.mark.parametrize("way", every(len(WAYS), WAYS))
def test_a_hole_is_moved_to_a_cell_that_is_shown(stage, way):
    caster = Caster(stage(PROFILE, False, **WAYS[way]), way)
    caster.take("d4")
    caster.person.wait(lambda: caster.cells_for_it() == {"c4", "e4", "d3", "d5"}, "the targets")
    expect(caster.page.locator("#spell .target")).to_have_count(4)
    caster.at("c4")
    caster.person.wait(caster.played, "the spell")
    assert caster.played() == ["@d4c4"]
    caster.person.wait(lambda: not caster.cells_for_it(), "nothing in the hand")
    assert caster.stage.hands == []


@pytest.mark.parametrize(
    ("way", "words", "move"),
    [
        ("drag", "Drop it into the hole", "@d4xd5"),
        later("keys", "Carry it along", "@d4d5"),
    ],
)
def test_what_lies_there_is_carried_or_dropped_as_is_chosen(stage, way, words, move):
    caster = Caster(stage(PROFILE, False, **WAYS[way]), way)
    caster.take("d4")
    caster.person.wait(caster.cells_for_it, "the targets")
    caster.at("d5")
    choice = caster.page.get_by_role("group", name="What the spell does")
    expect(choice.get_by_role("button")).to_have_text(
        ["Carry it along", "Drop it into the hole", "Cancel"]
    )
    box, table = choice.bounding_box(), caster.page.locator("#scene").bounding_box()
    assert box["x"] >= table["x"] - 1
    assert box["x"] + box["width"] <= table["x"] + table["width"] + 1
    expect(choice.get_by_role("button").first).to_be_focused()
    assert caster.played() == []
    button = choice.get_by_role("button", name=words)
    if way == "keys":
        button.press("Enter")
    else:
        button.click()
    caster.person.wait(caster.played, "the spell")
    assert caster.played() == [move]
    expect(choice).to_be_hidden()
