"""The fair opponent: ratings that follow a player, on the board and over a power cut."""

import json
import math
import random
import re
from pathlib import Path

import pytest
from at_board import LEFT, MIDDLE, RIGHT, notices, power_cycle, ready, say, state
from one_board import PROFILE

from host_tools.board.messages import State, read
from host_tools.board.restoring import commands_for
from lodeboard.games.catalogue import LEVELS
from lodeboard.storage import ratings
from lodeboard.storage.blobs import BlobError, pack
from lodeboard.system.loader import make_game, playable

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 30
FIRST = make_game("flip").strengths[1]  # a new player's


def points(strengths, skill, source, skip=30, games=60):
    """The share of points of a player of this strength, once the first games have passed."""
    player = [strengths[1], 0, 0, 0]
    total = 0
    for game in range(skip + games):
        level = ratings.level_for(strengths, player[0], player[1])
        won = source.random() < ratings.expected(skill, strengths[level])
        player = ratings.after(strengths, level, player, 2 if won else 0)
        total += won and game >= skip
    return total / games


@pytest.mark.parametrize("game", LEVELS)
@pytest.mark.parametrize("share", [0.05, 0.3, 0.5, 0.8, 0.95])
def test_a_player_of_any_strength_comes_to_win_about_half(game, share):
    strengths = make_game(game).strengths
    skill = strengths[0] + share * (strengths[-1] - strengths[0])
    source = random.Random(f"{game} {share}")
    found = [points(strengths, skill, source) for _ in range(PLAYERS)]
    assert 0.45 < sum(found) / PLAYERS < 0.55
    assert sum(0.4 <= each <= 0.6 for each in found) >= 0.85 * PLAYERS


def test_the_first_games_find_a_strong_player_s_level():
    strengths = make_game("flip").strengths
    player = [strengths[1], 0, 0, 0]
    for _ in range(6):
        level = ratings.level_for(strengths, player[0], player[1])
        player = ratings.after(strengths, level, player, 2)
    assert ratings.level_for(strengths, player[0], player[1]) >= 2


@pytest.mark.parametrize("game", LEVELS)
def test_every_level_has_a_rating_above_the_one_below(game):
    strengths = make_game(game).strengths
    assert len(strengths) == len(LEVELS[game])
    assert list(strengths) == sorted(set(strengths))
    assert ratings.level_for(strengths, strengths[0] - 300, 5) == 0
    assert ratings.level_for(strengths, strengths[-1] + 300, 5) == len(strengths) - 1


@pytest.mark.parametrize("game", ["flip", "xtic", "magician"])
def test_the_ratings_of_the_levels_are_those_of_the_matches(game):
    """Their differences, from the points of each level against the one below."""
    text = (ROOT / f"docs/measured/{game}-levels.md").read_text(encoding="utf-8")
    for index, level in enumerate(LEVELS[game][1:], 1):
        row = re.search(rf"^\| {level} +\| {LEVELS[game][index - 1]} .*", text, re.MULTILINE)[0]
        points = [float(share) / 100 for share in re.findall(r"([\d.]+)%", row)]
        wanted = sum(400 * math.log10(share / (1 - share)) for share in points) / len(points)
        found = make_game(game).strengths[index] - make_game(game).strengths[index - 1]
        assert found == pytest.approx(wanted, abs=15), level


def test_a_rating_stays_near_those_of_the_levels():
    strengths = make_game("flip").strengths
    player = [strengths[1], 0, 0, 0]
    for _ in range(200):
        player = ratings.after(strengths, 0, player, 0)
    assert player[0] == strengths[0] - 400


@pytest.mark.parametrize("text", ["flip.1=1", "flip.1=a/b/c/d", "flip.1", "\xff"])
def test_words_that_are_no_ratings_are_refused(text):
    with pytest.raises(BlobError):
        ratings.read(pack("R", 1, "tile4x4", text.encode("latin-1")), "tile4x4")


def against_the_board(**more):
    return ready(**{"players": 0, "fair": 1} | more)


def fair(stage):
    return state(stage)["fair"]


def played(stage):
    """Let the person make a first turn."""
    stage.take("U")
    stage.set_down("b2")
    assert stage.wait_for(lambda: bool(state(stage).get("moves")), 5000)


def test_a_game_that_counts_moves_rating_and_level_and_survives_the_power_cut():
    stage = against_the_board()
    assert fair(stage) == {
        "player": 1, "rating": FIRST, "games": 0, "change": 0, "why": "", "counts": True
    }  # fmt: skip
    assert state(stage)["level"] == "easy"
    say(stage, c="resign")
    after = fair(stage)
    assert (after["rating"], after["games"], after["why"], after["counts"]) == (
        FIRST + after["change"], 1, "lost", False
    )  # fmt: skip
    assert after["change"] == -100
    say(stage, c="new")
    assert (fair(stage)["counts"], state(stage)["level"]) == (True, "novice")
    power_cycle(stage)
    stage.wait(1500)
    assert {name: fair(stage)[name] for name in ("rating", "games", "change", "why")} == {
        name: after[name] for name in ("rating", "games", "change", "why")
    }


def test_a_game_that_is_restored_after_its_end_counts_once():
    stage = against_the_board()
    played(stage)
    say(stage, c="resign")
    rating = fair(stage)["rating"]
    before = read(json.dumps(state(stage)))
    assert isinstance(before, State)
    say(stage, c="new")
    for command in commands_for(before):
        say(stage, **command)
    assert (state(stage)["moves"], state(stage)["result"]) == (before.moves, before.result)
    assert (fair(stage)["games"], fair(stage)["rating"]) == (1, rating)


def test_a_game_interrupted_by_a_power_cut_counts_once():
    stage = against_the_board()
    played(stage)
    power_cycle(stage)
    say(stage, c="hello")
    stage.press(MIDDLE)
    stage.wait(300)
    assert (fair(stage)["games"], fair(stage)["counts"]) == (0, True)
    say(stage, c="resign")
    assert fair(stage)["games"] == 1
    say(stage, c="back")  # the resignation
    power_cycle(stage)
    stage.press(MIDDLE)
    stage.wait(300)
    assert (fair(stage)["counts"], fair(stage)["why"]) == (False, "resumed")
    say(stage, c="resign")
    assert fair(stage)["games"] == 1


@pytest.mark.parametrize(
    ("why", "command"),
    [
        ("taken back", {"c": "back"}),
        ("coach", {"c": "set", "coach": 1}),
        ("set up", {"c": "setup", "position": "1_----------------"}),
    ],
)
def test_a_game_with_help_does_not_count(why, command):
    stage = against_the_board()
    if why != "coach":
        played(stage)
    say(stage, **command)
    assert (fair(stage)["counts"], fair(stage)["why"]) == (False, why)
    say(stage, c="resign")
    assert fair(stage)["games"] == 0


def test_a_game_whose_level_was_changed_does_not_count():
    stage = against_the_board()
    played(stage)
    say(stage, c="set", level=3)
    say(stage, c="resign")
    assert (fair(stage)["games"], fair(stage)["why"]) == (0, "level")


def test_a_game_given_up_for_a_new_one_does_not_count():
    stage = against_the_board()
    played(stage)
    say(stage, c="new")
    assert (fair(stage)["games"], fair(stage)["counts"]) == (0, True)


def test_a_game_that_no_longer_counts_goes_on_at_its_level_after_a_power_cut():
    stage = against_the_board()
    say(stage, c="resign")
    say(stage, c="new")
    assert state(stage)["level"] == "novice"
    played(stage)
    say(stage, c="back")
    stage.hand.lift(stage.topmost("b2"))
    stage.away()
    played(stage)
    power_cycle(stage)
    stage.press(MIDDLE)
    stage.wait(300)
    assert state(stage)["level"] == "novice"


def test_an_ordinary_game_after_one_given_up_does_not_count_after_a_power_cut():
    stage = against_the_board()
    say(stage, c="set", fair=0, level=3)
    say(stage, c="new")
    played(stage)
    say(stage, c="set", fair=1)
    power_cycle(stage)
    stage.press(MIDDLE)
    stage.wait(300)
    assert (fair(stage)["counts"], state(stage)["level"]) == (False, "hard")


def test_a_look_at_games_with_fewer_levels_leaves_the_level_and_the_count():
    stage = against_the_board(fair=0, level=5)
    played(stage)
    variants = playable(PROFILE)
    say(stage, c="set", variant=variants.index(("lap", "")))
    assert state(stage)["level"] == "perfect"
    say(stage, c="set", variant=0)
    assert (state(stage)["level"], state(stage)["settings"]["level"]) == ("perfect", 5)


def test_players_have_ratings_of_their_own():
    stage = against_the_board()
    say(stage, c="resign")
    say(stage, c="new")
    say(stage, c="set", fair=2)
    assert (fair(stage)["player"], fair(stage)["games"]) == (2, 0)
    say(stage, c="set", fair=1)
    assert (fair(stage)["player"], fair(stage)["games"]) == (1, 1)
    say(stage, c="set", fair=0)
    assert "fair" not in state(stage)


def test_damaged_ratings_start_again_and_the_board_says_so():
    stage = against_the_board()
    say(stage, c="resign")
    store = stage.board.store
    data = bytearray(store.load(ratings.NAME))
    data[-1] ^= 1
    store.save(ratings.NAME, bytes(data))
    say(stage, c="new")
    assert (fair(stage)["games"], fair(stage)["rating"]) == (0, FIRST)
    assert "The ratings cannot be read and start again: damaged" in notices(stage)[-1]


def test_the_menu_offers_it_after_the_levels_and_shows_the_level_of_this_game():
    stage = ready(players=0, level=5)
    stage.press(MIDDLE)
    stage.press(LEFT, 3)
    stage.press(RIGHT)
    stage.wait(300)
    menu = state(stage)["menu"]
    assert (menu["name"], menu["values"][-2:]) == ("level", ["fair, player 1", "fair, player 2"])
    assert menu["value"] == 6
    assert state(stage)["settings"]["fair"] == 1
    stage.press(MIDDLE)
    stage.wait(500)
    assert state(stage)["level"] == "easy"
    stage.press(MIDDLE)
    stage.press(LEFT, 3)
    stage.wait(300)
    assert state(stage)["say"].startswith("Menu: level: fair, player 1. Level now: easy. ")
    assert stage.wait_for(lambda: "b3" in stage.cells_with("menu-item"), 5000)
    stage.press(RIGHT, 2)
    stage.wait(300)
    assert (state(stage)["menu"]["value"], state(stage)["settings"]["fair"]) == (0, 0)
