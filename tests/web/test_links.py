"""Links that hold a position or a game, and pictures of one, in a real browser."""

import base64
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from another_game import NAME, RULES, random_moves
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_copied_link_holds_the_game_up_to_the_position_looked_at(follow):
    analyst = follow(link(GAME, game="flip", rules="eclipse"))
    analyst.wait_for_moves(MOVES.split())
    analyst.wait_for_score()
    for _ in range(2):
        analyst.press("earlier")
    analyst.unfold()
    analyst.press("copy-link")
    field = analyst.page.locator("#record-text")
    copied = analyst.wait(lambda: "#game=" in field.input_value() and field.input_value(), "a link")
    assert "rules=eclipse" in copied
    # The page is open: a link in its address bar is opened there.
    analyst.page.goto(copied)
    analyst.wait_for_moves(MOVES.split()[:-2])
    analyst.page.go_back()
    analyst.wait_for_moves(MOVES.split())
    other = follow(copied.partition("#")[2])
    other.wait_for_moves(MOVES.split()[:-2])


WRONG = [
    (link("a1U", game="chess", rules="magic"), "no game is called chess"),
    (link("a1U", game="__proto__"), "no game is called __proto__"),
    (link("a1U", game="flip", rules="none"), "Not valid: "),
]


@pytest.mark.slow
def test_a_link_that_cannot_be_is_said_to_be_wrong_and_the_game_goes_on(follow):
    analyst = follow(link("a1U a1U", game="flip", rules="magic"))
    trouble = analyst.part("text-trouble")
    analyst.wait(lambda: "move 2" in trouble.inner_text(), "what is wrong")
    assert trouble.is_visible()
    analyst.wait_for_words("off the board")
    analyst.wait(lambda: "Analysing" not in analyst.sentence(), "nothing above it")
    analyst.page.keyboard.press("2")
    analyst.leave_gains()
    analyst.wait_for_words("Your turn")
    analyst.wait(lambda: "Analysing" not in analyst.sentence(), "the game")
    assert "move 2" in trouble.inner_text()
    for hash_, words in WRONG:
        analyst.page.evaluate(GO, hash_)
        analyst.wait(lambda words=words: words in trouble.inner_text(), words)


def written(game, rules, *words):
    """A link as the page writes it."""
    length = len(words) - 2 if words[0] == "position" else len(words)
    return f"game={game}&rules={rules}&g={'.'.join(words)}&n={length}"


NEW = written("flip", "magic", "position", MIDDLE, *MOVES.split())
OLD = link(GAME, game="flip", rules="eclipse")
OTHER_MOVES = random_moves(NAME, RULES)
OTHER_RECORD = " ".join(OTHER_MOVES)
OTHER = written(NAME, RULES, *OTHER_MOVES)
HALF = len(OTHER_MOVES[-1]) // 2 + len("&n=3")
MAGICIAN = link("1.c4 e4 2.Nb3 f4", game="magician", rules="standard")
# What the address has after its #, the moves, and what is said of it.
ADDRESSES = [
    (NEW, MOVES, ""),
    (f"{OTHER}%3E", OTHER_RECORD, "Punctuation"),
    (quote(quote(OTHER)), OTHER_RECORD, "encoded more than once"),
    (OTHER[:-HALF], " ".join(OTHER_MOVES[:-1]), "The link is cut"),
    (written("xtic", "torus", "=5", "b3", "=a", "c1"), "=5 b3 =a c1", ""),
]
GO = "(hash) => { location.hash = hash; }"
BROKEN = ["g=50%", "seed=7%&noise=50%", "%", "g=%E0%A4%A&game=flip", "seed=50%25", "g=%00&game=%"]


@pytest.mark.slow
def test_a_link_in_the_address_bar_is_read_however_it_came_there(follow):
    """The page is open; each link is opened in it."""
    analyst = follow("")
    notes = analyst.part("text-notes")
    for hash_, moves, said in ADDRESSES:
        analyst.page.evaluate(GO, "")
        analyst.page.evaluate(GO, hash_)
        analyst.wait_for_moves(moves.split())
        analyst.wait(lambda said=said: said in notes.inner_text(), f"{said} of {hash_}")
        assert bool(notes.inner_text()) == bool(said), (hash_, notes.inner_text())
        if "game=flip" not in hash_:  # not the one on the board
            assert analyst.page.locator("#analysis [data-do='play']").is_disabled(), hash_
    for hash_ in BROKEN:  # the page complains of nothing: `open_page` sees to that
        analyst.page.evaluate(GO, hash_)
    analyst.page.evaluate(GO, NEW)
    analyst.wait_for_moves(MOVES.split())


@pytest.mark.slow
def test_the_pages_own_link_is_pasted_into_its_field(follow):
    analyst = follow(OTHER)
    analyst.wait_for_moves(OTHER_MOVES)
    for text, moves in (
        (f"`#{MAGICIAN}`", "c4 e4 Nb3 f4"),
        (
            f"\ufeff> Look: {analyst.page.url.partition('#')[0]}#{OTHER} !\r\n",
            " ".join(OTHER_MOVES),
        ),
    ):
        analyst.paste("xyz")
        analyst.wait(lambda: "xyz" in analyst.part("text-trouble").inner_text(), "what is wrong")
        analyst.paste(text)
        analyst.wait(lambda: analyst.part("text-trouble").inner_text() == "", "nothing wrong")
        analyst.wait_for_moves(moves.split())


@pytest.mark.slow
@pytest.mark.worker("always")
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


@pytest.mark.slow
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


@pytest.mark.slow
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
