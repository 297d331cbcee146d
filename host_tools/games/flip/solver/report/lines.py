"""The single positions in the report: the opening, and a game of best play."""

from typing import NamedTuple

from host_tools.games.finding import Reply, find, replies
from host_tools.games.flip.exact import Outcome
from host_tools.games.flip.scores import SURE
from host_tools.games.flip.solver.index import arrangement
from host_tools.games.flip.solver.report.census import Census, first_with
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.tiers.masks import popcounts
from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.games.flip.rules import Flip

_RANK = {WIN: 2, TIE: 1, LOSE: 0}


class Opening(NamedTuple):
    """A position of the opening, and the value of placing on each empty cell, either side, for the
    player to place. `text` is written as half a turn if a flip came before."""

    text: str
    cells: dict[int, Outcome]


def first_moves(solution: Solution) -> Opening:
    """The empty board."""
    game = Flip(solution.rules)
    return Opening(game.text(), _by_cell(list(replies(game, solution))))


def answers(solution: Solution) -> list[tuple[str, list[Opening]]]:
    """Each first move up to symmetry, and the boards that its flips lead to."""
    game = Flip(solution.rules)
    seen = set()
    found = []
    for first in list(replies(game, solution)):
        game.load(first.position)
        if game.key() in seen:
            continue
        seen.add(game.key())
        boards, images = [], set()
        by_flip: dict[str, list[Reply]] = {}
        for reply in replies(game, solution):
            by_flip.setdefault(reply.move[:3], []).append(reply)
        for flip, placed in by_flip.items():
            keys = frozenset(_key(reply.position) for reply in placed)
            if keys not in images:
                images.add(keys)
                boards.append(Opening(f"{first.position};{flip}", _by_cell(placed)))
        found.append((first.move, boards))
    return found


def _key(text: str) -> int:
    game = Flip()
    game.load(text)
    return game.key()


def _by_cell(found: list[Reply]) -> dict[int, Outcome]:
    """The value of placing on each cell: of its better side if they differ."""
    worth: dict[int, Outcome] = {}
    for reply in found:
        place = reply.move[-3:]
        cell = "abcd".index(place[0]) + 4 * (int(place[1]) - 1)
        outcome = _outcome(reply)
        worth[cell] = max(worth.get(cell, outcome), outcome, key=_order)
    return worth


def _outcome(reply: Reply) -> Outcome:
    """What a move is worth; from a solution that is always known."""
    assert reply.value is not None
    assert reply.turns is not None
    return reply.value, reply.turns


def _order(outcome: Outcome) -> tuple[int, int]:
    """Better outcomes are greater: sooner wins, later losses."""
    value, turns = outcome
    return _RANK[value], -turns if value == WIN else turns


class Line(NamedTuple):
    """A game of best play: the winner hurries, the loser delays. positions[0] is its start."""

    turns: int
    positions: list[str]
    moves: list[str]


def longest_win(solution: Solution, census: Census) -> Line | None:
    """The longest forced win: with the fewest tiles, the first such position in the order of the
    solution. None if there is no forced win."""
    longest = [(turns, -k) for k in range(16, -1, -1) if (turns := census.longest_win(k))]
    if not longest:
        return None
    turns, k = max(longest)
    slot = first_with(solution.rules, solution.where, -k, SURE - turns)
    return best_play(solution, _text(*arrangement(-k, slot)))


def best_play(solution: Solution, text: str) -> Line:
    """Play from a position to the end, always choosing the first of the best moves."""
    game = Flip(solution.rules)
    game.load(text)
    outcome = solution.value(game)
    assert outcome is not None
    line = Line(outcome[1], [text], [])
    while moves := find(game, solution).replies:
        best = max(moves, key=lambda reply: _order(_outcome(reply)))
        for step in game.parse_move(best.move):
            game.push(step)
        line.moves.append(best.move)
        line.positions.append(game.text())
    return line


def _text(occupied: int, own: int, side: int) -> str:
    tiles = int(popcounts()[occupied])
    first = occupied & ~own if tiles & 1 else own
    letters = [
        "-" if not occupied >> cell & 1
        else ("UD" if first >> cell & 1 else "ud")[side >> cell & 1]
        for cell in range(16)
    ]  # fmt: skip
    return f"{1 + tiles % 2}_{''.join(letters)}"
