"""`lodeboard turn`: a whole game between two people who send each other links."""

import json

import pytest

from host_tools.games.analysis import turnlink


def new(lodeboard, *words):
    outcome = lodeboard("turn", "--new", "kono", "--names", "Anna,Ben", *words)
    assert outcome.status == 0, outcome.err
    return outcome.out.strip()


def take(lodeboard, link, *words):
    outcome = lodeboard("turn", link, *words)
    assert outcome.status == 0, outcome.err
    return outcome.out.strip()


def test_a_game_by_links_to_its_end(lodeboard):
    link = new(lodeboard, "--move", "a4a2")
    moved = 1
    while "is to move" in (told := lodeboard("turn", link).out):
        move = told.rsplit("such as ", 1)[1].split()[0]
        link = take(lodeboard, f"https://example.org/{link.partition('#')[1]}{link.partition('#')[2]}",
                    "--move", move)  # fmt: skip
        moved += 1
        assert link.startswith("https://example.org/#turn=")
        assert turnlink.read(link)[0].at == moved
    assert "the game is over: lose for" in told
    over = lodeboard("turn", link, "--resign")
    assert (over.status, over.out, over.err) == (1, "", "the game is over\n")


def test_who_offers_says_and_answers(lodeboard):
    link = new(lodeboard, "--move", "a4a2", "--offer", "draw", "--say", "hello")
    assert "from Anna (first), who offers a draw and says: hello" in lodeboard("turn", link).out
    agreed = take(lodeboard, link, "--accept")
    assert "from Ben (second), who agrees to the draw" in lodeboard("turn", agreed).out
    assert lodeboard("turn", agreed, "--move", "a1a3").err == "the game is over\n"
    played_on = take(lodeboard, link, "--move", "b1b3")
    assert turnlink.read(played_on)[0].offer == ""


def test_a_move_is_taken_back_only_if_the_other_agrees(lodeboard):
    first = take(lodeboard, new(lodeboard, "--move", "a4a2"), "--move", "b1b3")
    asked = take(lodeboard, first, "--offer", "back")
    assert "from Ben (second), who asks to take" in lodeboard("turn", asked).out
    allowed = take(lodeboard, asked, "--accept")
    told = lodeboard("turn", allowed).out
    assert "from Anna (first), who has let you take it back" in told
    assert "moves: a4a2\n" in told
    assert "Ben (second) is to move" in told
    refused = take(lodeboard, asked, "--move", "c4c2")
    assert turnlink.read(refused)[1].moves == ["a4a2", "b1b3", "c4c2"]


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["--move", "a1a2"], 1, "a1a2"),
        (["--accept"], 1, "offers nothing"),
        (["--names", "A,B", "--resign"], 2, "for a new game"),
        (["--offer", "draw"], 2, "add --move"),
        (["--say", "nice"], 2, "add --move"),
        (["--qr"], 2, "add --move"),
    ],
)
def test_what_cannot_be_done_is_refused(lodeboard, words, status, why):
    outcome = lodeboard("turn", new(lodeboard, "--move", "a4a2"), *words)
    assert (outcome.status, outcome.out) == (status, "")
    assert why in outcome.err


def test_a_damaged_link_and_one_that_is_none(lodeboard):
    link = new(lodeboard)
    for text in (link[:-1], link.replace("n=0", "n=1"), "https://example.org/", json.dumps({})):
        outcome = lodeboard("turn", text)
        assert (outcome.status, outcome.out) == (1, "")
        assert outcome.err.count("\n") == 1


def test_a_qr_code_is_drawn(lodeboard):
    assert new(lodeboard, "--qr").count("\n") > 10
