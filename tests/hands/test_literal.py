"""A hand that does exactly what sentence and lights say, one alternative after another, gets back
to the game from tiles that lay stacked, leaning or shifted when the power came on."""

import itertools
import random

import another_game
import pytest
from hands.literal import DISTURBANCES, FAST, MIDDLE, PAUSE_MS, SLOW, WAYS, Literal, Way

from host_tools.board.hands.returning import choose_action
from lodeboard.games.catalogue import VARIANTS
from lodeboard.play.scene import SET_GAINS, SET_ZEROS
from lodeboard.system.loader import make_game

MOST_ACTS = 14
TEMPOS = list(itertools.product((SLOW, FAST), (0, PAUSE_MS)))
GAINS = ("skip", "each", "one")


def every_pair(*others):
    """Cases of a variant and a value of each other sequence, in which each two values meet: as
    many as the variants times the values of the first sequence, not the product of all. Those
    with a value that no case before has are slow tests, the others are for `make verify`."""
    cases, met = [], set()
    for index, value in enumerate(others[0]):
        for number, variant in enumerate(VARIANTS):
            case = (variant, value, *(other[(number + index) % len(other)] for other in others[1:]))
            names = {*enumerate(map(name_of, case))}
            marks = pytest.mark.verify if names <= met else pytest.mark.slow
            met |= names
            cases.append(pytest.param(*case, id="-".join(map(name_of, case)), marks=marks))
    return cases


def name_of(value):
    return getattr(value, "__name__", "") or (
        value if isinstance(value, str) else "-".join(map(str, filter(None, value)))
    )


def interrupted(variant, disturb, way, seed, tempo):
    """Cut the power in a game, disturb a tile, and obey."""
    hand = Literal(*variant, seed, WAYS[way], *tempo)
    switched_on_again(hand, disturb)
    assert hand.gets_back(MOST_ACTS), (hand.acts, hand.stage.picture())
    assert hand.consistent(), (hand.acts, hand.state.position, hand.game.text())


def switched_on_again(hand, disturb):
    hand.begin()
    choose = random.Random(f"{hand.start} {hand.moves} {disturb.__name__}")
    cell = choose.choice(hand.occupied() or range(hand.board.profile.cells))
    hand.board.power_cut()
    disturb(hand.board.world, cell)
    hand.switch_on()


@pytest.mark.parametrize("variant", [("flip", "magic"), another_game.VARIANT], ids="-".join)
@pytest.mark.parametrize("disturb", DISTURBANCES)
def test_a_hand_that_does_what_is_said_gets_back_to_the_game(variant, disturb):
    interrupted(variant, disturb, "flat", 1, (FAST, 0))


@pytest.mark.parametrize(
    ("variant", "way", "disturb", "tempo"), every_pair(list(WAYS), DISTURBANCES, TEMPOS)
)
def test_a_hand_gets_back_by_each_alternative_at_each_tempo(variant, disturb, way, tempo):
    interrupted(variant, disturb, way, 1 + TEMPOS.index(tempo), tempo)


def test_a_hand_that_starts_a_new_game_instead_gets_to_it():
    hand = Literal("flip", "magic", 1, Way(new=True))
    switched_on_again(hand, DISTURBANCES[1])
    assert hand.gets_back(MOST_ACTS + len(hand.board.world.tiles)), hand.acts
    new = make_game("flip", "magic").text()
    assert (hand.state.position, hand.state.moves) == (new, [])


@pytest.mark.parametrize(("action", "gains"), [(SET_ZEROS, "skip"), (SET_GAINS, "one")])
def test_a_hand_that_sets_zeros_or_gains_by_the_menu_gets_back(action, gains):
    hand = Literal("flip", "magic", 1, Way(gains=gains))
    hand.begin()
    hand.stage.press(MIDDLE)
    choose_action(hand.stage, action)
    assert hand.state.phase == "calibrate"
    assert hand.gets_back(3 * hand.board.profile.cells), (hand.acts, hand.stage.picture())
    assert hand.consistent(), (hand.acts, hand.state.position, hand.game.text())


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
    assert hand.consistent(), (hand.acts, hand.state.position, hand.game.text())


@pytest.mark.parametrize("gains", ["skip", "one"])
def test_a_new_board_begins_with_tiles_lying_askew(gains):
    powered_with(("flip", "magic"), DISTURBANCES[1], gains, 1)


@pytest.mark.parametrize(("variant", "gains", "disturb"), every_pair(GAINS, DISTURBANCES))
def test_each_new_board_begins_by_each_alternative(variant, disturb, gains):
    powered_with(variant, disturb, gains, 2)
