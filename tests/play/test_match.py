"""A match and its stored data: resigned, decided, taken back, with changed settings."""

from types import SimpleNamespace

import another_game
import pytest
from at_board import LEFT, MIDDLE, RIGHT, START, power_cycle, ready, say, state
from one_board import PROFILE

from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.play.match import Match
from lodeboard.play.sentences import MISSING
from lodeboard.scenes.menu import PAGE_ITEMS
from lodeboard.storage.settings import Settings

ON_PAGE = [field for _, _, field in PAGE_ITEMS]  # and not in the board's own menu
BEFORE_LAST, LAST = another_game.random_game()[-2:]
MOVES = ["b2U", "b2Ea1D", "a1Sd4U"]
LAST_MOVES = [  # the last move of a game, and how it ends for the player who would be next
    ("flip", "magic", "2_-D---u--dUDdUuU-", "c3Nd2U", "win"),
    ("flip", "magic", "2_dDu-DDdDduUuUUDd", "d2Nd2U", "tie"),
    ("flip", "magic", "2_uUUd-dUUdUd-dUD-", "d2Sa2D", "lose"),
    ("flip", "eclipse", "1_-D---uUudU-dUuU-", "d3Wc1U", "lose"),
    ("flip", "eclipse", "2_uuDuuUDDd-DdUdDU", "b2Sb2U", "win"),
    ("flip", "eclipse", "2_dDUudd-UDUuUDUuu", "d2Wd2D", "tie"),
    ("xtic", "normal", "-6f-03-a95-48cd7/b", "a1", "lose"),
    ("xtic", "normal", "52f0a6bc-98d714e/3", "a3", "tie"),
    (*another_game.VARIANT, *BEFORE_LAST, LAST[1]),
]


def begun(**settings):
    """A board in the middle of a game of flip tiles."""
    stage = ready(**settings)
    say(stage, c="setup", position=START, moves=MOVES)
    assert state(stage)["moves"] == MOVES
    return stage


def offered(stage):
    """The moves of the game that a start offers to go on with; None where it offers none."""
    power_cycle(stage)
    if state(stage)["phase"] == "match":
        return None
    assert state(stage)["phase"] == "resume"
    stage.press(MIDDLE)
    stage.wait(300)
    return state(stage)["moves"]


def test_a_tile_kept_off_the_board_is_asked_for_until_it_is_set_down():
    stage = ready()
    say(stage, c="setup", position=START, moves=["b2U"])
    stage.board.world.arrange([None] * 5 + [(0, True)] + [None] * 10)
    assert stage.wait_for(lambda: state(stage)["ask"] == "lift", 3000)
    stage.hand.lift("b2")
    stage.away()
    missing = lambda: state(stage)["say"] == MISSING  # noqa: E731
    assert not missing()
    assert stage.wait_for(missing, PROFILE.session["nag_ms"] + 1000)
    assert state(stage)["ask"] == "put"
    stage.take("U")
    stage.set_down("b2")
    assert stage.wait_for(lambda: state(stage)["ask"] == "lift", 3000)
    assert not missing()


@pytest.mark.parametrize("by_menu", [True, False])
def test_a_resigned_game_is_not_offered_again(by_menu):
    stage = begun()
    if by_menu:
        stage.press(MIDDLE)
        stage.press(LEFT, 7)
        stage.press(RIGHT, 2)
        stage.press(MIDDLE)
    else:
        say(stage, c="resign")
    assert state(stage)["result"] == "lose"
    assert offered(stage) is None


@pytest.mark.parametrize(("game", "rules", "position", "move", "result"), LAST_MOVES)
def test_a_decided_game_is_not_offered_again(game, rules, position, move, result):
    stage = ready(variant=VARIANTS.index((game, rules)))
    stage.wait(700)  # another game takes a moment to bring up
    say(stage, c="setup", position=position, moves=[move])
    assert (state(stage)["result"], state(stage)["moves"]) == (result, [move])
    assert offered(stage) is None


@pytest.mark.parametrize("by_button", [True, False])
def test_a_move_taken_back_is_gone_after_a_power_cut(by_button):
    stage = begun()
    for left in (2, 1):
        if by_button:
            stage.press(LEFT)
        else:
            say(stage, c="back")
        assert state(stage)["moves"] == MOVES[:left]
        assert offered(stage) == MOVES[:left]
    say(stage, c="back")
    assert offered(stage) is None


@pytest.mark.parametrize("by_button", [True, False])
def test_a_resignation_taken_back_leaves_a_game_that_is_offered_again(by_button):
    stage = begun()
    say(stage, c="resign")
    if by_button:
        stage.press(LEFT)
    else:
        say(stage, c="back")
    assert (state(stage)["result"], state(stage)["moves"]) == (None, MOVES)
    assert offered(stage) == MOVES


@pytest.mark.parametrize("variant", [0, 1, VARIANTS.index(another_game.VARIANT)])
def test_a_game_dropped_for_a_new_one_is_not_offered_again(variant):
    stage = begun()
    say(stage, c="set", variant=variant)
    say(stage, c="new")
    stage.wait(700)
    game, rules = VARIANTS[variant]
    assert (state(stage)["game"], state(stage)["rules"], state(stage)["moves"]) == (game, rules, [])
    assert offered(stage) is None


AWAY = (*ON_PAGE, "fair", "clock")  # settings without an item of their own in the menu


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "by_menu"),
    [(field, field not in AWAY and at % 2 == 0) for at, field in enumerate(Settings.FIELDS)],
)
def test_no_setting_changed_in_mid_game_begins_another(field, by_menu):
    stage = begun()
    before = state(stage)
    value = before["settings"][field] - 1 if before["settings"][field] else 1
    if by_menu:
        stage.press(MIDDLE)
        stage.press(LEFT, Settings.FIELDS.index(field))
        stage.press(RIGHT)
        stage.press(MIDDLE)
    else:
        say(stage, c="set", **{field: value})
    stage.wait(300)
    after = state(stage)
    assert after["settings"][field] != before["settings"][field]
    kept = ("phase", "game", "rules", "position", "turn", "machine", "start", "moves", "result")
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert offered(stage) == MOVES
    after = state(stage)  # of the game that goes on, not of the one that is set
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


def test_the_coach_speaks_as_soon_as_it_is_switched_on_and_until_it_is_switched_off():
    stage = ready()
    lying = ["UDud".find(letter) for letter in "UD-dUduUdUudD-U-"]
    stage.board.world.arrange([(at // 2, at % 2 == 0) if at >= 0 else None for at in lying])
    say(stage, c="setup", position="1_UD-dUduUdd-dD-U-", moves=["b3Eb3U"])
    stage.wait(1500)
    plain = stage.settled_lights()
    coached = {"b1": "coach-lose", "b3": "coach-draw", "a4": "coach-lose", "c4": "coach-win"}
    for by_menu in (False, True):
        for value in (1, 0):
            if by_menu:
                stage.press(MIDDLE)
                stage.press(LEFT, Settings.FIELDS.index("coach"))
                stage.press(RIGHT)
                stage.press(MIDDLE)
            else:
                say(stage, c="set", coach=value)
            stage.wait(2500)
            lights = dict(zip(stage.cells, stage.settled_lights(), strict=True))
            if value:
                assert {cell: lights[cell] for cell in coached} == coached
            else:
                assert list(lights.values()) == plain


def test_the_lights_of_a_long_decision_go_out_one_by_one():
    stage = ready(players=0, starts=0)
    strongest = len(LEVELS["xtic"]) - 1
    say(stage, c="set", variant=VARIANTS.index(("xtic", "nodiags")), level=strongest)
    stage.wait(1500)
    say(stage, c="setup", position="5--0f-4a-----9--/d", moves=[])
    lit = []
    while state(stage)["step"] is None:
        stage.wait(20)
        lit.append(len(stage.cells_with("thinking")))
    rest = lit[lit.index(max(lit)) :]
    assert rest == sorted(rest, reverse=True)
    assert len(set(rest)) > 4  # of the nine, some go out before the light can be read


@pytest.mark.parametrize("restoring", [False, True])
@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("over", [False, True])
def test_choices_are_shown_while_nothing_else_is(restoring, wrong, over):
    match = SimpleNamespace(
        _restoring=restoring, _timers=SimpleNamespace(wrong_shown=wrong), over=over
    )
    assert Match._calm(match) is (not restoring and not wrong and not over)
