"""Four Field Kono once more, written from the rules alone and as plainly as they read.

Strings and dictionaries; no masks, no tables, nothing shared with the firmware. Slow, and meant
to be: whatever it says can be checked by reading it next to the rules.
"""

CELLS = [letter + digit for digit in "1234" for letter in "abcd"]
OPPOSITE = {"win": "lose", "lose": "win", "tie": "tie"}
START = "1_ooooooooxxxxxxxx"


def read(text):
    """Who is to act, "x" or "o", and the board: a dictionary of the cells taken."""
    player, cells = text.split("_")
    board = {cell: tile for cell, tile in zip(CELLS, cells, strict=True) if tile != "-"}
    return {"1": "x", "2": "o"}[player], board


def write(player, board):
    number = {"x": "1", "o": "2"}[player]
    return number + "_" + "".join(board.get(cell, "-") for cell in CELLS)


def other(player):
    return {"x": "o", "o": "x"}[player]


def ways(cell):
    """The cells that can be reached from a cell, in each direction: next to it, behind that, ..."""
    column, row = "abcd".index(cell[0]), "1234".index(cell[1])
    left = [letter + cell[1] for letter in reversed("abcd"[:column])]
    right = [letter + cell[1] for letter in "abcd"[column + 1 :]]
    up = [cell[0] + digit for digit in reversed("1234"[:row])]
    down = [cell[0] + digit for digit in "1234"[row + 1 :]]
    return [left, right, up, down]


def all_moves(text):
    """What the tiles of the player to act can do, however few there are: each move as written,
    and the position it leads to."""
    player, board = read(text)
    found = {}
    for cell, tile in board.items():
        if tile != player:
            continue
        for way in ways(cell):
            to = None
            if way and way[0] not in board:
                to = way[0]
            elif len(way) > 1 and board[way[0]] == player and board.get(way[1]) == other(player):
                to = way[1]
            if to is not None:
                after = dict(board)
                del after[cell]
                after[to] = player
                found[cell + to] = write(other(player), after)
    return found


def verdict(text):
    """What the rules say of a position without a history."""
    player, board = read(text)
    if list(board.values()).count(player) <= 1 or not all_moves(text):
        return "lose"
    return "undecided"


def moves(text):
    """Every legal move as written, and the position it leads to; none when decided."""
    return all_moves(text) if verdict(text) == "undecided" else {}


def verdict_of_game(texts):
    """What the rules say of the last of these positions, which came one after another."""
    said = verdict(texts[-1])
    if said != "undecided":
        return said
    quiet = 0
    for before, after in zip(reversed(texts[:-1]), reversed(texts), strict=False):
        if before.count("-") != after.count("-"):
            break
        quiet += 1
    if quiet >= 100 or texts.count(texts[-1]) >= 3:
        return "tie"
    return "undecided"


def solve(start):
    """Value and remoteness, for the player to act, of a position and all its successors: a
    dictionary of (value, turns). Positions from which nobody can force an end are ties with 0
    turns.

    By the definition: first all decided positions, then repeatedly all that follow from known ones,
    each time one turn further from the end.
    """
    after = {}
    to_do = [start]
    while to_do:
        text = to_do.pop()
        if text not in after:
            after[text] = list(moves(text).values())
            to_do += after[text]
    known = {text: ("lose", 0) for text, children in after.items() if not children}
    turns = 0
    while True:
        turns += 1
        new = {}
        for text, children in after.items():
            if text in known:
                continue
            if any(known.get(child, ("", 0))[0] == "lose" for child in children):
                new[text] = ("win", turns)
            elif all(known.get(child, ("", 0))[0] == "win" for child in children):
                new[text] = ("lose", turns)
        if not new:
            break
        known.update(new)
    return {text: known.get(text, ("tie", 0)) for text in after}
