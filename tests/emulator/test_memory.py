"""The chip's memory during a game: interned names, and free heap."""

import random
from array import array
from statistics import median_low

import pytest
from emulator.in_game import in_game

from host_tools.build import profiles
from host_tools.lab.chip.probe import Probe
from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import GAMES, LEVELS
from lodeboard.games.contract import UNDECIDED
from lodeboard.system.loader import make_game, playable

pytestmark = [pytest.mark.chip, pytest.mark.verify]

# MicroPython keeps names in pools, each twice as large as the one before: 1260 fill those that
# there are, and the next pool takes 8 KB of the heap at once.
MOST_NAMES = 1250
LEAST_FREE = 32 * 1024
LEAST_FREE_WITH_CLOCK = 30 * 1024


@pytest.fixture(scope="module", params=GAMES)
def memory(request) -> tuple[int, int]:
    return measured(request.param)


def measured(game: str) -> tuple[int, int]:
    """Free heap while the machine thinks at the highest level of a game, and names once a computer
    watches, too."""
    probe = in_game(game)
    probe.send(c="set", players=2, level=len(LEVELS[game]) - 1)
    # It thinks though the tiles that a game begins with are not there yet.
    probe.wait(machine=3, level=LEVELS[game][-1])
    # What a tick needs for a moment is not counted: most of these fall between.
    seen = []
    for _ in range(7):
        probe.board.run_ms(100)
        seen.append(probe.memory())
    free = median_low(free for free, _ in seen)
    # Names of rare modules stay, and a computer at the cable brings some of them.
    probe.send(c="watch", on=True, lights=True)
    probe.send(c="scan", on=True)
    probe.send(c="inject", held=0)
    probe.board.run_ms(300)
    probe.send(c="resign")
    probe.wait(result="lose", limit_ms=20_000)
    probe.send(c="past", back=0)
    probe.board.run_ms(300)
    names = probe.memory()[1]
    print(f"{game}: {free} bytes free, {names} names")
    return free, names


def test_a_game_with_a_clock_has_room() -> None:
    """Two people, late in a long game of flip tiles: the clock has a word for each step."""
    profile = profiles.of_game("flip")
    probe = Probe(profile=profile)
    probe.calibrate("place")
    variant = [name for name, _ in playable(profile)].index("flip")
    probe.send(c="set", variant=variant, players=1, clock=4, coach=0)
    probe.wait(phase="match", game="flip", machine=0)
    start, moves = long_game(profile)
    probe.send(c="setup", position=start, moves=moves)
    probe.wait(ask="restore", machine=0)
    seen = []
    for _ in range(7):
        probe.board.run_ms(100)
        seen.append(probe.memory())
    free = median_low(free for free, _ in seen)
    names = max(names for _, names in seen)
    probe.send(c="resign")
    probe.wait(result="lose")
    probe.send(c="past", back=0)
    probe.board.run_ms(300)
    [game] = [
        said["game"] for said in probe.board.messages() if "game" in said and said["t"] == "past"
    ]
    assert game.endswith("\t" + " ".join(moves))
    print(f"flip with a clock, after {len(moves)} moves: {free} bytes free, {names} names")
    assert names <= MOST_NAMES
    assert free >= LEAST_FREE_WITH_CLOCK


def long_game(profile: Profile) -> tuple[str, list[str]]:
    """The longest of some random games without its last move: its start, and its moves."""
    best: list[str] = []
    for seed in range(200):
        dice = random.Random(seed)
        game = make_game(*playable(profile)[0])
        start = game.text()
        moves: list[str] = []
        steps = array("H", [0] * game.max_steps)
        made: list[int] = []
        while game.verdict() == UNDECIDED:
            made.append(dice.choice(steps[: game.steps(steps)]))
            text = game.move_text(made)
            game.push(made[-1])
            if game.between_moves():
                moves.append(text)
                made = []
        if len(moves) > len(best) + 1:
            best = moves[:-1]
    return start, best


def test_names_fit_into_the_pools_that_there_are(memory) -> None:
    assert memory[1] <= MOST_NAMES


def test_there_is_room_on_the_heap(memory) -> None:
    assert memory[0] >= LEAST_FREE
