"""What the board says of Magician Chess, in each part of a turn."""

import pytest

from lodeboard.games.contract import NOWHERE, UNDECIDED
from lodeboard.games.magician.plugin import MagicianSentences
from lodeboard.games.magician.rules import Magician

WHO = "Your turn"
SPELL = "rm1k2r/pppXnmp/X4nX/X1PXppX/XNM3X/PPNXPPP/RM1K2R w AGag - 6 6"
PROMOTES = "3k3/P2X3/X2X2X/X5X/X5X/3X3/3K3 w - - 0 1"
MATED = "7/p3X1p/X1k3X/X1p2PX/X1Pn1X1/PKX1X2/3rMR1 w - - 1 28"


def say(game: Magician, ask: str, asked: bool = False, cell: int = NOWHERE) -> str:
    return MagicianSentences(game).say(ask, WHO, asked, cell, False)


def test_before_a_turn() -> None:
    game = Magician()
    assert "touch a hole with a magician" in say(game, "lift")
    assert "put it back to choose another" in say(game, "put")
    assert say(game, "lift", True).startswith("Your turn: lift the lit piece.")
    assert say(game, "put", True).startswith("Set it down on the lit cell")
    game.load("2Xk3/7/X2R2X/X2X2X/X5X/3X3/3K3 b - - 0 1")
    assert "your king is in check" in say(game, "lift")


def test_within_a_spell() -> None:
    game = Magician()
    game.load(SPELL + ";c3@d4")
    assert "take a lit piece beside the hole off the board" in say(game, "lift")
    assert "back home for no spell" in say(game, "put")
    game.load(SPELL + ";c3@d4xe4")
    for ask in ("lift", "put"):
        assert "on the hole, to carry it" in say(game, ask)
    game.load(SPELL + ";c3@d4d3")
    for ask in ("lift", "put"):
        assert say(game, ask) == "Set the magician back home."


def test_what_a_pawn_becomes_is_named_with_its_cell() -> None:
    game = Magician()
    game.load(PROMOTES)
    steps = [0] * game.max_steps
    push = [step for step in steps[: game.steps(steps)] if step >> 6 & 63 == 7]
    game.push(push[0])
    assert "rook, knight or magician" in say(game, "give")
    named = [
        say(game, "give", cell=game.choice(step)).split("make it a ")[1].split("?")[0]
        for step in steps[: game.steps(steps)]
    ]
    assert named == ["rook", "knight", "magician"]


KINGS = "3k3/3X3/X5X/X2X2X/X5X/3X3/3K3 w - - {} 1"
ROUND = ["d1c1", "d7c7", "c1d1", "c7d7"]
SECOND = " This position is here for the second time: the third is a draw."
QUIET = " Turns without a capture or a pawn move: {}; 100 are a draw."


@pytest.mark.parametrize(
    ("quiet", "turns", "wanted"),
    [
        (0, [], ""),
        (0, ROUND[:3], ""),
        (0, ROUND, SECOND),
        (0, [*ROUND, ROUND[0]], SECOND),
        (79, [], ""),
        (79, ROUND[:1], QUIET.format(80)),
        (98, ROUND[:1], QUIET.format(99)),
        (90, ROUND, SECOND + QUIET.format(94)),
    ],
)
@pytest.mark.parametrize("asked", [False, True])
def test_a_draw_that_is_near_is_said(
    quiet: int, turns: list[str], wanted: str, asked: bool
) -> None:
    game = Magician()
    game.load(KINGS.format(quiet))
    for turn in turns:
        for step in game.parse_move(turn):
            game.push(step)
    said = say(game, "lift", asked)
    plain = Magician()
    plain.load(game.text().replace(f" {quiet + len(turns)} ", " 0 "))
    assert said == say(plain, "lift", asked) + wanted
    assert say(game, "put", asked) == say(plain, "put", asked)


def test_how_it_ended() -> None:
    game = Magician()
    assert MagicianSentences(game).ended() == ""
    game.load(MATED)
    assert MagicianSentences(game).ended() == " by checkmate"


@pytest.mark.parametrize(
    ("position", "turns", "how"),
    [
        ("7/3X3/X2k1KX/X2X2X/X1R3X/3X3/5R1 b - - 0 40", [], ": stalemate"),
        (
            "3k3/3X3/X5X/X2X2X/X5X/3X3/3K3 w - - 99 60",
            ["d1c1"],
            ": fifty turns of each player without a capture or a pawn move",
        ),
        (
            "3k3/3X3/X5X/X2X2X/X5X/3X3/3K3 w - - 0 1",
            2 * ["d1c1", "d7c7", "c1d1", "c7d7"],
            ": the same position for the third time",
        ),
    ],
)
def test_a_draw_says_why(position: str, turns: list[str], how: str) -> None:
    game = Magician()
    game.load(position)
    for turn in turns:
        assert game.verdict() == UNDECIDED
        for step in game.parse_move(turn):
            game.push(step)
    assert MagicianSentences(game).ended() == how
