"""What play leaves of the chip's heap over many games: bytes free, and the largest free piece."""

import pytest
from emulator.in_game import LEAST_PIECE

from host_tools.board.hands import soak
from host_tools.games.loader import GAMES
from host_tools.lab.chip.probe import Probe
from lodeboard.games.catalogue import LEVELS

pytestmark = [pytest.mark.chip, pytest.mark.verify, pytest.mark.timeout(1800)]

GAME = GAMES[0]  # the one with the largest book
NOVICE, PERFECT = 0, len(LEVELS[GAME]) - 1
RULES = (0, 1)
ROUNDS = 12
READINGS = 3  # the best of them counts: what a tick needs for a moment splits a piece
LESS_FREE = 512


def heap(probe):
    """Bytes free and in the largest free piece, following a collection."""
    found = []
    for _ in range(READINGS):
        probe.board.run_ms(100)
        found.append((probe.free_bytes(), probe.largest_piece()))
    return max(free for free, _ in found), max(piece for _, piece in found)


def test_memory_stays_in_one_piece_over_games_rule_sets_and_levels():
    """A computer's presses and scans, so that all modules for them are in memory."""
    probe = Probe()
    board = probe.board
    hand = soak.ready(board, GAME)
    hand.send(c="scan", on=True)
    board.ticks.subscribe(lambda _ms, _: hand.send(c="inject", held=0))

    def games():
        for variant in RULES:
            hand.begin((variant, NOVICE))
            hand.play()
            assert hand.state.length > 4
            hand.clear()

    def changes():
        """The heap for each rule set, at the first level and at the last, which opens a book."""
        found = {}
        for variant in RULES:
            for level in (NOVICE, PERFECT):
                hand.begin((variant, level))
                found[variant, level] = heap(probe)
        return found

    games()
    first = changes()
    seen = [changes() for _ in range(ROUNDS)]
    games()
    seen.append(changes())
    print("first", first, "then", seen)
    for found in seen:
        for (variant, level), (free, piece) in found.items():
            assert first[variant, level][0] - free <= LESS_FREE, seen
            assert piece >= LEAST_PIECE, seen
