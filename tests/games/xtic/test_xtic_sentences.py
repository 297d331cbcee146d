"""What the board says of xtic, word for word."""

import pytest

from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic.plugin import XticSentences
from lodeboard.games.xtic.rules import Xtic

WHO = "Your turn"


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
