"""What two boards that play each other are told, without boards."""

import pytest

from host_tools.board.messages import MenuItem, State
from host_tools.play.web.pair import Pair
from host_tools.play.web.pair_side import rest_of


def set_up(player, *moves):
    """What sets a board up for a game of both."""
    return [
        {"c": "set", "players": 0, "coach": 0, "fair": 0, "starts": player, "friend": 1},
        {"c": "setup", "position": "1_x", "moves": list(moves)},
    ]


class Lines:
    """Both boards without boards: what they are told, and states made up for them."""

    def __init__(self, **of_both):
        self.told = []
        self.lines = ([], [])
        self.pair = Pair([self.lines[0].append, self.lines[1].append], self.told.append)
        self.states = [
            {
                "phase": "match", "game": "flip", "rules": "magic", "ask": "wait", "say": "Well.",
                "settings": {}, "moves": [], "start": "1_x", "position": "1_x", "friend": True,
                "turn": 1 - player, **of_both,
            }
            for player in (0, 1)
        ]  # fmt: skip

    def hear(self, player, **changes):
        """The lines that both are sent at this state."""
        for lines in self.lines:
            lines.clear()
        self.states[player].update(changes)
        self.pair.hear(player, State(**self.states[player]))
        return [list(lines) for lines in self.lines]


def test_the_second_board_changes_to_the_first_ones_game_if_it_has_that():
    lines = Lines(rules="")
    lines.hear(0, game="magician")
    assert lines.hear(1, moves=["a"]) == [[], []]
    assert lines.told == ["The second board cannot play magician: choose another game."]
    lines.hear(1)
    assert len(lines.told) == 1
    lines.pair.hear_menu(1, [MenuItem("game", "variant", ["flip", "magician"])])
    wanted = [{"c": "set", "variant": 1}, {"c": "new"}]
    assert lines.hear(1) == [[], wanted]
    assert lines.hear(1) == [[], wanted[1:]]  # still the old game: the setting is sent once
    lines.hear(1, moves=[], game="other", rules="eclipse")
    assert lines.lines[1] == wanted[:1]


def test_a_board_that_plays_on_its_own_is_set_to_play_a_friend():
    lines = Lines()
    lines.hear(0)
    assert lines.hear(1, friend=False) == [[], set_up(1)]
    assert lines.hear(1, phase="menu", friend=False) == [[], []]
    for player in (0, 1):
        lines.states[player]["settings"] = {"friend": 1 - player}
        lines.hear(player)
    lines.pair.end()
    assert [each[-1:] for each in lines.lines] == [[{"c": "set", "friend": 0}], []]
    assert lines.hear(1, phase="match", friend=False) == [[], []]


def test_each_is_brought_just_the_moves_that_it_lacks():
    lines = Lines()
    lines.hear(0)
    lines.hear(1, ask="place")
    assert lines.hear(0, moves=["b2U"]) == [[], []]  # the second board does not wait yet
    assert lines.hear(1, ask="wait") == [[], [{"c": "play", "move": "b2U"}]]
    assert lines.hear(1) == [[], []]
    lines.hear(1, moves=["b2U"])
    lines.hear(0, ask="place")
    assert lines.hear(1, moves=["b2U", "b2Ea1D"]) == [[], []]
    half = {"ask": "wait", "moves": ["b2U", "b2E"], "position": "1_y;b2E"}
    assert lines.hear(0, **half) == [[{"c": "play", "move": "a1D"}], []]
    other = {"moves": ["b2U", "b2S"], "position": "1_y;b2S"}
    assert lines.hear(0, **other) == [set_up(0, "b2U"), []]
    assert lines.told == []


def test_a_spell_goes_on_from_the_part_of_it_that_has_been_made():
    for move, half, rest in (
        ("c2c4", "", "c2c4"), ("b6b7r", "b6b7", "r"), ("c2c4", "c2c3", ""), ("@d4e4", "", "@d4e4"),
        ("@d4e4", "c3@d4", "e4"), ("@d4xe4", "c3@d4", "xe4"), ("@d4e4", "c3@d4e4", "c3"),
        ("@d4e4", "c3@d5", ""), ("@d4xe4", "c3@d4e4", ""),
    ):  # fmt: skip
        assert rest_of(move, half) == rest, (move, half)


def test_the_end_of_a_game_is_told_once():
    lines = Lines(moves=["b2U"])
    lines.hear(0)
    for player in (1, 0, 1):
        lines.hear(player, result="win", say="The first player has won.")
    assert lines.told == ["The first player has won."]
    for player in (0, 1):
        lines.hear(player, result=None)
    lines.hear(1, result="win", say="The second player has won.")
    assert lines.told[1:] == ["The second player has won."]


NEW = {"moves": [], "result": None, "friend": False}
END = {"moves": ["b2U", "b2Ea1D"], "result": "lose"}


def ended():
    """Both have ended a game."""
    lines = Lines(**END)
    lines.hear(0)
    assert lines.hear(1) == [[], []]
    return lines


@pytest.mark.parametrize("first", [0, 1])
def test_after_an_end_the_board_cleared_first_waits_for_the_other(first):
    lines, second = ended(), 1 - first
    told = lines.hear(first, **NEW)
    assert (told[first], told[second]) == (set_up(first), [])
    lines.hear(first, friend=True)
    assert lines.hear(second) == [[], []], "its end is no move of the new game"
    assert lines.hear(0, ask="wait") == lines.hear(1, ask="wait") == [[], []]
    told = lines.hear(second, **NEW)
    assert (told[first], told[second]) == ([], set_up(second))
    assert lines.hear(second, friend=True) == [[], []]


def test_the_first_move_of_a_new_game_may_be_that_of_the_last_one():
    lines = ended()
    lines.hear(0, **NEW)
    lines.hear(0, friend=True)
    assert lines.hear(0, moves=["b2U"], ask="wait") == [[], []]
    assert lines.hear(1, **NEW) == [[], set_up(1, "b2U")]
    assert lines.hear(1, moves=["b2U"], friend=True) == [[], []]


def test_a_resignation_and_a_new_game_reach_the_other_board():
    lines = Lines(moves=["b2U", "b2Ea1D"])
    lines.hear(0)
    lines.hear(1)
    assert lines.hear(0, result="lose") == [[], set_up(1)]
    assert lines.hear(1) == [[], []], "told once"
    assert lines.hear(1, moves=[]) == [[], []]
    assert lines.hear(0, **NEW) == [set_up(0), []]
    lines.hear(0, friend=True, moves=["a1U"])
    lines.hear(1, moves=["a1U"])
    assert lines.hear(1, **NEW) == [set_up(0), set_up(1)]


def test_the_move_that_wins_is_brought_to_the_other_board():
    lines = Lines(moves=["b2U"])
    lines.hear(0)
    lines.hear(1, ask="wait")
    told = lines.hear(0, moves=["b2U", "b2Ea1D"], result="lose")
    assert told == [[], [{"c": "play", "move": "b2Ea1D"}]]


def test_a_game_that_begins_elsewhere_is_set_up_on_the_other_board():
    lines = Lines(moves=["b2U"])
    lines.hear(0)
    lines.hear(1)
    wanted = set_up(1, "a1U")
    wanted[1]["position"] = "2_x"
    assert lines.hear(0, moves=["a1U"], start="2_x") == [[], wanted]


def test_a_board_used_for_something_else_hears_and_says_nothing():
    lines = Lines(moves=["b2U"], ask="wait")
    lines.hear(0)
    lines.hear(1)
    lines.pair.leave(0)
    assert lines.hear(1, moves=["b2U", "b2Ea1D"]) == [[], []]
    told = lines.hear(0, **NEW | {"start": "lesson"})
    assert told == [set_up(0, "b2U", "b2Ea1D"), []], "it has its game back"


def test_what_the_owner_had_chosen_is_given_back_once_the_game_runs():
    own = {"players": 1, "coach": 1, "fair": 2, "starts": 1, "friend": 0}
    lines = Lines(settings=own)
    lines.hear(0, friend=False, ask="place")
    lines.hear(1, ask="place")
    lent = {"players": 0, "coach": 0, "fair": 0, "starts": 0, "friend": 1}
    assert lines.hear(0, friend=True, settings=lent) == [[], []]
    back = {"c": "set", "players": 1, "fair": 2, "starts": 1, "friend": 0}
    assert lines.hear(0, moves=["b2U"]) == [[back], []]
    assert lines.hear(0) == [[], []]
    lines.hear(0, settings=own | {"coach": 0})
    lines.pair.end()
    assert lines.lines[0] == [{"c": "set", "coach": 1}]


def test_a_game_with_dice_is_refused_once():
    lines = Lines(game="lap", rules="", settings={"friend": 1})
    lines.hear(0)
    assert lines.hear(1) == [[{"c": "set", "friend": 0}], [{"c": "set", "friend": 0}]]
    assert lines.hear(0, friend=False) == lines.hear(1, friend=False) == [[], []]
    assert [said.endswith("choose another game.") for said in lines.told] == [True]
