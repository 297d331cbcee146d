"""What the board says of Four Field Kono, word for word."""

import pytest

from lodeboard.games.contract import NOWHERE
from lodeboard.games.kono.rules import Kono, KonoSentences

WHO = "Your turn"


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
