"""What the board says of its games, for every player and every end."""

import pytest

from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.play import sentences
from lodeboard.play.guide import (
    BETWEEN,
    CANNOT_TELL,
    NOT_TURNED,
    NOT_YOURS,
    RESTORE,
    TOO_EARLY,
    TWO_AT_ONCE,
    WRONG_CELL,
    WRONG_TILE,
)

NOBODY, FIRST, SECOND, BOTH = 0, 1, 2, 3  # whom the board plays


@pytest.mark.parametrize(
    ("turn", "machine", "said"),
    [
        (0, NOBODY, "The first player"),
        (1, NOBODY, "The second player"),
        (0, FIRST, "The board's turn"),
        (1, FIRST, "Your turn"),
        (0, SECOND, "Your turn"),
        (1, SECOND, "The board's turn"),
        (0, BOTH, "The board plays the first player"),
        (1, BOTH, "The board plays the second player"),
    ],
)
def test_who_is_to_act(turn: int, machine: int, said: str) -> None:
    assert sentences.who(turn, machine) == said


@pytest.mark.parametrize(
    ("verdict", "turn", "machine", "said"),
    [
        (WIN, 0, NOBODY, "The first player wins"),
        (WIN, 1, NOBODY, "The second player wins"),
        (LOSE, 0, NOBODY, "The second player wins"),
        (LOSE, 1, BOTH, "The first player wins"),
        (WIN, 0, FIRST, "The board wins"),
        (LOSE, 0, FIRST, "You win"),
        (WIN, 1, FIRST, "You win"),
        (WIN, 1, SECOND, "The board wins"),
        (LOSE, 1, SECOND, "You win"),
        (LOSE, 0, SECOND, "The board wins"),
    ],
)
def test_who_has_won(verdict: int, turn: int, machine: int, said: str) -> None:
    clear = ". Clear the board for a new game."
    assert sentences.end(verdict, turn, machine, False, ": in row 1") == f"{said}: in row 1{clear}"
    resigned = sentences.end(verdict, turn, machine, True, ": in row 1")
    assert resigned == f"{said} by resignation{clear}"


def test_a_draw_is_nobodys() -> None:
    said = "The game is a draw{}. Clear the board for a new one."
    assert sentences.end(TIE, 0, NOBODY, False, "") == said.format("")
    assert sentences.end(TIE, 1, FIRST, False, ": stalemate") == said.format(": stalemate")


@pytest.mark.parametrize(
    ("reason", "part"),
    [
        (NOT_TURNED, "the wrong side is up"),
        (WRONG_CELL, "may not go there"),
        (WRONG_TILE, "not the one that belongs there"),
        (TWO_AT_ONCE, "Put the pieces back as the lights show"),
        (NOT_YOURS, "may not be lifted now"),
        (CANNOT_TELL, "cannot tell what lies there"),
        (BETWEEN, "the piece that lies between two cells"),
        (RESTORE, "Set up the board as the lights show"),
    ],
)
def test_each_mistake_has_its_words(reason: int, part: str) -> None:
    said = sentences.wrong(reason, "piece")
    assert part in said
    assert "tile" not in said
    assert sentences.wrong(reason, "tile") == said.replace("piece", "tile")


@pytest.mark.parametrize("reason", [0, TOO_EARLY])
def test_what_was_done_too_early_is_said_by_each_game(reason: int) -> None:
    assert sentences.wrong(reason, "piece") == ""
