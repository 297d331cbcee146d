"""Magician Chess at the page of a running board: the published game and others, by both hands."""

import pytest
from web.conjurer import WAYS, Conjurer, show_board
from web.person import Person
from web.playing import play_for_page
from web.test_access import check, findings, keys_only
from web.test_analysis_browser import Analyst
from web.test_magician_lessons import COURSE
from web.test_magician_page import NAMES

pytestmark = pytest.mark.browser


def listed(moves):
    return moves.split()


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# The published game. Its first moves hold a drop, a carried piece, castling, captures and steps.
OPENING = listed("c4 e4 Nb3 f4 Nc2 Nf5 Me1 Ne6 Mc3 Mf6 Hxe4 He6 Mbd3 Nxc4 0-0(b) b4")
REST = listed(
    "Me1 Md5 Hxf4 Ne5 Mdf1 c4 Nc5+ Kc6 Nxb4+ Kxc5 Nxd5 Kxd5 Rd1 Rgd7 Mc3 Nd4 Hc2 Kc5 Rd2 Nb5"
    " Rxd7 Nxc3+ bxc3 Rxd7 f3 Rd1+ Kb2 Hxf3 He3 Mf5 Me1 Mf4 Rf1 Hgf3 g3 Hxe2 gxf4 Nd3#"
)
PUBLISHED = OPENING + REST
MATE = next(step for step in COURSE["steps"] if step["title"] == "Checkmate")["position"]
# A hole to move, a promotion with a capture, a pawn captured in passing.
ODDS = "2r1k2/1P1X3/X5X/X1pX2X/X1M3X/1P1X2P/3K3 w - - 0 1"
ODD_MOVES = listed("@d4d5 e7f6 b6c7n f6f5 b2b4 c4b3")


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "6", "--hands", "--board", "tile7x7") as running:
        yield running


def ready(open_page, position=None, **options):
    """Two people at a board that is set up: from the start or another position."""
    person = Person(open_page(**options))
    page = person.page
    person.wait_for_words("off the board")
    page.keyboard.press("2")
    person.leave_gains()
    person.wait_for_words("Set up the board")
    choose(page, "Players", "Two players")
    if position is not None:
        analyst = Analyst(page)
        panel(page, "analysis")
        analyst.paste(position)
        person.wait(page.locator("#analysis [data-do='play']").is_enabled, "the position")
        person.wait(page.locator("#past").is_visible, "its picture")
        page.locator("#analysis [data-do='play']").press("Enter")
        panel(page, "analysis")
    set_up(person, position)
    return person


def panel(page, name):
    page.locator(f"#tools button[aria-controls='{name}']").press("Enter")


def choose(page, label, choice):
    panel(page, "settings")
    page.get_by_label(label, exact=True).select_option(label=choice)
    panel(page, "settings")


def set_up(person, position=None):
    """Have the pieces laid out, and wait until the board has seen them all."""
    button = person.page.locator("#helper [data-do='lay']")
    person.wait(button.is_enabled, "a board to be set up")

    def laid():
        # Where a game from this position was just asked for, the board may still ask for another.
        if button.is_enabled():
            button.press("Enter")
            return False
        lying = sum(bool(spot.tile) for spot in person.look().values() if spot.is_cell)
        return position is None or lying == sum(map(str.isalpha, position.split()[0]))

    person.wait(laid, "the pieces where they belong")


@pytest.mark.verify
def test_the_first_moves_of_the_published_game(open_page):
    """With a spell of each kind that needs one, captures and castling."""
    person = ready(open_page)
    player = Conjurer(person)
    player.play(OPENING)
    wait_for_pieces(person, player)
    tray = [spot.tile for spot in person.look().values() if spot.tile and not spot.is_cell]
    assert sorted(tray) == [
        "black pawn",
        "black spare tile",
        "white pawn",
        "white spare tile",
    ]


def play_odd_moves(person, ways):
    player = Conjurer(person, ways=ways, position=ODDS)
    player.play(ODD_MOVES)
    wait_for_pieces(person, player)


@pytest.mark.verify
def test_a_hole_is_moved_a_pawn_promoted_and_one_captured_in_passing(open_page):
    play_odd_moves(ready(open_page, ODDS), WAYS)


SPELLS = [
    pytest.param("@d4xc4", id="drop"),
    pytest.param("@d4c4", id="carry", marks=pytest.mark.verify),
    pytest.param("@d4d5", id="swap", marks=pytest.mark.verify),
]


@pytest.mark.verify
@pytest.mark.parametrize("spell", SPELLS)
def test_moves_are_taken_back_one_after_the_other_a_spell_too(open_page, spell):
    """Pieces, holes and the record are each time as they were, and the game goes on from there."""
    person = ready(open_page, ODDS)
    player = Conjurer(person, position=ODDS)
    player.play([spell])
    wait_for_pieces(person, player)
    player.play(["e7f6"])
    for _ in range(2):
        player.take_back()
        wait_for_pieces(person, player, person.page.locator("#helper [data-do='lay']"))
    assert lying(person)["c4"] == "black pawn"
    assert lying(person)["d4"] == "hole"
    player.play(["@d4d3"])


def lying(person):
    """What the page shows on each cell."""
    return {name: spot.tile for name, spot in person.look().items() if spot.is_cell}


def wait_for_pieces(person, player, helper=None):
    """Wait until the page shows what the position has, holes too. `helper`: a button for it."""
    named = {letter: f"black {name}" for letter, name in NAMES.items()}
    named |= {letter.upper(): f"white {name}" for letter, name in NAMES.items()} | {"X": "hole"}
    wanted = {name: named[letter] for name, letter in player.pieces.items()}

    def seen():
        if helper is not None and helper.is_enabled():
            helper.press("Enter")
        return {name: tile for name, tile in lying(person).items() if tile} == wanted

    person.wait(seen, f"the pieces of {player.game.text()}")


@pytest.mark.verify
def test_the_same_with_the_keyboard_alone(open_page):
    person = ready(open_page, ODDS, reduced_motion="reduce")
    keys_only(person.page)
    play_odd_moves(person, ("keys",))


@pytest.mark.verify
def test_the_same_by_touch_on_a_phone(open_page):
    person = ready(open_page, ODDS, **PHONE)
    show_board(person.page)
    play_odd_moves(person, ("tap",))


@pytest.mark.verify
def test_an_opinion_is_named_as_one_and_a_proved_mate_as_proved(open_page):
    person = Analyst(ready(open_page).page)
    page = person.page
    panel(page, "analysis")
    page.check("#show-values")
    opinion = person.part("opinion")
    person.wait(lambda: "its opinion" in opinion.inner_text(), "what the player would choose")
    assert "not a proof" in opinion.inner_text()
    assert person.sentence() == "White to play. No result is proved yet."
    arrows = page.locator("#values .arrow")
    person.wait(lambda: arrows.count() == 1, "its arrow")
    assert page.locator("#values .arrow.opinion").count() == 1
    assert page.locator("#values .mark").count() == 0
    person.paste(MATE)
    person.wait(lambda: "Black wins" in person.sentence(), "the proof")
    marks = page.locator("#shown .mark")
    assert marks.all_text_contents() == ["W1"]
    assert page.locator("#shown .arrow.win").count() == 1
    assert page.locator("#shown .arrow.opinion").count() == 0
    assert opinion.inner_text() == ""
    words = person.part("steps").locator("li").all_text_contents()
    assert words[0] == "move e5 to d3: wins in 1 turn"
    paste_published(person)


def paste_published(person):
    """A game as it is published is pasted, looked at and copied."""
    numbered = " ".join(
        f"{number // 2 + 1}.{move}" if number % 2 == 0 else move
        for number, move in enumerate(PUBLISHED)
    )
    person.paste(numbered)
    person.wait_for_moves(PUBLISHED)
    person.wait(lambda: "Black has won" in person.sentence(), "the end")
    assert person.page.input_value("#record-text") == f"{numbered} 0-1"
    person.paste(numbered.replace("Nf5", "Nf3"))  # as it was printed
    wrong = person.part("text-trouble")
    person.wait(lambda: "Nf3" in wrong.inner_text(), "what is wrong with the misprint")


@pytest.mark.verify
def test_the_whole_published_game(open_page, pictures):
    person = ready(open_page, viewport={"width": 1440, "height": 900})
    player = Conjurer(person)
    player.play(PUBLISHED)
    end = person.page.locator("#record [data-part='end']")
    person.wait(lambda: end.inner_text() == "0\N{EN DASH}1", "the result")
    person.page.screenshot(path=pictures / "magician.png")


@pytest.mark.verify
def test_a_game_with_the_keyboard_alone(open_page):
    person = ready(open_page, reduced_motion="reduce")
    keys_only(person.page)
    Conjurer(person, ways=("keys",)).play(OPENING)
    check(person.page)


@pytest.mark.verify
def test_a_game_by_touch_on_a_phone(open_page, pictures):
    person = ready(open_page, **PHONE)
    show_board(person.page)
    Conjurer(person, ways=("tap",)).play(OPENING)
    assert findings(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
    person.page.screenshot(path=pictures / "magician-phone.png", full_page=True)
