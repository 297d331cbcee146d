"""Choices in a match: xtic at the simulated board, where a scenario cannot reach."""

import random

import pytest
from at_board import LEFT, MIDDLE, RIGHT, messages, say, state
from one_board import PROFILE

from host_tools.board.hands.follow import LostError, choose, follow
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.scenes.menu import FAIR
from lodeboard.system.loader import make_game, playable

VARIANTS = playable(PROFILE)
NORMAL = VARIANTS.index(("xtic", "normal"))
ALL = list(range(16))


def _ready(seed=0, **settings):
    """A board in a new game of xtic; two people play unless the settings say otherwise."""
    stage = Stage(SimulatedBoard(PROFILE, seed=seed))
    stage.board.world.unpack(True)
    stage.board.boot()
    stage.wait(1200)
    stage.set_zeros()
    stage.wait(1200)
    _set(stage, **{"players": 1, "variant": NORMAL} | settings)
    return stage


def _set(stage, **settings):
    """Change settings; another game takes the board a moment to bring up."""
    say(stage, c="set", **settings)
    stage.wait(300)
    assert stage.wait_for(lambda: state(stage)["phase"] == "match", 5000)
    stage.wait(300)


def _place(stage, cell, letter="U"):
    stage.take(letter)
    stage.set_down(cell)
    stage.wait(700)


def test_the_state_tells_what_can_be_chosen_and_what_was():
    stage = _ready()
    now = state(stage)
    assert (now["game"], now["rules"], now["ask"]) == ("xtic", "normal", "give")
    assert (now["hand"], now["gift"]) == (None, {"left": ALL, "at": None})
    assert now["legend"]
    stage.press(RIGHT, 16)
    assert state(stage)["gift"]["at"] == 15
    assert "brown vertical hollow square piece?" in state(stage)["say"]
    stage.press(RIGHT)
    assert state(stage)["gift"]["at"] is None
    choose(stage, 6)
    now = state(stage)
    assert (now["ask"], now["hand"], now["gift"], now["turn"]) == ("place", 6, None, 1)
    assert "second player: place the black vertical hollow round piece" in now["say"]
    assert not now["legend"]
    for seen in (True, False):
        stage.press(RIGHT)  # which one it was, and on
        assert state(stage)["legend"] is seen
    assert (now["position"], now["moves"]) == ("----------------/6", ["=6"])
    _place(stage, "d4")
    now = state(stage)
    assert (now["ask"], now["hand"], now["turn"]) == ("give", None, 1)
    assert now["gift"] == {"left": [piece for piece in ALL if piece != 6], "at": None}


def test_flip_tiles_tells_nothing_of_choices():
    stage = _ready(variant=0)
    assert not {"hand", "gift", "legend"} & set(state(stage))
    assert "not a menu choice" in say(stage, c="choose", move="b2U")[0]["say"]


def test_a_computer_may_choose_for_the_person():
    stage = _ready()
    say(stage, c="choose", move="=a")
    assert state(stage)["moves"] == ["=a"]


@pytest.mark.parametrize(
    ("moves", "command", "why"),
    [
        ([], {"move": "b2"}, "cannot be chosen"),
        ([], {"move": "=g"}, "cannot be chosen"),
        ([], {}, "cannot be chosen"),
        ([], {"move": ["=1"]}, "cannot be chosen"),
        (["=1"], {"move": "=2"}, "cannot be chosen"),
        (["=1"], {"move": "b2"}, "not a menu choice"),
        (["=1", "b2"], {"move": "=1"}, "cannot be chosen"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(moves, command, why):
    stage = _ready()
    say(stage, c="setup", position="----------------/-", moves=moves)
    stage.wait(1500)
    follow_if_asked(stage)
    before = state(stage)
    answer = say(stage, c="choose", **command)
    assert [message["t"] for message in answer] == ["error"]
    assert why in answer[0]["say"]
    assert state(stage) == before


def follow_if_asked(stage):
    if state(stage)["ask"] == "restore":
        follow(stage)


def test_nothing_is_chosen_while_the_board_lies_otherwise():
    stage = _ready()
    _place(stage, "a1")
    assert state(stage)["reason"] == "too-early"
    assert "Take that piece away again" in state(stage)["say"]
    assert "as the game stands" in say(stage, c="choose", move="=1")[0]["say"]
    assert state(stage)["moves"] == []


@pytest.mark.parametrize("shown", ["mistake", "way back", "end"])
def test_the_menu_of_choices_is_off_while_something_else_is_shown(shown):
    stage = _ready()
    if shown == "mistake":
        _place(stage, "a1")
        stage.wait(500)
    elif shown == "way back":
        say(stage, c="setup", position="0---------------/-")
        stage.wait(500)
    else:
        say(stage, c="resign")
    before = state(stage)
    stage.press(RIGHT)
    now = state(stage)
    assert now["ask"] == {"mistake": "fix", "way back": "restore", "end": "over"}[shown]
    assert (now["gift"], now["legend"]) == (before["gift"], False)
    assert (now["gift"] or {}).get("at") is None


def test_nobody_chooses_for_the_machine_or_after_the_end(monkeypatch):
    monkeypatch.setattr(XticPlayer, "run", lambda *_: False)
    stage = _ready(players=2)
    assert state(stage)["ask"] == "wait"
    assert "There is nothing to choose" in say(stage, c="choose", move="=9")[0]["say"]
    stage = _ready()
    say(stage, c="resign")
    assert state(stage)["gift"] is None
    assert "There is nothing to choose" in say(stage, c="choose", move="=1")[0]["say"]


def test_what_is_laid_before_the_machine_has_given_is_not_taken_for_the_placement(monkeypatch):
    stage = _ready(players=0, starts=1)
    stage.wait(3500)
    position = "0d-------2--7---/-"
    stage.board.world.arrange([None if mark == "-" else (0, True) for mark in position[:16]])
    stage.take("U")
    stage.hand.hover("b4", 20.0, 0.0)
    monkeypatch.setattr(XticPlayer, "run", lambda *_: False)
    say(stage, c="setup", position=position)
    assert state(stage)["ask"] == "wait"
    stage.hand.lower()
    stage.hand.release()
    stage.wait(1000)
    monkeypatch.undo()
    stage.wait(2000)
    now = state(stage)
    assert (now["moves"], now["ask"]) == ([], "fix")
    follow(stage)
    now = state(stage)
    assert (len(now["moves"]), now["ask"]) == (1, "place")


def test_the_end_is_said_and_shown_with_what_the_pieces_share():
    stage = _ready()
    moves = ["=8", "a2", "=0", "a1", "=b", "b2", "=4", "d1", "=c", "c2", "=f", "d2"]
    say(stage, c="setup", position="----------------/-", moves=moves[:-1])
    stage.wait(1500)
    follow(stage)
    _place(stage, "d2")
    now = state(stage)
    assert (now["ask"], now["result"]) == ("over", "lose")
    assert "The second player wins: four brown pieces in row 2." in now["say"]
    line = {"a2", "b2", "c2", "d2"}
    brown = {"a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"}
    for meaning, cells in (("winner", line), ("given", brown)) * 2:
        assert stage.wait_for(lambda m=meaning: stage.cells_with(m) != [], 7000)
        assert stage.wait_for(lambda m=meaning, c=cells: set(stage.cells_with(m)) == c, 1500)
        assert state(stage)["legend"] is (meaning == "given")


def test_with_the_coach_danger_for_the_piece_in_hand_is_seen_and_gifts_that_lose():
    stage = _ready(coach=1)
    # Three brown pieces in row 1; nine pieces lie, so that the values are exact soon.
    position = "89a-1-23-4--5--6/f"
    lying = [None if mark == "-" else (0, True) for mark in position[:16]]
    stage.board.world.arrange(lying)
    say(stage, c="setup", position=position)
    stage.wait(5000)
    assert "coach-lose" in stage.lights()[3]
    assert state(stage)["say"].endswith("piece on any lit cell; it loses on d1.")
    say(stage, c="back")
    assert state(stage)["hand"] == 15


def test_a_cursor_is_dropped_with_a_new_position():
    stage = _ready()
    stage.press(RIGHT, 2)
    say(stage, c="set", coach=1)
    assert state(stage)["gift"]["at"] is None


def test_taking_back_against_the_board_goes_to_the_person_s_gift_or_placement():
    stage = _ready(players=0, level=0)
    choose(stage, 5)
    follow(stage)
    now = state(stage)
    assert len(now["moves"]) == 3
    _place(stage, _free(stage))
    assert len(state(stage)["moves"]) == 4
    for moves in (3, 0):
        stage.press(LEFT)
        stage.wait(800)
        assert len(state(stage)["moves"]) == moves
        follow_if_asked(stage)
    stage.press(LEFT)
    stage.wait(300)
    assert state(stage)["gift"] == {"left": ALL, "at": None}


def _free(stage):
    cells = [at for at in range(16) if not stage.board.world.on_cell(at)]
    return stage.cells[cells[0]]


def test_taking_back_where_the_board_plays_alone_goes_to_what_hands_do():
    stage = _ready(players=2, level=0)
    stage.wait(1500)
    given = state(stage)["moves"]
    assert len(given) == 1
    stage.press(LEFT)
    stage.wait(1500)
    assert state(stage)["moves"] == given


def test_hands_and_buttons_that_do_anything_leave_the_game_and_the_board_agreed():
    stage = _ready(seed=9)
    chance = random.Random(5)
    for _ in range(40):
        act = chance.randrange(5)
        if act < 2:
            stage.press(chance.choice((LEFT, RIGHT, RIGHT)), chance.randrange(1, 4))
        elif act == 2 and (state(stage)["gift"] or {}).get("at") is not None:
            stage.press(MIDDLE)
        elif act == 3:
            _place(stage, chance.choice(stage.cells), chance.choice("UUD"))
        else:
            lying = [t for t in stage.board.world.tiles if t.rest != "table"]
            if lying:
                stage.hand.remove(chance.choice(lying))
        assert state(stage)["phase"] == "match"
        if state(stage)["result"]:
            break
    stage.wait(1500)
    follow_if_asked(stage)
    if state(stage)["ask"] == "fix":
        follow(stage)
    assert state(stage)["ask"] in ("give", "place", "over")


def test_the_levels_are_those_of_the_game_and_a_level_too_high_is_lowered():
    stage = _ready(level=len(LEVELS["xtic"]) - 1)
    stage.board.serial_out.clear()
    _set(stage, variant=0)
    menu = messages(stage, "menu")[-1]
    levels = {item["field"]: item["values"] for item in menu["items"]}["level"]
    assert tuple(levels) == LEVELS["flip"] + FAIR
    assert state(stage)["settings"]["level"] == len(LEVELS["flip"]) - 1
    assert state(stage)["level"] == LEVELS["flip"][-1]
    _set(stage, variant=NORMAL, level=len(LEVELS["xtic"]) - 1)
    assert state(stage)["level"] == LEVELS["xtic"][-1]
    answer = say(stage, c="set", variant=0, level=len(LEVELS["xtic"]) - 1)
    assert [message["t"] for message in answer] == ["error"]
    assert state(stage)["level"] == LEVELS["xtic"][-1]
    stage.board.power_cut()
    stage.board.boot()
    stage.wait(1500)
    assert state(stage)["level"] == LEVELS["xtic"][-1]


def test_the_menu_by_buttons_has_the_levels_of_the_game():
    stage = _ready(variant=0, level=0)
    stage.wait(300)
    stage.press(MIDDLE)
    stage.press(RIGHT, NORMAL)
    stage.press(LEFT, 3)
    assert state(stage)["menu"]["values"] == [*LEVELS["xtic"], *FAIR]
    stage.press(RIGHT, len(LEVELS["xtic"]) - 1)
    stage.press(LEFT, 5)
    stage.press(RIGHT, len(VARIANTS) - NORMAL)
    stage.press(LEFT, 3)
    menu = state(stage)["menu"]
    # Games on the way that have fewer levels do not lower it.
    assert (menu["values"], menu["value"]) == ([*LEVELS["flip"], *FAIR], len(LEVELS["flip"]) - 1)


@pytest.mark.parametrize("variant", [0, NORMAL])
def test_a_new_game_drops_what_the_machine_was_about_to_do(variant):
    stage = _ready(variant=variant, players=2)
    stage.board.world.unpack(variant == NORMAL)
    assert stage.wait_for(lambda: state(stage)["ask"] == "place", 20_000)
    with pytest.raises(LostError):
        follow(stage, 3)
    assert stage.wait_for(lambda: state(stage)["ask"] in ("place", "lift"), 20_000)
    assert len(state(stage)["moves"]) >= 2
    say(stage, c="new")
    stage.board.world.arrange([None] * 16)
    stage.wait(2000)
    assert stage.wait_for(lambda: state(stage)["ask"] == "place", 20_000)
    assert len(state(stage)["moves"]) == (1 if variant else 0)
    assert not [m for m in stage.board.serial_out if "fault" in m.lower()]


def test_a_piece_pushed_to_the_next_cell_is_no_placement():
    stage = _ready(104)
    stage.hand.pace.mm_per_s = 900
    say(stage, c="choose", move="=5")
    stage.wait(200)
    stage.take("U")
    stage.set_down("a1")
    stage.wait(600)
    say(stage, c="choose", move="=a")
    stage.wait(200)
    assert state(stage)["moves"] == ["=5", "a1", "=a"]
    stage.hand.slide("a1", "b1")
    stage.wait(1500)
    assert state(stage)["moves"] == ["=5", "a1", "=a"]
    assert state(stage)["wrong"] == ["a1", "b1"]


@pytest.mark.parametrize(
    ("variant", "thing"), [(NORMAL, "piece"), (VARIANTS.index(("flip", "magic")), "tile")]
)
def test_slips_are_told_in_the_words_of_the_game(variant, thing):
    stage = _ready(variant=variant)
    if thing == "piece":
        choose(stage, 6)
    stage.drop_magnet("b2")
    stage.wait(3000)
    assert f"Take that {thing} away: it is not the one that belongs there" in state(stage)["say"]


def test_the_coach_has_its_word_on_each_piece_to_give():
    """On the menu of pieces, and not on the selected one, whose light says that it is."""
    stage = _ready(coach=1)
    position = "e3-67--9b04d18f5/-"  # one of the three pieces left wins, if given
    say(stage, c="setup", position=position)
    follow(stage)
    stage.wait(3500)
    now = state(stage)
    left = now["gift"]["left"]
    game = make_game("xtic", "normal")
    game.load(now["position"])
    values = {}
    for piece in left:
        values[piece] = _after(game, game.parse_move(f"={piece:x}")[0])
    assert values == {2: WIN, 10: LOSE, 12: LOSE}
    lights = stage.settled_lights()
    assert [lights[piece] for piece in left] == ["gift-win", "gift-lose", "gift-lose"]
    stage.press(RIGHT)
    at = state(stage)["gift"]["at"]
    assert stage.wait_for(lambda: stage.lights()[at] == "gift-here", 3000)


def _after(game, step):
    """The value of a step for who takes it."""
    player = game.turn
    game.push(step)
    value = _value(game)
    same = game.turn == player
    game.pop()
    return value if same else {WIN: LOSE, LOSE: WIN, TIE: TIE}[value]


def _value(game):
    """The value for the player to act, by trying all."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        return verdict
    buffer = [0] * game.max_steps
    values = {_after(game, step) for step in buffer[: game.steps(buffer)]}
    return WIN if WIN in values else TIE if TIE in values else LOSE
