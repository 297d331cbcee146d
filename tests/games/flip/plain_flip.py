"""Flip tiles once more, written from the rules alone and as plainly as they read.

Strings, lists and dictionaries; no masks, no tables, nothing shared with the firmware. Slow,
and meant to be: whatever it says can be checked by reading it next to the rules.
"""

from itertools import product

LETTERS = "abcd"
DIGITS = "1234"
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
TURNED = {"U": "D", "D": "U", "u": "d", "d": "u"}
OPPONENT = {"1": "2", "2": "1"}
TILES = {"1": "UD", "2": "ud"}
WORDS = ("undecided", "win", "lose", "tie")

Board = dict[str, str]


def all_cells():
    return [letter + digit for digit in DIGITS for letter in LETTERS]


def next_cell(cell, across, down):
    """The cell this many columns and rows away, or None off the board."""
    column = LETTERS.index(cell[0]) + across
    row = DIGITS.index(cell[1]) + down
    if column in range(4) and row in range(4):
        return LETTERS[column] + DIGITS[row]
    return None


def all_lines():
    """Three consecutive cells in a row, a column or a diagonal."""
    lines = []
    for cell, (across, down) in product(all_cells(), [(1, 0), (0, 1), (1, 1), (-1, 1)]):
        line = [cell, next_cell(cell, across, down), next_cell(cell, 2 * across, 2 * down)]
        if None not in line:
            lines.append(line)
    return lines


LINES = all_lines()


def read(text):
    """Player to act and board of a position between turns."""
    player, cells = text.split("_")
    return player, dict(zip(all_cells(), cells, strict=True))


def write(player, board):
    return player + "_" + "".join(board[cell] for cell in all_cells())


def neighbours(cell):
    found = [next_cell(cell, across, down) for across, down in STEPS.values()]
    return [cell for cell in found if cell is not None]


def lines_of(player, board):
    """The player's lines: all three tiles show the same of the player's two sides."""
    return [
        line
        for line in LINES
        if any(all(board[cell] == tile for cell in line) for tile in TILES[player])
    ]


def is_locked(line, board):
    return all(board[near] != "-" for cell in line for near in neighbours(cell))


def locked_lines_of(player, board):
    return [line for line in lines_of(player, board) if is_locked(line, board)]


def verdict(text, rules):
    player, board = read(text)
    opponent = OPPONENT[player]
    full = "-" not in board.values()
    if rules == "magic":
        if lines_of(player, board):
            return "win"
        if locked_lines_of(opponent, board):
            return "lose"
        return "tie" if full else "undecided"
    if locked_lines_of(player, board) and locked_lines_of(opponent, board):
        return "tie"
    if locked_lines_of(player, board):
        return "win"
    if locked_lines_of(opponent, board):
        return "lose"
    return "tie" if full else "undecided"


def flips(text):
    """The flips that can be made, and the board after each."""
    player, board = read(text)
    found = {}
    for cell in all_cells():
        if board[cell] in TILES[OPPONENT[player]]:
            for direction, (across, down) in STEPS.items():
                target = next_cell(cell, across, down)
                if target is not None and board[target] == "-":
                    after = dict(board)
                    after[target] = TURNED[board[cell]]
                    after[cell] = "-"
                    found[cell + direction] = after
    return found


def placements(player, board):
    """The placements that can be made, and the position after each."""
    found = {}
    for cell in all_cells():
        if board[cell] == "-":
            for side, tile in zip("UD", TILES[player], strict=True):
                after = dict(board)
                after[cell] = tile
                found[cell + side] = write(OPPONENT[player], after)
    return found


def moves(text, rules):
    """Every legal move as written, and the position it leads to; none when decided."""
    position, _, flip = text.partition(";")
    if verdict(position, rules) != "undecided":
        return {}
    player, board = read(position)
    possible = flips(position)
    if flip:
        return placements(player, possible[flip])
    if not possible:
        return placements(player, board)
    return {
        flipped + placed: after
        for flipped, board_after in possible.items()
        for placed, after in placements(player, board_after).items()
    }


# Symmetries, for what must not change when a position is looked at from another side.

SQUARE = [
    lambda column, row: (column, row),
    lambda column, row: (3 - column, row),
    lambda column, row: (column, 3 - row),
    lambda column, row: (3 - column, 3 - row),
    lambda column, row: (row, column),
    lambda column, row: (3 - row, column),
    lambda column, row: (row, 3 - column),
    lambda column, row: (3 - row, 3 - column),
]


def images(text):
    """The 32 positions (some perhaps the same) equal to this one by symmetry."""
    player, board = read(text)
    found = []
    for turn, turned_players in product(SQUARE, ["", "UD", "ud", "UDud"]):
        after = {}
        for cell, tile in board.items():
            column, row = turn(LETTERS.index(cell[0]), DIGITS.index(cell[1]))
            after[LETTERS[column] + DIGITS[row]] = TURNED[tile] if tile in turned_players else tile
        found.append(write(player, after))
    return found
