"""Lap on the page: its lessons, its die in words, and what its buttons do."""

import json

import pytest
from one_board import PROFILE
from playwright.sync_api import expect
from web.staged import SETTINGS
from web.test_light_names import PALETTE, every_meaning, rendered

from host_tools.board.simulator import meanings
from host_tools.games.moves import legal_moves, make_move
from host_tools.play.web.assets import FOLDER
from lodeboard.games.contract import UNDECIDED, VERDICTS
from lodeboard.lights.frame import BRIGHTNESS_STEPS
from lodeboard.system.loader import make_game

LESSONS = json.loads((FOLDER / "intro.json").read_text(encoding="utf-8"))["lap"]["steps"]
EXPECTED = ["a3", "a1c1", "again", "c4off"]
START = "1_----------------3320"

NAMES = """async ([palette, frames, playing]) => {
  const { Waveform } = await import("/js/waveform.js");
  const { lightName } = await import("/js/meanings.js");
  const { lap } = await import("/js/lap.js");
  const waveform = new Waveform(0, palette);
  for (const [ms, bytes] of frames) waveform.hear(ms, bytes);
  const lights = frames.at(-1)[1].length / 3;
  const name = (cell) => lightName(waveform.meaning(cell), lap, playing);
  return Array.from({ length: lights }, (_, cell) => name(cell));
}"""
EDITED = """async () => {
  const { lap } = await import("/js/lap.js");
  return lap.editor.positionOf([..."xo-x---o--------", "o"]);
}"""


def is_done(step, game, text):
    done, cells = step["done"], game.text()[2:]
    result = None if game.verdict() == UNDECIDED else VERDICTS[game.verdict()]
    return (
        done.get("result", result) == result
        and text in done.get("last", [text])
        and all(
            cells["abcd".index(name[0]) + 4 * (int(name[1]) - 1)] == code
            for name, code in done.get("cells", {}).items()
        )
    )


@pytest.mark.parametrize(("step", "expected"), list(zip(LESSONS, EXPECTED, strict=True)))
def test_a_lesson_is_done_by_what_it_says_and_by_nothing_else(step, expected):
    game = make_game("lap", "")
    game.load(step["position"])
    done = []
    for move in legal_moves(game):
        text = game.move_text(move)
        make_move(game, move)
        if is_done(step, game, text):
            done.append(text)
        game.load(step["position"])
    assert done == [expected]


@pytest.mark.browser
def test_the_roll_is_a_roll_and_in_the_menu_a_value(stage):
    page = stage().page
    frames = rendered(BRIGHTNESS_STEPS[2], every_meaning)
    value = meanings.NAMES.index("menu-chosen")
    names = [page.evaluate(NAMES, [PALETTE, frames, playing])[value] for playing in (True, False)]
    assert names == ["the roll", "menu, the value it has"]


@pytest.mark.browser
def test_a_position_set_up_by_hand_has_the_tiles_to_come(stage):
    position = stage().page.evaluate(EDITED)
    assert position == "2_xo-x---o--------1100"
    make_game("lap", "").load(position)


@pytest.mark.browser
@pytest.mark.parametrize("at", [None, 5])
def test_the_right_button_selects_a_choice(stage, at):
    stage = stage(PROFILE, False)
    named = {"game": "lap", "rules": "", "start": START, "moves": [], "turn": 0}
    asks = "give" if at else "lift"
    stage.say(START, **named, settings=SETTINGS, ask=asks, gift={"left": [5], "at": at})
    left_and_middle = ["Previous", "Choose it"] if at else ["Take back", "Menu"]
    expect(stage.page.locator("#buttons button span")).to_have_text(
        [*left_and_middle, "Next choice"]
    )
