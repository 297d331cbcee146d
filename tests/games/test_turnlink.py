"""Links of a game with a friend: what they hold, and what has no effect."""

import random
import string

import pytest

from host_tools.games.analysis import turnlink
from host_tools.games.analysis.pasted import RecordError
from host_tools.games.analysis.turnlink import OFFERS, SENTENCES, TurnLink
from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.catalogue import GAMES, rule_sets
from lodeboard.games.contract import UNDECIDED, GameError
from lodeboard.system.loader import make_game

VARIANTS = [(name, rules) for name in GAMES for rules in rule_sets(name) or ("",)]
PLAYED = [variant for variant in VARIANTS if make_game(*variant).match != "rolling"]
NAMES = ("Anna", "Bär & Söhne (2)")
ODD = string.ascii_letters + string.digits + " \n\t#&=%.+-_()<>\"'*~^\u00e4\u2026\U0001f600"


def played(name, rules, most, seed=7):
    """A game by chance of at most so many moves: the moves, and who has not to act at the end."""
    game, draw, moves = make_game(name, rules), random.Random(seed), []
    while game.verdict() == UNDECIDED and len(moves) < most:
        move = draw.choice(legal_moves(game))
        moves.append(game.move_text(move))
        make_move(game, move)
    return moves, 1 - game.turn, game.verdict() == UNDECIDED


def linked(name, rules, most, offer="draw", says="nice"):
    moves, by, goes_on = played(name, rules, most)
    turn = TurnLink("k3v7q2ma", name, rules, by, 3, NAMES, offer if goes_on else "", says)
    return turn, turnlink.write(turn, " ".join(moves)), moves


@pytest.mark.parametrize(("name", "rules"), PLAYED)
@pytest.mark.parametrize("most", [0, 1, 9, 500])
def test_a_link_is_read_as_it_was_written_whatever_messengers_do(name, rules, most):
    turn, link, moves = linked(name, rules, most)
    half = len(link) // 2
    for text in (
        f"https://example.org/page/{link}",
        link,
        f"Your turn! https://example.org/{link}. Greetings",
        f"<https://example.org/{link}>",
        f"> https://example.org/{link[:half]}\n> {link[half:]}",
        f"https://example.org/{link.replace('&', '&amp;')}",
        f"https://example.org/{link.replace('&', '%26').replace('=', '%3D')}",
    ):
        found, course = turnlink.read(text)
        assert (found, course.moves) == (turn, moves), text


def damaged(links, draw):
    """One of these links, damaged in one to four places; and what the whole one holds."""
    turn, link, moves = draw.choice(links)
    marks = list(link)
    for _ in range(draw.choice((1, 1, 2, 4))):
        index = draw.randrange(len(marks))
        marks[index : index + draw.randrange(3)] = draw.choice(("", draw.choice(ODD)))
    return "".join(marks), turn, moves


def refused_or_right(count, seed):
    links = [linked(*variant, most) for variant in PLAYED for most in (0, 3, 40)]
    draw, refused = random.Random(seed), 0
    for _ in range(count):
        text, turn, moves = damaged(links, draw)
        try:
            found, course = turnlink.read(text)
        except (RecordError, GameError):
            refused += 1
        else:
            assert (found, course.moves) == (turn, moves), text
    assert refused > count // 2


def test_damaged_links_are_refused_in_words_or_give_the_right_game():
    refused_or_right(2000, 41)


@pytest.mark.verify
def test_a_hundred_thousand_damaged_links():
    refused_or_right(100_000, 42)


def forged(change, record="b2U", **more):
    """A link with a right check, made by somebody who does not keep to the rules."""
    turn = TurnLink("k3v7q2ma", "flip", "magic", 0, 1, NAMES)
    checks = turnlink._check, turnlink.read_course
    try:
        turnlink._check = lambda *_: None
        if more:
            read = checks[1]
            turnlink.read_course = lambda game, text: read(game, "")._replace(**more)
        return turnlink.write(turn._replace(**change), record)
    finally:
        turnlink._check, turnlink.read_course = checks


FORGED = {
    "a name of many characters": ({"players": ("x" * 25, "")}, "24"),
    "a hidden character": ({"players": ("", "a\u202eb")}, "hidden"),
    "a sentence of his own": ({"says": "pay-me"}, "sentence"),
    "an unknown offer": ({"offer": "lose"}, "offer"),
    "the other's turn": ({"by": 1}, "still to move"),
    "no number": ({"number": "../../etc"}, "number"),
    "the link before the first": ({"at": 0}, "number of the link"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_link_is_refused(what):
    change, why = FORGED[what]
    assert turnlink.read(forged({}))[1].moves == ["b2U"]
    with pytest.raises((RecordError, GameError)) as refused:
        turnlink.read(forged(change))
    assert why in str(refused.value) or "damaged" in str(refused.value)


@pytest.mark.parametrize(
    "moves", [["b2U", "b2Ua1U"], ["b2U", "b2Nb1U"], ["b2U"] * 2, ["b2U", "b2E"]]
)
def test_an_illegal_move_is_refused_even_with_a_right_check(moves):
    with pytest.raises((RecordError, GameError)):
        turnlink.read(forged({"by": len(moves) % 2 ^ 1}, moves=moves))


def test_nothing_is_offered_when_the_game_is_over():
    moves, by, goes_on = played("kono", "", 500)
    assert not goes_on
    for offer in OFFERS:
        with pytest.raises(RecordError, match="over"):
            turnlink.write(TurnLink("k3v7q2ma", "kono", "", by, 3, offer=offer), " ".join(moves))


@pytest.mark.parametrize("between", [">", "+", "&", "|", "%", "/"])
def test_moves_that_no_link_can_hold_are_refused(monkeypatch, between):
    def step_text(game, step):
        return between.join((game.grid.cell_name(step >> 4), game.grid.cell_name(step & 15)))

    game = make_game("kono", "")
    monkeypatch.setattr(type(game), "step_text", step_text)
    move = game.move_text(legal_moves(game)[0])
    turn = TurnLink("k3v7q2ma", "kono", "", 0, 1)
    with pytest.raises(RecordError, match="cannot be written in a link"):
        turnlink.write(turn, f"position {game.text()}\n{move}")


def test_games_of_dice_are_not_played_by_links():
    rolling = [variant for variant in VARIANTS if variant not in PLAYED]
    assert rolling
    for name, rules in rolling:
        with pytest.raises(RecordError, match="dice"):
            turnlink.write(TurnLink("k3v7q2ma", name, rules, 1, 1), "")


def test_every_sentence_and_who_watches_survive():
    for says in SENTENCES:
        turn = TurnLink("k3v7q2ma", "flip", "magic", None, 9, says=says)
        assert turnlink.read(turnlink.write(turn, "b2U"))[0] == turn
