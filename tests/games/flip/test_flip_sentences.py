"""What the board says of flip tiles, word for word."""

import pytest

from lodeboard.games.contract import NOWHERE
from lodeboard.games.flip.plugin import FlipSentences
from lodeboard.games.flip.rules import Flip

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
