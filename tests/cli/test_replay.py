"""`lodeboard replay`: records that are right, and records that are not."""

import random

import pytest
from cli.command import run_program
from games.flip import plain_flip

from lodeboard.games.flip.rules import Flip

RECORD = """\
# a short game
1. a1U     2. a1Eb2U
3. b2Sa1D  4. b1Ed4U   # the first tile again
"""
FINAL = "1_D-U------d-----u"


@pytest.fixture
def replay(lodeboard, tmp_path):
    def run(text, *options):
        path = tmp_path / "record.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return lodeboard("replay", "flip", *options, str(path))

    return run


GOOD = [
    (RECORD, FINAL),
    ("a1U a1Eb2U b2Sa1D b1Ed4U", FINAL),
    ("1.a1U 2.a1Eb2U\r\n3.b2Sa1D\t4...b1Ed4U", FINAL),
    ("1 a1U 2 a1Eb2U 3 b2Sa1D 4 b1Ed4U", FINAL),
    ("\ufeffa1U a1Eb2U b2Sa1D b1Ed4U", FINAL),
    ("", "1_----------------"),
    ("# nothing but talk\n\n", "1_----------------"),
    ("position 2_U---------------\na1Eb2U b2Sa1D b1Ed4U", FINAL),
    ("# set up\n\n  position   2_U---------------  # one tile\n1. a1Eb2U", "1_-D---u----------"),
    ("position 2_U---------------;a1E\nb2U", "1_-D---u----------"),
    ("position 2_U---------------;a1E", "2_U---------------;a1E"),
]


@pytest.mark.parametrize(("text", "final"), GOOD)
def test_good_records_end_with_position_and_verdict(replay, text, final):
    outcome = replay(text)
    assert (outcome.status, outcome.lines, outcome.err) == (0, [final, "undecided"], "")


def test_verdict_depends_on_the_rules(replay):
    text = "position 1_UUU-dudUd-------"
    assert replay(text).lines[1] == "win"
    assert replay(text, "--rules", "eclipse").lines[1] == "undecided"


BAD = [
    ("a1U a1Eb2U b2Sa1D\nb1Ea1U", ["move 4", "line 2", "b1Ea1U", "cannot place on a1"]),
    ("1. a1U 2. b2U", ["move 2", "b2U", "must be flipped first"]),
    ("a1U a1E", ["move 2", "a1E", "placement after the flip is missing"]),
    ("a1U # so far\n\n# good\nxyzzy", ["move 2", "line 4", "xyzzy", "is written like"]),
    ("a1U position", ["move 2", "position"]),
    ("position 1_U---------------\na1U", ["position 1_U---------------", "wrong turn"]),
    ("position\na1U", ["position", "begins with 1_ or 2_"]),
    ("position 1_UUU-dudUd-------\nd1Sa4U", ["move 1", "d1Sa4U", "the game is over here: win"]),
]


@pytest.mark.parametrize(("text", "parts"), BAD)
def test_bad_records_name_number_move_and_reason(replay, text, parts):
    outcome = replay(text)
    assert outcome.status == 1
    assert outcome.err == ""
    assert len(outcome.lines) == 1
    assert all(part in outcome.out for part in parts), outcome.out


def test_a_file_that_is_no_text_is_refused(replay):
    outcome = replay(b"a1U \xff\xfe")
    assert outcome.status == 2
    assert "byte 4 is not UTF-8" in outcome.err


def test_records_from_standard_input():
    outcome = run_program("replay", "flip", "-", stdin=RECORD)
    assert (outcome.status, outcome.lines) == (0, [FINAL, "undecided"])


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_whole_random_games(replay, rules):
    source = random.Random(f"replay {rules}")
    words = set()
    for _ in range(25):
        text, record = "1_----------------", []
        while moves := plain_flip.moves(text, rules):
            move = source.choice(sorted(moves))
            record.append(f"{len(record) + 1}. {move}")
            text = moves[move]
        outcome = replay("\n".join(record), "--rules", rules)
        assert (outcome.status, outcome.lines) == (0, [text, plain_flip.verdict(text, rules)])
        words.add(outcome.lines[1])
    assert len(words) > 1
