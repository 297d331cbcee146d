"""Names for the openings of flip tiles: where the first tile lies, and where the answer goes."""

from host_tools.games.flip.solver.report.boards import cell_name, letters, outcome_text
from host_tools.games.flip.solver.report.lines import Opening, answers
from host_tools.games.flip.solver.solution import Solution
from lodeboard.games.contract import LOSE, TIE, WIN

FIRST = {"a1": "Corner", "b1": "Edge", "b2": "Centre"}
#: By how far apart two cells lie, the longer way first.
_APART = {
    (1, 0): "neighbour",
    (1, 1): "diagonal",
    (2, 0): "gap",
    (2, 1): "knight",
    (2, 2): "long diagonal",
    (3, 0): "far row",
    (3, 1): "long knight",
    (3, 2): "wide",
    (3, 3): "opposite corner",
}
_RANK = {WIN: 2, TIE: 1, LOSE: 0}


def named_answers(solution: Solution) -> list[list[str]]:
    """For each kind of first move the best answers: name, first tile with its flip, the answers'
    cells, their worth for the second player."""
    rows = []
    for move, boards in answers(solution):
        if move.endswith("D"):
            continue  # the same opening with the tile turned over
        found = [
            (outcome, board, cell) for board in boards for cell, outcome in board.cells.items()
        ]
        best = max((_RANK[outcome[0]] for outcome, _, _ in found))
        cells: dict[tuple[str, str, str], list[str]] = {}
        for outcome, board, cell in found:
            if _RANK[outcome[0]] == best:
                first = f"{move[:2]}, flipped to {_flipped(board)}"
                key = (_name(move[:2], board, cell), first, outcome_text(outcome))
                cells.setdefault(key, []).append(cell_name(cell))
        rows += [[name, first, ", ".join(at), worth] for (name, first, worth), at in cells.items()]
    return rows


def _flipped(board: Opening) -> str:
    return cell_name(next(at for at, letter in enumerate(letters(board.text)) if letter != "-"))


def _name(first: str, board: Opening, cell: int) -> str:
    tile = next(at for at, letter in enumerate(letters(board.text)) if letter != "-")
    apart = sorted((abs(tile % 4 - cell % 4), abs(tile // 4 - cell // 4)), reverse=True)
    return f"{FIRST[first]}, {_APART[apart[0], apart[1]]}"
