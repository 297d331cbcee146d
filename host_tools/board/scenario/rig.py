"""Scenarios on other boards, each compared with a run in the simulator."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from host_tools.board.contract import Board
from host_tools.board.make import make_emulated
from host_tools.board.scenario.outcome import FAILED, SKIPPED, Outcome, Performance, Tape, compare
from host_tools.board.scenario.script import Script
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.boards.profile import Profile

MakeBoard = Callable[[int], AbstractContextManager[Board]]


@contextmanager
def emulated(profile: Profile, seed: int) -> Iterator[Board]:
    """Return an emulated chip with this tree's firmware. BoardError."""
    yield make_emulated(profile, seed)


def perform(
    one: Script,
    seed: int,
    profile: Profile,
    make: MakeBoard,
    why_not: str,
    verbose: bool,
    tape: Tape = nullcontext,
) -> Outcome:
    """Run one scenario on a board from `make`, and compare it with the simulator. `tape` records
    that board."""
    if why_not:
        return Outcome(one.name, one.title, SKIPPED, why_not)
    simulated = Performance(one, SimulatedBoard(profile, seed))
    expected = simulated.run()
    with make(seed) as board:
        real = Performance(one, board, verbose, tape)
        outcome = real.run()
    if expected.status == FAILED:
        outcome.why = f"In the simulator too: {expected.why}" if outcome.why else outcome.why
    else:
        compare(outcome, one, real, simulated)
    return outcome
