"""A hand that does exactly what sentence and lights say, one alternative after another, gets back
to the game from tiles that lay stacked, leaning or shifted when the power came on."""

import itertools
import random

import another_game
import pytest
from hands.literal import DISTURBANCES, FAST, PAUSE_MS, SLOW, WAYS, Literal, Way

from lodeboard.games.catalogue import VARIANTS

MOST_ACTS = 14
TEMPOS = list(itertools.product((SLOW, FAST), (0, PAUSE_MS)))
GAMES = ["-".join(filter(None, variant)) for variant in VARIANTS]


def interrupted(variant, disturb, way, seed, tempo):
    """Cut the power in a game, disturb a tile, and obey."""
    hand = Literal(*variant, seed, WAYS[way], *tempo)
    hand.begin()
    cell = random.Random(f"{variant} {seed} {disturb.__name__}").choice(
        hand.occupied() or range(hand.board.profile.cells)
    )
    hand.board.power_cut()
    disturb(hand.board.world, cell)
    hand.switch_on()
    assert hand.gets_back(MOST_ACTS), (hand.acts, hand.stage.picture())
    assert hand.kept(), (hand.acts, hand.state.position, hand.game.text())


@pytest.mark.parametrize("variant", [("flip", "magic"), another_game.VARIANT], ids="-".join)
@pytest.mark.parametrize("disturb", DISTURBANCES)
def test_a_hand_that_does_what_is_said_gets_back_to_the_game(variant, disturb):
    interrupted(variant, disturb, "flat", 1, (FAST, 0))


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=GAMES)
@pytest.mark.parametrize("disturb", DISTURBANCES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("tempo", TEMPOS)
def test_a_hand_gets_back_by_each_alternative_at_each_tempo(variant, disturb, way, tempo):
    interrupted(variant, disturb, way, 1 + TEMPOS.index(tempo), tempo)


def powered_with(variant, disturb, gains, seed):
    """Switch a new board on with three tiles on it, and obey until a game begins; then lay
    tiles askew and ask for a position."""
    hand = Literal(*variant, seed, Way(gains=gains))
    for cell in (0, 5, 10):
        disturb(hand.board.world, cell)
    hand.switch_on()
    for _ in range(3 * hand.board.profile.cells):
        if hand.state.phase == "match":
            break
        hand.obey()
    assert hand.state.phase == "match", (hand.acts, hand.stage.picture())
    hand.set_up()
    hand.lay()
    disturb(hand.board.world, hand.occupied()[0] if hand.occupied() else 0)
    most = len(hand.acts) + 2 * hand.board.profile.cells
    assert hand.gets_back(most), (hand.acts, hand.stage.picture())
    assert hand.kept(), (hand.acts, hand.state.position, hand.game.text())


@pytest.mark.parametrize("gains", ["skip", "one"])
def test_a_new_board_begins_with_tiles_lying_askew(gains):
    powered_with(("flip", "magic"), DISTURBANCES[1], gains, 1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=GAMES)
@pytest.mark.parametrize("disturb", DISTURBANCES)
@pytest.mark.parametrize("gains", ["skip", "each", "one"])
def test_each_new_board_begins_by_each_alternative(variant, disturb, gains):
    powered_with(variant, disturb, gains, 2)
