"""Magician Chess once more, written from the rules alone and as plainly as they read.

A board is a dictionary from the name of a square to the letter on it ("X" for a hole); an empty
square is not in it. Nothing is shared with the firmware.
"""

from collections import namedtuple

FILES, RANKS = "abcdefg", "1234567"
SQUARES = [file + rank for rank in reversed(RANKS) for file in FILES]
START = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1"

Position = namedtuple("Position", "board player castling passed quiet number")

SIDEWAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONALLY = ((1, 1), (1, -1), (-1, 1), (-1, -1))
# King's squares of castling: from, to; the rook's: from, to; by letter.
CASTLING = {
    "A": ("d1", "b1", "a1", "c1"),
    "G": ("d1", "f1", "g1", "e1"),
    "a": ("d7", "b7", "a7", "c7"),
    "g": ("d7", "f7", "g7", "e7"),
}


def shifted(square, by):
    """The square this many files and ranks away; None outside the board."""
    file, rank = FILES.index(square[0]) + by[0], RANKS.index(square[1]) + by[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 7 and 0 <= rank < 7 else None


def around(offsets):
    return {
        square: [to for to in (shifted(square, by) for by in offsets) if to] for square in SQUARES
    }


def along(square, by):
    """All squares that way, to the edge of the board."""
    found = []
    while (square := shifted(square, by)) is not None:
        found.append(square)
    return found


BESIDE = around(SIDEWAYS)
KING_STEPS = around(SIDEWAYS + DIAGONALLY)
LEAPS = around([(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)])
MAGICIAN_STEPS = around(SIDEWAYS + tuple((2 * a, 2 * b) for a, b in DIAGONALLY))
REACH = around(DIAGONALLY + tuple((2 * a, 2 * b) for a, b in SIDEWAYS))
WAYS = {square: [along(square, by) for by in SIDEWAYS] for square in SQUARES}


def read(text):
    squares, player, castling, passed, quiet, number = text.split()
    board = {}
    for rank, row in zip(reversed(RANKS), squares.split("/"), strict=True):
        letters = "".join("." * int(each) if each in "1234567" else each for each in row)
        for file, letter in zip(FILES, letters, strict=True):
            if letter != ".":
                board[file + rank] = letter
    return Position(board, player, castling, passed, int(quiet), int(number))


def write(position):
    rows = []
    for rank in reversed(RANKS):
        row = "".join(position.board.get(file + rank, ".") for file in FILES)
        for count in range(7, 0, -1):
            row = row.replace("." * count, str(count))
        rows.append(row)
    return " ".join(["/".join(rows), *(str(each) for each in position[1:])])


def owner(letter):
    """ "w", "b", or None for a hole or nothing."""
    if letter is None or letter == "X":
        return None
    return "w" if letter.isupper() else "b"


def other(player):
    return {"w": "b", "b": "w"}[player]


def forward(player):
    return 1 if player == "w" else -1


def attackers(board, square, player, immune):
    """The player's pieces that would take a king on this square: letters, "H" for a spell."""
    pieces = "RNMKP" if player == "w" else "rnmkp"
    rook, knight, magician, king, pawn = pieces
    found = []
    for way in WAYS[square]:
        first = next((board[to] for to in way if to in board), None)
        if first == rook:
            found.append("R")
    found += ["N" for to in LEAPS[square] if board.get(to) == knight]
    found += ["K" for to in KING_STEPS[square] if board.get(to) == king]
    for file in (-1, 1):
        if board.get(shifted(square, (file, -forward(player)))) == pawn:
            found.append("P")
    if not immune:
        for hole in BESIDE[square]:
            if board.get(hole) == "X" and any(board.get(to) == magician for to in REACH[hole]):
                found.append("H")
    return found


def in_check(position, immune=False, player=None):
    player = player or position.player
    king = "K" if player == "w" else "k"
    (at,) = (square for square, letter in position.board.items() if letter == king)
    return attackers(position.board, at, other(player), immune)


def after(position, board, reset, passed="-"):
    """The position once the board has become this."""
    player = position.player
    castling = "".join(
        letter
        for letter in position.castling.replace("-", "")
        if board.get(CASTLING[letter][0]) == ("K" if letter.isupper() else "k")
        and board.get(CASTLING[letter][2]) == ("R" if letter.isupper() else "r")
    )
    quiet = 0 if reset else position.quiet + 1
    number = position.number + (player == "b")
    return Position(board, other(player), castling or "-", passed, quiet, number)


def moved(board, *pairs):
    """The board after moving pieces from square to square, capturing what was there."""
    new = dict(board)
    for start, end in pairs:
        new[end] = new.pop(start)
    return new


def pawn_moves(position, start):
    board, player = position.board, position.player
    way = forward(player)
    ahead = shifted(start, (0, way))
    ends = []
    if ahead and ahead not in board:
        ends.append((ahead, "-", None))
        second = "2" if player == "w" else "6"
        two = shifted(ahead, (0, way))
        if start[1] == second and two not in board:
            ends.append((two, ahead, None))
    for file in (-1, 1):
        target = shifted(start, (file, way))
        if target is None:
            continue
        if owner(board.get(target)) == other(player):
            ends.append((target, "-", None))
        elif target == position.passed and target not in board:
            ends.append((target, "-", shifted(target, (0, -way))))
    for end, passed, taken in ends:
        new = moved(board, (start, end))
        if taken:
            del new[taken]
        if end[1] in "17":
            for letter in "rnm":
                new = dict(new)
                new[end] = letter.upper() if player == "w" else letter
                yield start + end + letter, after(position, new, True)
        else:
            yield start + end, after(position, new, True, passed)


def piece_moves(position, start):
    board, player = position.board, position.player
    kind = board[start].upper()
    ends = {"N": LEAPS, "K": KING_STEPS, "M": MAGICIAN_STEPS}.get(kind, {}).get(start, [])
    if kind == "R":
        ends = []
        for way in WAYS[start]:
            for to in way:
                ends.append(to)
                if to in board:
                    break
    for end in ends:
        there = board.get(end)
        if there is None or (owner(there) == other(player) and kind != "M"):
            yield start + end, after(position, moved(board, (start, end)), there is not None)


def castlings(position, immune):
    board, player = position.board, position.player
    for letter in position.castling.replace("-", ""):
        if owner(letter) != player:
            continue
        start, end, rook, beside = CASTLING[letter]
        # The rook's way to the king is these two squares; the king crosses the first.
        safe = not any(attackers(board, at, other(player), immune) for at in (start, beside))
        if end not in board and beside not in board and safe:
            new = moved(board, (start, end), (rook, beside))
            yield start + end, after(position, new, False)


def spells(position, immune):
    board, player = position.board, position.player
    magician = "M" if player == "w" else "m"
    for hole, letter in board.items():
        if letter != "X" or not any(board.get(at) == magician for at in REACH[hole]):
            continue
        for end in BESIDE[hole]:
            there = board.get(end)
            if there == "X" or (immune and there in ("K", "k")):
                continue
            empty = dict(board)
            del empty[hole]
            empty[end] = "X"
            if there is None:
                yield f"@{hole}{end}", after(position, empty, False)
                continue
            carried = dict(empty)
            carried[hole] = there
            yield f"@{hole}{end}", after(position, carried, False)
            if there not in ("K", "k"):
                yield f"@{hole}x{end}", after(position, empty, True)


def all_moves(position, immune=False):
    """Every legal move as written, and the position that it leads to."""
    found = {}
    candidates = [*spells(position, immune), *castlings(position, immune)]
    for start, letter in position.board.items():
        if owner(letter) == position.player:
            moves = pawn_moves if letter in "Pp" else piece_moves
            candidates += moves(position, start)
    for move, new in candidates:
        if not in_check(new, immune, position.player):
            found[move] = new
    return found


def verdict(position, immune=False):
    """What the rules say of a position without a history."""
    if not all_moves(position, immune):
        return "lose" if in_check(position, immune) else "tie"
    return "tie" if position.quiet >= 100 else "undecided"


def same(position, immune=False):
    """The parts of a position that must be equal in a repetition: a passed pawn counts if it can be
    captured."""
    passed = position.passed
    if passed != "-":
        captures = [
            move
            for move in all_moves(position, immune)
            if move[2:4] == passed
            and position.board.get(move[:2]) in ("P", "p")
            and move[0] != passed[0]
        ]
        passed = passed if captures else "-"
    return tuple(sorted(position.board.items())), position.player, position.castling, passed


def sequences(position, depth, immune=False):
    """The number of sequences of this many legal moves."""
    moves = all_moves(position, immune) if verdict(position, immune) == "undecided" else {}
    if depth == 1:
        return len(moves)
    return sum(sequences(new, depth - 1, immune) for new in moves.values())
