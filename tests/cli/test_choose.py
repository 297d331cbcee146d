"""`lodeboard choose`: moves that the rules allow, the same every time, for every level."""

import random

import pytest
from cli.command import run_program
from games.flip import plain_flip
from games.flip.positions import random_line_of_play

from host_tools.games import table_files
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip


def test_levels_are_listed_without_reading_positions(lodeboard):
    outcome = lodeboard("choose", "flip", "--levels", stdin="nonsense\n")
    assert (outcome.status, outcome.lines, outcome.err) == (0, list(LEVELS), "")


def undecided_positions(rules, count):
    source = random.Random(f"choose {rules}")
    while count > 0:
        for text in random_line_of_play(source, rules)[:-1]:
            if source.random() < 0.2:
                yield text
                count -= 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_moves_are_legal(lodeboard, rules, level):
    texts = list(undecided_positions(rules, 8))
    words = ("choose", "flip", "--rules", rules, "--level", level)
    outcome = lodeboard(*words, stdin="\n".join(texts))
    assert (outcome.status, outcome.err) == (0, "")
    for text, answer in zip(texts, outcome.objects, strict=True):
        assert list(answer) == ["position", "move", "from", "nodes"]
        assert answer["position"] == text
        assert answer["move"] in plain_flip.moves(text, rules)
        assert isinstance(answer["from"], str)
        assert isinstance(answer["nodes"], int)
    again = lodeboard(*words, stdin="\n".join(reversed(texts)))
    assert list(reversed(again.objects)) == outcome.objects


def test_the_last_level_is_the_default(lodeboard):
    text = "1_-U-d-u--D-u-U---"
    by_name = lodeboard("choose", "flip", "--level", LEVELS[-1], stdin=text)
    assert lodeboard("choose", "flip", stdin=text).out == by_name.out
    assert by_name.objects[0]["nodes"] > 0


@pytest.mark.parametrize("damage", ["missing", "truncated", "one byte", "another rule set's"])
def test_a_level_called_perfect_is_an_error_without_its_table(
    lodeboard, damage, tmp_path, monkeypatch
):
    for table in table_files.TABLES.iterdir():
        (tmp_path / table.name).write_bytes(table.read_bytes())
    table = tmp_path / "flip-magic.table"
    data = bytearray(table.read_bytes())
    if damage == "missing":
        table.unlink()
    elif damage == "truncated":
        table.write_bytes(data[: len(data) // 2])
    elif damage == "one byte":
        data[200_000] ^= 1  # where these positions do not look
        table.write_bytes(data)
    else:
        table.write_bytes((tmp_path / "flip-eclipse.table").read_bytes())
    monkeypatch.setattr(table_files, "TABLES", tmp_path)
    texts = ["1_----------------", "2_U---------------"]
    outcome = lodeboard("choose", "flip", "--level", "perfect", stdin="\n".join(texts))
    assert outcome.status == 1
    for text, answer in zip(texts, outcome.objects, strict=True):
        assert list(answer) == ["position", "error"]
        assert answer["position"] == text
        assert "perfect cannot be played" in answer["error"]
        assert "flip-magic" in answer["error"]
        assert "install it again" in answer["error"]
    for words in (("--level", "expert"), ("--rules", "eclipse", "--level", "perfect")):
        outcome = lodeboard("choose", "flip", *words, stdin="\n".join(texts))
        assert (outcome.status, outcome.err) == (0, "")


def test_decided_and_impossible_positions_are_bad_input(lodeboard):
    texts = ["1_UUU-dudUd-------", "2_U---------------", "1_U---------------"]
    outcome = lodeboard("choose", "flip", "--level", LEVELS[0], stdin="\n".join(texts))
    assert outcome.status == 1
    decided, fine, impossible = outcome.objects
    assert decided == {
        "position": texts[0],
        "error": "the game is over: win for the player to act",
    }
    assert "move" in fine
    assert "wrong turn" in impossible["error"]


def test_the_same_move_in_every_process(lodeboard):
    text = "1_-U-d-u--D-u-U---"
    outcome = run_program("choose", "flip", stdin=text)
    assert outcome.objects == lodeboard("choose", "flip", stdin=text).objects


@pytest.mark.parametrize(
    ("rating", "level"),
    [([], "easy"), (["--rating", "300"], "novice"), (["--rating", "2900"], "perfect")],
)
def test_a_fair_opponent_says_the_level_that_follows_from_the_rating(lodeboard, rating, level):
    text = "1_-U-d-u--D-u-U---"
    [fair] = lodeboard("choose", "flip", "--level", "fair", *rating, stdin=text).objects
    [plain] = lodeboard("choose", "flip", "--level", level, stdin=text).objects
    assert fair == plain | {"level": level}


def test_a_rating_without_a_fair_opponent_is_a_mistake(lodeboard):
    outcome = lodeboard("choose", "flip", "--level", "easy", "--rating", "1200")
    assert (outcome.status, outcome.err.strip()[-33:]) == (
        2,
        '--rating belongs to "--level fair"'[-33:],
    )
