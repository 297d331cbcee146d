"""What an opening book of Magician Chess is worth: who plays which turns, how that is counted."""

import pytest

from host_tools.games.moves import legal_moves, make_move
from host_tools.jobs.command import OK
from host_tools.lab.magician import book
from host_tools.lab.magician.book import Book, Pair, main
from host_tools.lab.magician.learn import best_turn
from lodeboard.games.magician import player as player_module
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """A weak level plays, and the book's searches are short."""
    levels = player_module._LEVELS
    monkeypatch.setattr(player_module, "_LEVELS", (*levels[:4], (1, 0, 255)))
    monkeypatch.setattr(book, "WORK", 20_000)
    monkeypatch.setattr(book, "PAGE", tmp_path / "magician-book.md")


def test_the_first_turns_are_those_of_long_searches_and_no_others():
    one, game, level = Book(), Magician(), book.strongest()
    for number in range(1, book.TURNS + 2):
        assert game.number == number
        text = game.text()
        if number <= book.TURNS:
            wanted = game.steps_of(best_turn(MagicianSearch(), game, book.WORK, 0))
            assert one.choose(game) == one.choose(game) == wanted == one.turns[text]
        else:
            assert one.choose(game) == level(game)
            assert text not in one.turns
        make_move(game, one.choose(game))
        make_move(game, legal_moves(game)[0])
    assert len(one.turns) == book.TURNS


def test_the_other_side_begins_by_chance_with_any_turn():
    first = set()
    for chance in range(book.FIRST_TURNS):
        game = Magician()
        first.add(game.move_text(book.opponent(chance)(game)))
    assert len(first) == len(legal_moves(Magician())) == book.FIRST_TURNS
    game = Magician()
    make_move(game, book.opponent(0)(game))
    make_move(game, legal_moves(game)[0])
    second = {
        game.move_text(book.opponent(book.FIRST_TURNS * digit)(game))
        for digit in range(book.FIRST_TURNS)
    }
    assert len(second) == min(book.FIRST_TURNS, len(legal_moves(game)))


def test_it_is_a_command_that_repeats_and_fewer_games_are_the_first_of_more(capsys):
    assert main(["--openings", "2", "--write"]) == OK
    first = capsys.readouterr().out
    assert first.strip() in book.PAGE.read_text()
    assert main(["--openings", "2"]) == OK
    assert capsys.readouterr().out == first
    assert list(book.pairs(Book(), 1, 1)) == list(book.pairs(Book(), 2, 1))[:2]


def test_a_gain_is_that_of_pairs():
    played = [Pair(1, 0)] * 30 + [Pair(0, 0)] * 40 + [Pair(-1, 0)] * 10
    mean, error = book.gain(played)
    assert mean == pytest.approx(0.125)
    assert error == pytest.approx(1.96 * ((40 / 4 / 80 - mean**2) / 80) ** 0.5)
    assert "**shows a gain**" in book.body(played, Book())
    assert "**shows no gain**" in book.body([Pair(1, 1), Pair(-1, 0), Pair(0, -1)], Book())
