"""Links that hold a position or a game, and pictures of one, in a real browser."""

import base64
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from PIL import Image, ImageSequence
from web.test_access import check
from web.test_analysis_browser import GAME, MIDDLE, MOVES, Analyst, read_score, right_score

from lodeboard.games.flip.rules import Flip

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]


@pytest.fixture
def follow(open_page, address):
    """Opens the page by a link."""

    def follow(hash_, **options):
        page = open_page(**options)
        page.goto("about:blank")
        page.goto(f"{address}#{hash_}")
        return Analyst(page)

    return follow


def link(record, **more):
    return urlencode({"g": record, **more})


@pytest.mark.verify
def test_a_link_shows_the_whole_game_analysed(follow):
    analyst = follow(link(GAME, game="flip", rules="magic"))
    analyst.wait_for_moves(MOVES.split())
    assert analyst.wait_for_score() == right_score(Flip("magic"), GAME)
    assert "another game" in analyst.where()
    check(analyst.page)
    # It is looked at, not played; back in the game that goes on, and the link is still there.
    analyst.wait_for_words("off the board")
    analyst.back_to_game()
    analyst.page.keyboard.press("2")
    analyst.leave_gains()
    analyst.wait_for_words("Your turn")
    analyst.wait_for_moves([])
    analyst.page.go_back()
    analyst.wait_for_moves(MOVES.split())


def written(game, rules, *words):
    """A link as the page writes it."""
    length = len(words) - 2 if words[0] == "position" else len(words)
    return f"game={game}&rules={rules}&g={'.'.join(words)}&n={length}"


NEW = written("flip", "magic", "position", MIDDLE, *MOVES.split())


GO = "(hash) => { location.hash = hash; }"


@pytest.mark.verify
def test_back_shows_the_live_game_again_and_forward_the_link(follow):
    analyst = follow("")
    page, panel = analyst.page, analyst.page.locator("#analysis")
    analyst.wait_for_words("off the board")
    page.keyboard.press("2")
    analyst.leave_gains()
    analyst.wait_for_words("Your turn")
    page.evaluate(GO, NEW)
    analyst.wait_for_moves(MOVES.split())
    page.go_back()
    analyst.wait(panel.is_hidden, "the board alone")
    assert "Your turn" in analyst.say()
    page.go_forward()
    analyst.wait_for_moves(MOVES.split())
    assert panel.is_visible()
    # The panel was open before: it shows the live game, and a link that cannot be is left, too.
    analyst.back_to_game()
    analyst.wait_for_moves([])
    assert "#" not in page.url
    for hash_, moves in ((NEW, MOVES.split()), ("g=a1U+a1U&game=flip&rules=magic", [])):
        page.evaluate(GO, hash_)
        analyst.wait(lambda: analyst.part("text").input_value(), "the link in the field")
        analyst.wait_for_moves(moves)
        page.go_back()
        analyst.wait(lambda: not analyst.part("text").input_value(), "an empty field")
        analyst.wait_for_moves([])
        analyst.wait(lambda: "to play" in analyst.sentence(), "the live game")
        assert analyst.where() == ""
        assert analyst.part("text-trouble").inner_text() == ""
    # The button led back to the game; Back from there is the link.
    page.go_back()
    analyst.wait_for_moves(MOVES.split())


# The mean colour of a patch of a picture file around each of these points, 0 to 1 of its width.
PATCHES = """async ([file, points]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${file}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const size = 60;
  return points.map(([x, y]) => {
    const place = [x * image.width - size / 2, y * image.width - size / 2, size, size];
    const { data } = context.getImageData(...place.map(Math.round));
    return [0, 1, 2].map((at) => {
      let sum = 0;
      for (let byte = at; byte < data.length; byte += 4) sum += data[byte];
      return Math.round(sum / (data.length / 4));
    });
  });
}"""


def patches(page, file, points):
    other = page.context.new_page()  # the page's own policy lets no other pictures in
    found = other.evaluate(PATCHES, [base64.b64encode(file).decode(), points])
    other.close()
    return [tuple(colour) for colour in found]


@pytest.mark.verify
def test_a_link_of_a_position_shows_it_and_saves_it_as_a_picture(follow, pictures):
    analyst = follow(link(f"position {MIDDLE}"))
    analyst.wait(lambda: "wins" in analyst.sentence(), "what is known of it")
    assert analyst.where() == "A position, not your game."
    assert analyst.look()["d1"].tile == "moon tile, down side"
    analyst.unfold()
    with analyst.page.expect_download() as saving:
        analyst.press("photo")
    analyst.wait(lambda: "saved" in analyst.part("copied").inner_text(), "word of it")
    assert saving.value.suggested_filename == "flip-0.png"
    file = Path(saving.value.path()).read_bytes()
    (pictures / "position.png").write_bytes(file)
    centres = [
        ((27 + 40 * column) / 170, (27 + 40 * row) / 170) for row in range(4) for column in range(4)
    ]
    colours = patches(analyst.page, file, centres)
    letters = MIDDLE.partition("_")[2]
    kinds = {
        letter: {c for c, at in zip(colours, letters, strict=True) if at == letter}
        for letter in "-UDud"
    }
    assert all(len(kind) == 1 for kind in kinds.values()), kinds
    assert len(set.union(*kinds.values())) == 5, kinds
    # Where no tile lies it has the page's own colours, as the diagram beside it.
    assert kinds["-"] == {(27, 30, 34)}


def saved(analyst, name):
    """Save a file by this button of Analysis: its name and its bytes."""
    button = analyst.page.locator(f"#analysis [data-do='{name}']")
    analyst.wait(button.is_enabled, f"the button {name}")
    with analyst.page.expect_download() as kept:
        button.click()
    return kept.value.suggested_filename, Path(kept.value.path()).read_bytes()


@pytest.mark.verify
def test_a_game_is_saved_as_an_animation_and_with_its_review(follow, chromium, tmp_path):
    analyst = follow(link(GAME, game="flip", rules="magic"))
    analyst.wait_for_moves(MOVES.split())
    analyst.wait_for_score()
    analyst.unfold()
    name, data = saved(analyst, "animation")
    assert name == "flip.gif"
    analyst.wait(
        lambda: "The animation has been saved" in analyst.part("copied").inner_text(), "the words"
    )
    moves = len(MOVES.split())
    picture, frames, durations = Image.open(BytesIO(data)), [], []
    for frame in ImageSequence.Iterator(picture):
        frames.append(frame.convert("RGB").tobytes())
        durations.append(frame.info["duration"])
    assert (picture.width, picture.info["loop"]) == (480, 0)  # it goes on for ever
    assert durations == [1000] * moves + [3000]
    assert len(set(frames)) == moves + 1
    name, data = saved(analyst, "review")
    assert name == "flip.html"
    assert not re.search(rb"@(title|summary|plain|data)@", data)
    file = tmp_path / name
    file.write_bytes(data)
    faults = []
    page = chromium.new_page()
    page.on("console", lambda line: faults.append(line.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(file.as_uri())
    assert page.locator("h1").inner_text() == "flip tiles"
    assert "moves: 8." in page.locator("header .note").inner_text()
    assert page.locator(".moves .move").all_inner_texts()[1:] == MOVES.split()
    assert read_score(page) == right_score(Flip("magic"), GAME)
    page.keyboard.press("End")
    assert "has won" in page.locator("[data-part='sentence']").inner_text()
    page.close()
    assert faults == []
