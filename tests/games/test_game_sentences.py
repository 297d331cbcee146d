"""What the board says of each game, word for word."""

import pytest

from lodeboard.games.contract import NOWHERE
from lodeboard.games.flip.plugin import FlipSentences
from lodeboard.games.flip.rules import Flip
from lodeboard.games.kono.rules import Kono, KonoSentences
from lodeboard.games.xtic.plugin import XticSentences
from lodeboard.games.xtic.rules import Xtic

WHO = "Your turn"


@pytest.mark.parametrize(
    ("ask", "asked", "said"),
    [
        ("lift", True, "Your turn: lift the tile that flashes white."),
        ("lift", False, "Your turn: flip one of the opponent's lit tiles."),
        ("put", True, "Turn it over and set it down on the lit cell."),
        (
            "put",
            False,
            "Turn it over and set it down on a blinking cell, or put it back to choose another.",
        ),
        (
            "place",
            True,
            "Your turn: place its tile on the lit cell. A rising light: up side. A falling light: "
            "down side.",
        ),
        ("place", False, "Your turn: place a tile of your own on any lit cell, either side up."),
    ],
)
def test_flip_tiles(ask: str, asked: bool, said: str) -> None:
    for coaching in (False, True):
        assert FlipSentences(Flip()).say(ask, WHO, asked, NOWHERE, coaching) == said


@pytest.mark.parametrize(
    ("rules", "position", "how"),
    [
        ("magic", "1_UUU-ddu---------", " with the line a1 b1 c1"),
        ("eclipse", "1_UUU-ddu---------", ""),  # goes on
        ("magic", "1_UUUdudd---U-----", " with the locked line a1 b1 c1"),
        ("eclipse", "1_UUUdudd---U-----", " with the locked line a1 b1 c1"),
        ("magic", "1_uuuUDUU----d----", " with the locked line a1 b1 c1"),  # the opponent's
        ("magic", "1_uuu-DUU----d-D--", ""),  # the opponent's, and open
        ("magic", "1_UUddUUddDDuuDDuu", ": the board is full"),
        ("eclipse", "1_UUddUUddDDuuDDuu", ": the board is full"),
        ("eclipse", "2_DUuDuduD-UuDUdUd", ": both players have a locked line"),
    ],
)
def test_how_flip_tiles_are_won(rules: str, position: str, how: str) -> None:
    game = Flip(rules)
    game.load(position)
    assert FlipSentences(game).ended() == how


@pytest.mark.parametrize(
    ("ask", "asked", "said"),
    [
        ("lift", True, "Your turn: lift the lit tile."),
        ("lift", False, "Your turn: move or capture with one of the lit tiles."),
        ("put", True, "Set it down on the lit cell; first take away the tile there, if any."),
        (
            "put",
            False,
            "Set it down on a lit cell; first take away the tile there, if any. Or put it back to "
            "choose another.",
        ),
    ],
)
def test_kono(ask: str, asked: bool, said: str) -> None:
    assert KonoSentences(Kono()).say(ask, WHO, asked, NOWHERE, False) == said


@pytest.mark.parametrize(
    ("position", "how"),
    [
        ("1_oo-------------x", ": the first player has one tile left"),
        ("2_o-------------xx", ": the second player has one tile left"),
        ("2_oooooxxxoxoxoxxx", ": the second player cannot move"),
        ("2_ooooooooxxxxxxxx", ""),
    ],
)
def test_how_a_game_of_kono_ended(position: str, how: str) -> None:
    game = Kono()
    game.load(position)
    assert KonoSentences(game).ended() == how


def test_a_draw_of_kono_by_repetition_says_so() -> None:
    game = Kono()
    game.load("1_x----x-----o---o")
    for _ in range(2):
        assert KonoSentences(game).ended() == ""
        for turn in ("a1b1", "d4c4", "b1a1", "c4d4"):
            game.push(game.parse_move(turn)[0])
    assert KonoSentences(game).ended() == ": the same position for the third time"


@pytest.mark.parametrize(
    ("position", "cell", "asked", "said"),
    [
        (
            "----------------/-",
            NOWHERE,
            False,
            "choose a piece to give. Right: the next.",
        ),
        (
            "----------------/-",
            6,
            False,
            "give the black vertical hollow round piece? Middle: yes. Right: the next.",
        ),
        (
            "----------------/9",
            NOWHERE,
            True,
            "place the brown horizontal solid square piece where the light rises.",
        ),
        (
            "----------------/9",
            NOWHERE,
            False,
            "place the brown horizontal solid square piece on any lit cell.",
        ),
    ],
)
def test_xtic(position: str, cell: int, asked: bool, said: str) -> None:
    game = Xtic()
    game.load(position)
    ask = "place" if position[-1] != "-" else "give"
    assert XticSentences(game).say(ask, WHO, asked, cell, False) == f"{WHO}: {said}"


@pytest.mark.parametrize(
    ("position", "loses"),
    [
        ("89a-------------/b", "; it loses on d1"),
        ("89a---------cde-/b", "; it loses on d1 or d4"),
        ("-89a4---5---6---/b", "; it loses on a1"),
        ("89a-0-----------/4", ""),
    ],
)
def test_with_the_coach_xtic_names_the_cells_that_lose(position: str, loses: str) -> None:
    game = Xtic()
    game.load(position)
    sentences = XticSentences(game)
    said = sentences.say("place", WHO, False, NOWHERE, True)
    assert said.endswith(f"on any lit cell{loses}.")
    assert "loses" not in sentences.say("place", WHO, False, NOWHERE, False)


@pytest.mark.parametrize(
    ("rules", "position", "how"),
    [
        ("normal", "8--0-c----b-4--9/-", ": four brown pieces on the diagonal a1 b2 c3 d4"),
        ("normal", "1----8--2-d-4--7/-", ""),
        ("torus", "-8----c-2--bf---/-", ": four brown pieces on the diagonal b1 c2 d3 a4"),
        ("nodiags", "8--0-c----b-4--9/-", ""),
        ("normal", "8---a---6---2---/-", ": four round pieces in column a"),
        ("normal", "89ab------------/-", ": four brown horizontal pieces in row 1"),
        (
            "normal",
            "89be3---1---5---/-",
            ": four brown pieces in row 1",
        ),
        (
            "normal",
            "f9b83---1---5---/-",
            ": four brown pieces in row 1 and four square pieces in column a",
        ),
    ],
)
def test_what_the_pieces_of_a_line_share_is_said(rules: str, position: str, how: str) -> None:
    game = Xtic(rules)
    game.load(position)
    assert XticSentences(game).ended() == how
