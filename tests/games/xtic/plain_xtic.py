"""xtic once more, written from the rules alone and as plainly as they read.

Strings, lists and sets; no masks, no tables, nothing shared with the firmware. Slow, and meant
to be: whatever it says can be checked by reading it next to the rules.
"""

from itertools import permutations

DIGITS = "0123456789abcdef"
CELLS = [letter + digit for digit in "1234" for letter in "abcd"]
# Each piece as four words' first letters: brown/black (n/k), vertical/horizontal, hollow/solid
# (o/s), square/round (q/r).
PIECES = {
    digit: "".join(
        pair[int(bit)] for pair, bit in zip(("kn", "hv", "so", "rq"), f"{number:04b}", strict=True)
    )
    for number, digit in enumerate(DIGITS)
}
OPPOSITE = {"win": "lose", "lose": "win", "tie": "tie"}


def all_lines(rules):
    """The lines of a game type, each a list of cells."""
    lines = [[letter + digit for letter in "abcd"] for digit in "1234"]
    lines += [[letter + digit for digit in "1234"] for letter in "abcd"]
    if rules == "normal":
        lines += [["a1", "b2", "c3", "d4"], ["d1", "c2", "b3", "a4"]]
    if rules == "torus":
        for letters in ("abcd", "bcda", "cdab", "dabc"):
            lines.append([letter + digit for letter, digit in zip(letters, "1234", strict=True)])
            lines.append([letter + digit for letter, digit in zip(letters, "4321", strict=True)])
    return lines


LINES = {rules: all_lines(rules) for rules in ("normal", "nodiags", "torus")}


def read(text):
    """The board, a dictionary of the cells taken, and the piece in hand ("-" for none)."""
    cells, hand = text.split("/")
    board = {cell: piece for cell, piece in zip(CELLS, cells, strict=True) if piece != "-"}
    return board, hand


def write(board, hand):
    return "".join(board.get(cell, "-") for cell in CELLS) + "/" + hand


def in_common(line, board):
    """The properties all pieces of a full line have; none where a cell is free."""
    if any(cell not in board for cell in line):
        return set()
    return set.intersection(*(set(PIECES[board[cell]]) for cell in line))


def fatal(board, rules):
    return [line for line in LINES[rules] if in_common(line, board)]


def verdict(text, rules):
    board, _ = read(text)
    if fatal(board, rules):
        return "lose"
    return "tie" if len(board) == 16 else "undecided"


def moves(text, rules):
    """Every legal move as written, and the position it leads to; none when decided."""
    if verdict(text, rules) != "undecided":
        return {}
    board, hand = read(text)
    if hand == "-":
        return {"=" + p: write(board, p) for p in DIGITS if p not in board.values()}
    return {cell: write({**board, cell: hand}, "-") for cell in CELLS if cell not in board}


def outcome(text, rules, known):
    """Value for the player to act and steps to the end, both players playing perfectly."""
    if text not in known:
        said = verdict(text, rules)
        if said != "undecided":
            known[text] = said, 0
        else:
            found = []
            for move, after in moves(text, rules).items():
                value, steps = outcome(after, rules, known)
                # Giving passes the turn, placing does not.
                found.append((OPPOSITE[value] if move[0] == "=" else value, steps + 1))
            known[text] = pick(found)
    return known[text]


def pick(found):
    """The best of (value, steps): the winner hurries, the loser delays."""
    for value in ("win", "tie"):
        steps = [steps for each, steps in found if each == value]
        if steps:
            return value, min(steps)
    return "lose", max(steps for _, steps in found)


def symmetries(rules):
    """Every permutation of the cells that carries lines to lines, found by trying cell by cell;
    given up where two cells had a line in common and have none any more, or the reverse."""
    lines = {frozenset(line) for line in LINES[rules]}
    found = []

    def joined(cell, other):
        return sum(1 for line in lines if cell in line and other in line)

    shared = {(cell, other): joined(cell, other) for cell in CELLS for other in CELLS}

    def place(image):
        if len(image) == 16:
            if all(frozenset(image[cell] for cell in line) in lines for line in lines):
                found.append(dict(image))
            return
        cell = CELLS[len(image)]
        for target in CELLS:
            if target not in image.values() and all(
                shared[target, there] == shared[cell, before] for before, there in image.items()
            ):
                image[cell] = target
                place(image)
                del image[cell]

    place({})
    return found


def piece_symmetries():
    """Every permutation of the pieces after which any four have something in common where they
    had before: 24 orders of the properties, either value of each for the other."""
    found = []
    for order in permutations(range(4)):
        for flips in range(16):
            image = {}
            for number, digit in enumerate(DIGITS):
                bits = number ^ flips
                image[digit] = DIGITS[sum((bits >> order[i] & 1) << i for i in range(4))]
            found.append(image)
    return found
