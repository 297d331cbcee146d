"""The page in a game of Magician Chess, line by line as the board would say it."""

import pytest
from playwright.sync_api import expect
from web.person import Person
from web.test_magician_pieces import outlines

from host_tools.build import profiles

pytestmark = pytest.mark.browser

PROFILE = profiles.profile("tile7x7")
START = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1"
MIDDLE = "r2k2r/1p1X1p1/X5X/X2X2X/X1N3X/1P1X1P1/R2K2R w AGag - 0 1"
NAMES = {"k": "king", "r": "rook", "n": "knight", "m": "magician", "p": "pawn"}


def letters(position):
    """Of each cell, row by row as the board counts them; None where there is nothing."""
    rows = [
        [
            each
            for letter in row
            for each in ([None] * int(letter) if letter.isdigit() else [letter])
        ]
        for row in position.split(" ")[0].split("/")
    ]
    return [letter for row in rows for letter in row]


def cell(name):
    return next(at for at in range(PROFILE.cells) if PROFILE.cell_name(at) == name)


def home_of(letter):
    """The cell where the first such piece begins."""
    return PROFILE.cell_name(letters(START).index(letter))


def piece(letter):
    return f"{'white' if letter.isupper() else 'black'} {NAMES[letter.lower()]}"


def moves_of(asked):
    return asked["record"].split("\n")[1].split()


class Chess:
    """A stage on which a game of Magician Chess is played."""

    def __init__(self, stage, position=START):
        self.stage = stage
        self.person = Person(stage.page)
        self.written = []
        stage.world.arrange(
            [
                (int(letter.islower()), True) if letter not in (None, "X") else None
                for letter in letters(position)
            ]
        )
        stage.show()
        self.say(position, start=position)

    def say(self, position, **more):
        line = {"game": "magician", "rules": "standard", "start": START, "hand": None}
        self.stage.say(position, **line | more)

    def sent(self, kind):
        """The messages of this kind that the page has sent."""
        return [message for message in self.stage.heard if message["t"] == kind]

    def asked(self):
        """What the page wants written down."""
        return self.sent("write")

    def write(
        self,
        *names,
        moves=None,
        verdict="undecided",
        check=False,
        start=START,
        positions=(),
        drawn="",
    ):
        """Answer its question about so many moves."""

        def fitting():
            asked = self.asked()
            return asked[-1:] if asked and len(moves_of(asked[-1])) == len(names) else None

        [asked] = self.person.wait(fitting, "the question")
        said = {"names": names, "start": start, "verdict": verdict}
        said |= {
            "drawn": drawn,
            "moves": moves or moves_of(asked),
            "positions": positions or [start],
        }
        turns = [(number + (" b " in start)) % 2 for number in range(len(names) + 1)]
        self.stage.tell({"t": "written", "id": asked["id"], "turns": turns, "check": check, **said})

    def place(self, name):
        return self.person.look()[name].tile

    def tray(self):
        """What lies beside the board."""
        return [spot.tile for spot in self.person.look().values() if spot.tile and not spot.is_cell]


@pytest.fixture
def chess(stage):
    return lambda position=START, **options: Chess(stage(PROFILE, False, **options), position)


@pytest.mark.slow
def test_pieces_and_holes_are_drawn_where_the_board_says(chess):
    chess = chess()
    person = chess.person
    person.wait(lambda: chess.place("d4") == "hole", "the holes")
    for at, letter in enumerate(letters(START)):
        expected = "hole" if letter == "X" else piece(letter) if letter else ""
        assert chess.place(PROFILE.cell_name(at)) == expected
    assert chess.stage.page.locator("#holes .pit, #holes .up").count() >= 9
    assert sorted(chess.tray()) == ["black spare tile", "white spare tile"]


@pytest.mark.slow
def test_a_piece_stays_what_it_is_in_the_hand_and_beside_the_board(chess):
    chess = chess()
    person, stage = chess.person, chess.stage
    person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    knight = home_of("N")
    [tile] = stage.world.on_cell(cell(knight))
    person.lift(person.look()[knight], "click")
    person.wait(
        lambda: "white knight" in stage.page.inner_text("#in-hand"), "the knight in the hand"
    )
    # Beside the board, while the board still waits for it to come back.
    stage.world.lay(tile.id, *stage.world.home(tile))
    stage.show()
    person.wait(lambda: "white knight" in chess.tray(), "the knight beside the board")
    assert "white pawn" not in chess.tray()
    # On another cell, before the board has said that this is a move.
    stage.lay(tile.id, cell("c4"))
    stage.show()
    person.wait(lambda: chess.place("c4") == "white knight", "the knight on c4")


def test_pieces_beside_the_board_are_told_apart(chess):
    chess = chess()
    person, stage = chess.person, chess.stage
    person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    rook, knight = home_of("R"), home_of("N")
    [first], [second] = (stage.world.on_cell(cell(name)) for name in (rook, knight))
    stage.world.lay(first.id, *stage.world.home(first))
    stage.world.lay(second.id, *stage.world.home(second))
    stage.show()
    person.wait(lambda: not chess.place(rook) and not chess.place(knight), "both beside the board")
    places = person.look()
    spots = {f"white tray, place {tile.id + 1}": tile for tile in (first, second)}
    assert {name: places[name].tile for name in spots} == {
        name: "white rook" if tile is first else "white knight" for name, tile in spots.items()
    }


def test_a_piece_in_the_hand_is_not_taken_for_the_one_it_is_over(chess):
    chess = chess()
    person, stage = chess.person, chess.stage
    person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    rook, knight = home_of("R"), home_of("N")
    [tile] = stage.world.on_cell(cell(knight))
    person.lift(person.look()[knight], "keys")
    stage.world.grab(tile.id)
    x, y = stage.world.plate.centre(cell(rook))
    stage.world.move_held(tile.id, x, y, 28.0)
    stage.show()
    person.wait(lambda: not chess.place(knight), "the knight in the hand")
    assert (
        stage.page.locator(f"[data-tile='{tile.id}'] .up path.solid").get_attribute("d")
        == (outlines()["knight"]["outline"])
    )


def test_captured_and_promoted_pieces_are_told_apart(chess):
    chess = chess(MIDDLE)
    person = chess.person
    person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    # What is left of a set lies beside the board: two magicians, a knight, four pawns, the spare.
    white = sorted(tile for tile in chess.tray() if tile.startswith("white"))
    assert white == sorted(
        ["white magician"] * 2 + ["white knight"] + ["white pawn"] * 4 + ["white spare tile"]
    )
    # The pawn on b-file has become a knight: one tile more is a pawn beside the board.
    [pawn] = [PROFILE.cell_name(at) for at, letter in enumerate(letters(MIDDLE)) if letter == "P"][
        :1
    ]
    chess.say(MIDDLE.replace("1P1X1P1", "1N1X1P1"))
    person.wait(lambda: chess.place(pawn) == "white knight", "the promoted piece")
    assert sum(tile == "white pawn" for tile in chess.tray()) == 5
    assert "white knight" not in chess.tray()


def test_a_tile_of_the_other_colour_is_not_taken_for_the_piece(chess):
    chess = chess()
    person, stage = chess.person, chess.stage
    person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    white, black = home_of("K"), home_of("p")
    [king], [pawn] = (stage.world.on_cell(cell(name)) for name in (white, black))
    stage.world.lay(king.id, *stage.world.home(king))
    stage.lay(pawn.id, cell(white))
    stage.show()
    person.wait(lambda: chess.place(white) == "black pawn", "the black pawn on a white home")
    assert "white king" in chess.tray()


def test_the_moves_stand_beside_the_board_and_show_their_positions(chess):
    chess = chess()
    person, page = chess.person, chess.stage.page
    chess.say(START, moves=["c2c4", "e6e4", "c1b3"])
    chess.write("c4", "e4", "Nb3", positions=[START, AFTER, AFTER, AFTER])
    assert chess.asked()[-1]["record"] == f"position {START}\nc2c4 e6e4 c1b3"
    moves = page.locator("#record ol button")
    person.wait(lambda: moves.all_inner_texts() == ["c4", "e4", "Nb3"], "the record")
    assert page.locator("#record ol li").count() == 2
    assert moves.nth(2).get_attribute("aria-label") == "2, White: Nb3"
    assert moves.nth(2).get_attribute("aria-current") == "step"
    moves.nth(1).click()
    person.wait(lambda: "Move 2 of 3" in page.inner_text("#past"), "the position after it")


AFTER = "rmnknmr/pppXppp/X5X/X1PX2X/X5X/PP1XPPP/RMNKNMR b AGag c3 0 1"


def test_the_cells_of_the_last_move_are_marked_by_their_form_and_in_words(chess):
    chess = chess()
    person, page = chess.person, chess.stage.page
    marks = page.locator("#last-move path")
    chess.say(AFTER, moves=["c2c4"])
    chess.write("c4", positions=[START, AFTER])
    person.wait(lambda: marks.count() == 8, "corners of two cells")
    assert page.locator("#last-move .come").count() == page.locator("#last-move .gone").count() == 4
    lengths = {
        name: page.locator(f"#last-move .{name}").first.evaluate("(line) => line.getTotalLength()")
        for name in ("come", "gone")
    }
    assert lengths["come"] > 2 * lengths["gone"]  # not by colour alone
    person.wait(
        lambda: [each.where for each in person.cells("last move")] == ["c4", "c2"], "the words"
    )
    chess.say(START)
    chess.write()
    person.wait(lambda: marks.count() == 0, "no mark in a new game")
    person.wait(lambda: person.cells("last move") == [], "no words of it")


def test_a_record_that_begins_with_black_says_so(chess):
    start = START.replace(" w ", " b ").replace("0 1", "0 12")
    chess = chess(start)
    chess.say(start, start=start, moves=["e6e4", "c2c4"])
    chess.write("e4", "c4", start=start)
    lines = chess.stage.page.locator("#record ol li")
    chess.person.wait(
        lambda: (
            [line.inner_text().split() for line in lines.all()]
            == [["12.", "…", "e4"], ["13.", "c4"]]
        ),
        "the record",
    )


def test_check_is_shown_at_the_king_and_in_words_until_it_is_over(chess):
    chess = chess()
    person, page = chess.person, chess.stage.page
    chess.say(START, moves=["c2c4"])
    chess.write("c4+", check=True)
    end = page.locator("#record [data-part='end']")
    person.wait(lambda: end.inner_text() == "Black is in check.", "the words")

    def kings():
        return [spot for spot in person.cells(tile=True) if spot.tile == "black king, in check"]

    person.wait(lambda: len(kings()) == 1, "the king's label")
    assert page.locator(".tile.checked").count() == 1
    chess.say(START, moves=["c2c4", "e6e4"])
    chess.write("c4+", "e4")
    person.wait(lambda: page.locator(".tile.checked").count() == 0, "no check")
    assert end.inner_text() == ""
    chess.say(START, moves=["c2c4", "e6e4", "c1b3"])
    chess.write("c4+", "e4", "Nb3#", verdict="lose", check=True)
    person.wait(lambda: end.inner_text() == "1\N{EN DASH}0", "the result")


def test_moves_are_asked_for_once_and_again_after_a_new_connection(chess):
    chess = chess()
    person = chess.person
    person.wait(chess.asked, "the question")
    for _ in range(3):
        chess.say(START, say="Another sentence.")
    person.wait_for_words("Another sentence.")
    assert len(chess.asked()) == 1


def test_an_opinion_is_called_one_and_asked_for_once_where_nothing_is_proved(chess):
    chess = chess()
    person, page = chess.person, chess.stage.page
    page.click("#tools >> text=Analysis")
    page.check("#show-values")
    [asked] = person.wait(lambda: chess.sent("study")[-1:], "the question")
    course = {"start": START, "positions": [START], "turns": [0], "moves": [], "names": []}
    state = {"check": False, "verdict": "undecided", "game": "magician"}
    study = {"verdict": "undecided", "value": None, "remoteness": None, "fix": None, "best": None}
    steps = [["c2c4", None, None], ["c1b3", None, None]]
    chess.stage.tell({"t": "record", "id": asked["id"], **course, **state})
    study |= {"position": START, "moves": 2, "steps": steps}
    chess.stage.tell({"t": "studied", "id": asked["id"], "at": 0, **study})
    [question] = person.wait(lambda: chess.sent("guess"), "the question for the player")
    assert question["position"] == START
    assert page.locator("#values .arrow").count() == 0
    chess.say(START, say="Another sentence.")
    person.wait_for_words("Another sentence.")
    guess = {"move": "c1b3", "name": "Nb3", "from": "search", "nodes": 1234}
    chess.stage.tell({"t": "guessed", "id": 1, "position": START, **guess})
    words = page.locator("#analysis [data-part='opinion']")
    person.wait(lambda: "choose Nb3: its opinion" in words.inner_text(), "the opinion")
    assert "not a proof" in words.inner_text()
    assert page.locator("#values .arrow").count() == page.locator("#values .opinion").count() == 1
    # A move that is proved has a full arrow with its mark, and nobody is asked then.
    study |= {"value": "win", "remoteness": 1, "steps": [["c2c4", "win", 1], *steps[1:]]}
    chess.stage.tell({"t": "studied", "id": asked["id"], "at": 0, **study})
    person.wait(lambda: page.locator("#values .arrow.win").count() == 1, "the arrow")
    assert page.locator("#values .mark").all_text_contents() == ["W1"]
    expect(words).to_have_text("")
    assert page.locator("#values .opinion").count() == 0
    assert len(chess.sent("guess")) == 1
    standing = page.locator("#analysis .standing")
    expect(standing).to_have_text(["White in 1"])
    # It is won, but not known how soon: the game is not over.
    study |= {"remoteness": None}
    chess.stage.tell({"t": "studied", "id": asked["id"], "at": 0, **study})
    person.wait(lambda: standing.all_inner_texts() == ["White wins"], "the winner alone")


def test_a_spell_under_way_stands_in_the_record_as_far_as_it_has_come(chess):
    chess = chess()
    person, page = chess.person, chess.stage.page
    chess.write()
    pending = page.locator("#record .pending")
    chess.say(f"{START};c3@d4", moves=["c3@d4"], say="Go on.")
    person.wait(lambda: pending.all_inner_texts() == ["c3@d4 …"], "the first part")
    chess.say(f"{START};c3@d4xe4", moves=["c3@d4xe4"])
    person.wait(lambda: pending.all_inner_texts() == ["c3@d4xe4 …"], "the second part")
    assert len(chess.asked()) == 1
    # It is where it was until the spell is done.
    person.wait(lambda: chess.place("d4") == "hole", "the hole")
    chess.say(START, moves=["@d4xe4"])
    chess.write("Hxe4")
    person.wait(lambda: pending.count() == 0, "the whole spell")


def test_what_a_pawn_becomes_is_chosen_while_the_board_asks(chess):
    chess = chess(MIDDLE)
    person, page = chess.person, chess.stage.page
    person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    choice = page.locator("#choice")
    assert choice.is_hidden()
    black = MIDDLE.replace(" w ", " b ")
    gift = {"left": [23, 24, 25], "at": None}
    chess.say(f"{black};b2b1", ask="give", turn=1, gift=gift, moves=["b2b1"])
    buttons = page.locator("#choice [data-part='legend'] button")
    person.wait(choice.is_visible, "the choice")
    labels = [button.get_attribute("aria-label") for button in buttons.all()]
    assert labels == [f"{name}: may be chosen" for name in ("rook", "knight", "magician")]
    assert page.locator("#choice .black-piece").count() == 3
    assert not page.locator("#choice .in-hand").is_visible()
    chess.say(f"{black};b2b1", ask="give", turn=1, gift=gift | {"at": 25}, moves=["b2b1"])
    cursor = page.locator("#choice .cursor")
    person.wait(lambda: cursor.count() == 1, "what the board points at")
    assert "magician" in cursor.get_attribute("aria-label")
    captions = page.locator("#buttons button span")
    assert captions.all_inner_texts() == ["Previous", "Choose it", "Next choice"]
    buttons.nth(1).press("Enter")
    [told] = person.wait(lambda: chess.sent("tell"), "the choice")
    assert told["line"] == {"c": "choose", "move": "n"}
    chess.say(MIDDLE, moves=["b2b1n"])
    person.wait(choice.is_hidden, "no choice")


def test_the_board_is_set_up_at_once_while_it_waits_for_that(chess):
    chess = chess()
    person, page = chess.person, chess.stage.page
    button = page.locator("#helper [data-do='lay']")
    assert button.is_disabled()
    chess.say(MIDDLE, ask="restore")
    person.wait(button.is_enabled, "the button")
    button.press("Enter")
    [laid] = person.wait(lambda: chess.sent("lay"), "the message")
    wanted = [
        "-" if letter in (None, "X") else "uU"[letter.isupper()] for letter in letters(MIDDLE)
    ]
    assert laid == {"t": "lay", "cells": "".join(wanted), "alike": False}
    chess.say(f"{MIDDLE};c3@d4", ask="restore", moves=["c3@d4"])
    person.wait(button.is_disabled, "no button in the middle of a turn")


WORDS = """async (steps) => {
  const { magician } = await import("/js/magician.js");
  return steps.map((step) => [magician.stepWords(step), magician.stepAt(step)]);
}"""


def test_moves_and_their_parts_have_words_and_places(chess):
    page = chess().stage.page
    d4, e4 = {"column": 3, "row": 3}, {"column": 4, "row": 3}
    said = {
        "c2c4": ("move c2 to c4", {"column": 2, "row": 3, "from": {"column": 2, "row": 5}}),
        "b6b7m": (
            "move b6 to b7, promote to magician",
            {"column": 1, "row": 0, "from": {"column": 1, "row": 1}},
        ),
        "@d4e4": ("spell: hole d4 to e4", e4 | {"from": d4}),
        "@d4xe4": ("spell: hole d4 to e4, drop the piece there", e4 | {"from": d4}),
        "c3@d4": (
            "spell: the magician on c3 at the hole on d4",
            d4 | {"from": {"column": 2, "row": 4}},
        ),
        "xe4": ("drop the piece on e4", e4),
        "e4": ("set the magician on e4", e4),
        "r": ("promote to rook", None),
    }
    assert page.evaluate(WORDS, list(said)) == [list(each) for each in said.values()]


SENTENCES = (
    "Set the magician back home.",
    "The second player: lift the lit piece. If no cell lights up for it, it leaves the board.",
    "Lift the magician from the hole to set it where the hole is to go; or take a lit piece"
    " beside the hole off the board.",
    "The second player: choose what the pawn becomes: rook, knight or magician. Right: the next."
    " Put that piece in its place.",
)


@pytest.mark.slow
def test_a_longer_sentence_does_not_move_the_board_on_a_phone(chess):
    """A finger that is about to tap a cell would tap another one."""
    chess = chess(viewport={"width": 360, "height": 844}, has_touch=True, is_mobile=True)
    person, tops = chess.person, set()
    for sentence in SENTENCES:
        chess.say(START, say=sentence)
        person.wait_for_words(sentence)
        tops.add(person.look()["b4"].y)
    assert len(tops) == 1


def test_a_position_set_up_by_hand_may_castle_where_king_and_rook_stand(chess):
    page = chess().stage.page
    positions = [START, MIDDLE, MIDDLE.replace("/R2K2R", "/R2KR2"), MIDDLE.replace(" w ", " b ")]
    rights = ["AGag", "AGag", "Aag", "AGag"]
    again = page.evaluate(
        """async (positions) => {
          const { editor } = (await import("/js/magician.js")).magician;
          return positions.map((position) => editor.positionOf(editor.lettersOf(position)));
        }""",
        positions,
    )
    assert again == [
        position.replace("AGag", right) for position, right in zip(positions, rights, strict=True)
    ]


SIDES = """() => [...document.querySelectorAll(".tile")].map((tile) => {
  const [solid, body] = [".up .solid", ".up .body"].map((part) => tile.querySelector(part));
  if (!solid) return null;
  const style = getComputedStyle(solid);
  return [tile.className, style.stroke, style.fill, getComputedStyle(body).fill,
          tile.querySelectorAll(".up .rim").length];
}).filter(Boolean)"""


def test_sides_differ_in_outline_and_fill_not_in_colour_alone(chess):
    chess = chess()
    chess.person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    seen = {"white": set(), "black": set()}
    for name, stroke, fill, body, rims in chess.stage.page.evaluate(SIDES):
        seen["white" if "white" in name else "black"].add((stroke, fill, body, rims))
    [(stroke, _, light, one)], [(none, solid, dark, two)] = seen["white"], seen["black"]
    assert stroke != "none"
    assert none == "none"
    assert solid != dark
    assert light != dark
    assert (one, two) == (1, 2)


def test_a_draw_that_is_near_is_said_and_the_record_says_why_it_came(chess):
    chess = chess()
    person = chess.person
    near = "Your turn: move. This position is here for the second time: the third is a draw."
    chess.say(START, say=near, moves=["c2c4"])
    person.wait_for_words("for the second time: the third is a draw.")
    drawn = "The game is a draw: the same position for the third time."
    chess.write("c4", verdict="tie", drawn=drawn)
    end = chess.stage.page.locator("#record [data-part='end']")
    expect(end).to_have_text(f"½\N{EN DASH}½ {drawn}")
