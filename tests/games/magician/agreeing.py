"""The firmware's Magician Chess beside the plain rules, position by position."""

from games.magician import plain_magician as plain

from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.contract import VERDICTS
from lodeboard.games.magician import board_layout as layout


def state_of(game):
    """Everything that a move changes and taking it back restores."""
    words = bytes(game.board[: layout.TURN])
    return (
        words,
        game._sums[game.length],
        game.number,
        game.turn,
        game.length,
        game.text(),
        game.key(),
    )


def agree(game, position, looked_at, dice):
    """The game has the verdict, the moves and, after some of them, the positions of the plain
    rules. Returns the moves."""
    immune = game.rules == "immune"
    text = plain.write(position)
    game.load(text)
    assert game.text() == text
    assert VERDICTS[game.verdict()] == plain.verdict(position, immune), text
    assert game.in_check() == bool(plain.in_check(position, immune)), text
    decided = plain.verdict(position, immune) != "undecided"
    expected = {} if decided else plain.all_moves(position, immune)
    moves = legal_moves(game)
    found = {game.move_text(move): move for move in moves}
    assert found.keys() == expected.keys(), text
    assert game.count_moves() == len(found) == len(moves), text
    before = state_of(game)
    for move in dice.sample(sorted(found), min(looked_at, len(found))):
        make_move(game, found[move])
        assert game.text() == plain.write(expected[move]), (text, move)
        assert game.in_check() == bool(plain.in_check(expected[move], immune)), (text, move)
        take_back(game, found[move])
        assert state_of(game) == before, (text, move)
    return expected
