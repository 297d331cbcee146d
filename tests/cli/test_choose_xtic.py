"""`lodeboard choose xtic`: steps that the rules allow, by every level, the same every time."""

import random

import pytest
from games.xtic import plain_xtic
from games.xtic.positions import random_line_of_play

from lodeboard.games.catalogue import LEVELS
from lodeboard.games.xtic.rules import Xtic

NAMES = LEVELS["xtic"]


def test_levels_are_listed_weakest_first(lodeboard):
    outcome = lodeboard("choose", "xtic", "--levels")
    assert (outcome.status, outcome.lines, outcome.err) == (0, list(NAMES), "")
    assert "perfect" not in outcome.lines


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_steps_are_legal_and_the_same_again(lodeboard, rules):
    source = random.Random(f"choose {rules}")
    texts = [
        text
        for text in random_line_of_play(source, rules)
        if plain_xtic.verdict(text, rules) == "undecided"
    ][::4]
    for level in NAMES[:-1]:
        words = ("choose", "xtic", "--rules", rules, "--level", level)
        outcome = lodeboard(*words, stdin="\n".join(texts))
        assert (outcome.status, outcome.err) == (0, "")
        for text, answer in zip(texts, outcome.objects, strict=True):
            assert list(answer) == ["position", "move", "from", "nodes"]
            assert answer["position"] == text
            assert answer["move"] in plain_xtic.moves(text, rules)
            assert answer["from"] == ("search" if answer["nodes"] else "chance")
        again = lodeboard(*words, stdin="\n".join(reversed(texts)))
        assert list(reversed(again.objects)) == outcome.objects


def test_the_last_level_is_the_default(lodeboard):
    text = "-0-4-e1--d6f-9--/2"
    by_name = lodeboard("choose", "xtic", "--level", "strongest", stdin=text)
    assert lodeboard("choose", "xtic", stdin=text).out == by_name.out
    assert by_name.objects[0]["nodes"] > 0


def test_decided_and_impossible_positions_are_bad_input(lodeboard):
    texts = ["0123------------/-", "0---------------/0", "----------------/-"]
    outcome = lodeboard("choose", "xtic", "--level", "easy", stdin="\n".join(texts))
    assert outcome.status == 1
    decided, twice, fine = outcome.objects
    assert decided["error"] == "the game is over: lose for the player to act"
    assert "twice" in twice["error"]
    assert fine["move"][0] == "="
