"""Thinking during the user's turn: when the board does it, and that the user does not notice."""

from typing import Any

import pytest
from at_board import ready, say, state

from host_tools.board.hands.stage import Stage
from host_tools.games.moves import legal_moves
from lodeboard.games.contract import EMPTY, UNDECIDED, UP_0, UP_1, owner_of
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip

PERFECT = LEVELS.index("perfect")
EIGHT = "1_-dD-U-uD---u--dU"  # a long game is ahead


def thinking(stage: Stage) -> Any:
    app: Any = stage.board.app
    return app.flow.match._thinking


def asked(**settings: int) -> Stage:
    """A board that has said what its first turn is from eight tiles on, and asks for it."""
    stage = ready(**{"players": 0, "starts": 1, "level": PERFECT} | settings)
    set_up(stage)
    return stage


def set_up(stage: Stage) -> None:
    say(stage, c="setup", position=EIGHT, moves=[])
    lay(stage, position(stage))
    stage.board.run_until(lambda: state(stage)["step"] is not None, 20_000)
    assert state(stage)["ask"] == "lift"


def lay(stage: Stage, game: Flip) -> None:
    codes = bytearray(16)
    game.expected(codes)
    stage.board.world.arrange(
        [None if code == EMPTY else (owner_of(code), code in (UP_0, UP_1)) for code in codes]
    )
    stage.wait(600)


def carry_out(stage: Stage, steps: list[int]) -> None:
    """Hands make these steps, one after another."""
    game = position(stage)
    for step in steps:
        game.push(step)
        lay(stage, game)


def undecided_after(game: Flip, turn: list[int]) -> bool:
    for step in turn:
        game.push(step)
    verdict = game.verdict()
    for _ in turn:
        game.pop()
    return verdict == UNDECIDED


def position(stage: Stage) -> Flip:
    game = Flip(state(stage)["rules"])
    game.load(state(stage)["position"])
    return game


def test_the_answer_is_there_when_it_is_asked_for() -> None:
    stage = asked()
    mind = thinking(stage)
    assert mind.looks_ahead
    carry_out(stage, list(mind.plan))
    stage.board.run_until(lambda: not mind.looks_ahead, 600_000)
    assert mind._ahead.more is False
    game = position(stage)
    *_, turn = (turn for turn in legal_moves(game) if undecided_after(game, turn))
    for step in turn:
        game.push(step)
    known = mind._ahead.answer(game)
    assert known
    carry_out(stage, turn)
    assert state(stage)["step"] == known[0]
    assert mind.plan == known


@pytest.mark.parametrize("settings", [{"coach": 1}, {"level": PERFECT - 1}, {"players": 2}])
def test_it_is_left_out_where_it_is_of_no_use(settings: dict[str, int]) -> None:
    assert not thinking(asked(**settings)).looks_ahead


def test_it_ends_when_the_coach_speaks_instead() -> None:
    stage = asked()
    mind = thinking(stage)
    carry_out(stage, list(mind.plan))
    assert mind.looks_ahead
    say(stage, c="set", coach=1)
    assert (mind.looks_ahead, mind.coaching) == (False, True)
    say(stage, c="set", coach=0)
    assert (mind.looks_ahead, mind.coaching) == (True, False)


def test_it_ends_with_the_game() -> None:
    stage = asked()
    assert thinking(stage).looks_ahead
    say(stage, c="resign")
    assert state(stage)["result"] is not None
    assert not thinking(stage).looks_ahead
