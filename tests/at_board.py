"""A game at the simulated board, for tests: buttons, power, and a computer on its cable."""

import json
from typing import Any

from one_board import PROFILE

from host_tools.board.contract import Board
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard

LEFT, MIDDLE, RIGHT = 1, 2, 4
START = "1_----------------"  # of flip tiles


def ready(seed: int = 0, **settings: int) -> Stage:
    """A calibrated board before its first move; two people play unless the settings say
    otherwise."""
    stage = Stage(SimulatedBoard(PROFILE, seed=seed))
    stage.board.boot()
    stage.wait(1000)
    stage.set_zeros()
    stage.wait(500)
    say(stage, c="set", **{"players": 1} | settings)
    stage.wait(300)
    return stage


def say(stage: Stage, line: str = "", **command: Any) -> list[dict[str, Any]]:
    """Send a command or a line; return the messages received within a tenth of a second."""
    before = len(stage.board.serial_out)
    stage.board.send_line(json.dumps(command) if command else line)
    stage.wait(100)
    return messages(stage, first=before)


def _board(of: Stage | Board) -> Board:
    return of.board if isinstance(of, Stage) else of


def _is(kind: str, line: str) -> bool:
    """Whether a line is such a message. Only those that may be are parsed: this is asked in each
    tick. The chip writes the keys in an order of its own."""
    return f'"t": "{kind}"' in line and json.loads(line)["t"] == kind


def messages(of: Stage | Board, kind: str = "", first: int = 0) -> list[dict[str, Any]]:
    """The messages from the board of this kind, by default of all kinds, from this line on."""
    lines = list(_board(of).serial_out)[first:]
    return [json.loads(line) for line in lines if not kind or _is(kind, line)]


def state(of: Stage | Board) -> dict[str, Any]:
    """The board's latest state message; empty before the first."""
    lines = reversed(_board(of).serial_out)  # asked for in each tick: the older are not parsed
    return next((json.loads(line) for line in lines if _is("state", line)), {})


def notices(of: Stage | Board) -> list[str]:
    """The board's notices."""
    return [message["say"] for message in messages(of, "notice")]


def power_cycle(stage: Stage) -> None:
    """Switch the power off and on."""
    stage.board.power_cut()
    stage.board.boot()
    stage.wait(1200)
