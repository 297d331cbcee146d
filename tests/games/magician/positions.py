"""Positions of Magician Chess to try things on: set up at random, and reached by random play."""

import random
from collections import Counter

from games.magician import plain_magician as plain

from lodeboard.games.magician.rules import Magician

# The check figures: a position, and its legal sequences of 1, 2, 3, ... moves.
FIGURES = (
    (plain.START, (14, 192, 2784, 38592)),
    ("r2k2r/p3Xmp/X2mnnX/Xpp2XX/XN4X/PPNXPPP/1KR1MMR w ag c5 0 12", (21, 844, 17360)),
    ("r2k2r/1X3X1/X1m1M1X/3X3/X1M1m1X/1X3X1/R2K2R w AGag - 0 1", (39, 1521, 53875)),
    ("r2k2r/p1pXp1p/X5X/X1MXm1X/X5X/P1PXP1P/R2K2R w AGag - 0 1", (14, 184, 2820)),
)


def loaded(text, rules="standard"):
    """A game in this position."""
    game = Magician(rules)
    game.load(text)
    return game


def set_up(dice, immune=False):
    """Pieces and holes anywhere, with rights to castle and a pawn just passed as they come; the
    player who is not to act may not be in check."""
    while True:
        board = {}
        free = list(plain.SQUARES)
        dice.shuffle(free)

        def put(letter, wanted=(), board=board, free=free):
            at = dice.choice([each for each in wanted if each in free] or free)
            free.remove(at)
            board[at] = letter

        home = dice.random() < 0.4
        player = dice.choice("wb")
        for letter, row in (("K", "1"), ("k", "7")):
            put(letter, ["d" + row] if home else ())
            rook = "R" if letter == "K" else "r"
            for corner in "ag":
                if dice.random() < 0.7:
                    put(rook, [corner + row] if home else ())
        passed = "-"
        if dice.random() < 0.3:
            passed = put_passed(dice, board, free, player)
        kings = [at for at, letter in board.items() if letter in "Kk"]
        near = [at for king in kings for at in plain.BESIDE[king]]
        for _ in range(9 - list(board.values()).count("X")):
            put("X", near if dice.random() < 0.3 else ())
        for magician, knight, pawn, second in ("MNP2", "mnp6"):
            for _ in range(dice.choice((0, 1, 2, 2, 3))):
                put(magician)
            for _ in range(dice.choice((0, 0, 1, 2))):
                put(knight)
            for _ in range(dice.randint(0, 3)):
                put(pawn, [file + second for file in plain.FILES] if dice.random() < 0.5 else ())
            if dice.random() < 0.4 and len(free) > 1:
                put(pawn, [file + {"2": "6", "6": "2"}[second] for file in plain.FILES])
        if dice.random() < 0.2 and len(free) > 8:
            put(dice.choice("RNMrnm"))
        castling = "".join(
            letter
            for letter, (king, _, rook, _) in plain.CASTLING.items()
            if board.get(king) == ("K" if letter.isupper() else "k")
            and board.get(rook) == ("R" if letter.isupper() else "r")
            and dice.random() < 0.8
        )
        quiet = dice.choice((0, 7, 98, 99, 100)) if passed == "-" else 0
        found = plain.Position(board, player, castling or "-", passed, quiet, dice.randint(1, 60))
        if possible(board) and not plain.in_check(found, immune, plain.other(player)):
            return found


def possible(board):
    """Whether pawns can have become all that is there."""
    letters = list(board.values())
    for pieces in ("RNMP", "rnmp"):
        *counts, pawns = (letters.count(letter) for letter in pieces)
        if sum(max(0, count - 2) for count in counts) > 6 - pawns:
            return False
    return True


def put_passed(dice, board, free, player):
    """A pawn of the other player's that has gone two steps, and one beside it; the square that
    it passed, or - where there is no room."""
    way = plain.forward(player)
    start = "6" if player == "w" else "2"
    files = [
        file
        for file in plain.FILES
        if all(file + str(int(start) - step * way) in free for step in range(3))
    ]
    if not files:
        return "-"
    file = dice.choice(files)
    squares = [file + str(int(start) - step * way) for step in range(3)]
    board[squares[2]] = "p" if player == "w" else "P"
    for each in squares:
        free.remove(each)
    beside = [at for at in plain.BESIDE[squares[2]] if at[1] == squares[2][1] and at in free]
    for at, letter in zip(beside, dice.choice(("P", "PX", "XP", "X", "PP")), strict=False):
        free.remove(at)
        board[at] = letter if letter == "X" or player == "w" else "p"
    return squares[1]


def played(dice, immune=False, most=60):
    """The positions of a game played at random, from the start or from a position set up, each with
    the move that led to it."""
    position = plain.read(plain.START) if dice.random() < 0.5 else set_up(dice, immune)
    move = None
    for _ in range(most):
        yield position, move
        moves = plain.all_moves(position, immune)
        if plain.verdict(position, immune) != "undecided":
            return
        move = dice.choice(list(moves))
        position = moves[move]


def random_positions(seed, count, immune=False):
    """So many positions: half of them set up, half reached by play."""
    dice = random.Random(f"magician {seed} {immune}")
    game = iter(())
    for number in range(count):
        if number % 2:
            yield set_up(dice, immune)
            continue
        position, _ = next(game, (None, None))
        if position is None:
            game = played(dice, immune)
            position, _ = next(game)
        yield position


def events(position, moves, immune=False):
    """Names of the events here that are easy to get wrong, to be counted."""
    seen = Counter()
    board, player = position.board, position.player
    checks = set(plain.in_check(position, immune))
    for kind in checks:
        seen["check by " + kind] += 1
    if checks == {"H"} and not moves:
        seen["mate by a spell alone"] += 1
    for move in moves:
        if move[0] == "@":
            there = board.get(move[-2:], "")
            kind = "drop" if "x" in move else "carry" if there else "swap"
            whose = "own" if plain.owner(there) == player else "enemy" if there else "no"
            if there and there in "Kk":
                whose += " king"
            if there and there in "Pp" and move[2] in "17" and kind == "carry":
                whose += " pawn to an end"
            seen[f"{kind} of {whose}"] += 1
        elif board[move[:2]] in "Kk" and abs(ord(move[0]) - ord(move[2])) == 2:
            seen["castling"] += 1
        elif board[move[:2]] in "Pp":
            if len(move) == 5:
                seen["promotion to " + move[4]] += 1
            if move[0] != move[2] and move[2:4] not in board:
                behind = move[2] + move[1]
                seen["en passant"] += 1
                if any(board.get(at) == "X" for at in plain.BESIDE[behind]):
                    seen["en passant beside a hole"] += 1
            if abs(ord(move[1]) - ord(move[3])) == 2:
                seen["double step"] += 1
    for letter, (king, end, rook, beside) in plain.CASTLING.items():
        if letter in position.castling and plain.owner(letter) == player:
            way = [board.get(end), board.get(beside)]
            free = (king + end) not in moves
            if "X" in way:
                seen["castling past a hole"] += 1
            elif free and way == [None, None] and not checks:
                seen["castling through check"] += 1
            if rook not in board:
                seen["rook gone"] += 1
    return seen
