"""The search of Magician Chess once more, over the plain rules: what a position is worth so many
plies deep, with alpha and beta and nothing else.

`weights` is a dictionary of the tables' words by their names in board_layout. Nothing is shared
with the kernel.
"""

from games.magician import plain_magician as plain

SURE = 20000
KINDS = "PNMRK"
KNIGHTS, MAGICIANS, ROOKS, KINGS = 0, 9, 18, 31  # where each begins in MOBILITY
LAST_CHECK = -3
MOST_PLIES = 23


def fold(square, player):
    rank = plain.RANKS.index(square[1])
    file = plain.FILES.index(square[0])
    return 4 * (rank if player == "w" else 6 - rank) + min(file, 6 - file)


def empties(board, squares):
    return sum(square not in board for square in squares)


def mobility(board, square, kind):
    if kind == "N":
        return KNIGHTS + empties(board, plain.LEAPS[square])
    if kind == "M":
        return MAGICIANS + empties(board, plain.MAGICIAN_STEPS[square])
    if kind == "K":
        return KINGS + empties(board, plain.KING_STEPS[square])
    count = 0
    for way in plain.WAYS[square]:
        for to in way:
            if to in board:
                break
            count += 1
    return ROOKS + count


def worth(board, square, letter, weights):
    kind = KINDS.index(letter.upper())
    holes = min(3, sum(board.get(to) == "X" for to in plain.BESIDE[square]))
    value = weights["PLACES"][28 * kind + fold(square, plain.owner(letter))]
    value += weights["HOLES"][4 * kind + holes]
    if kind:
        value += weights["MOBILITY"][mobility(board, square, letter.upper())]
    return value


def evaluate(position, weights):
    """For the player to act."""
    score = {"w": 0, "b": 0}
    board = position.board
    for square, letter in board.items():
        player = plain.owner(letter)
        if player:
            score[player] += worth(board, square, letter, weights)
            continue
        for player, magician in (("w", "M"), ("b", "m")):
            if any(board.get(to) == magician for to in plain.REACH[square]):
                score[player] += weights["REACH"][0]
                for to in plain.BESIDE[square]:
                    if plain.owner(board.get(to)) == plain.other(player):
                        score[player] += weights["THREAT"][KINDS.index(board[to].upper())]
    mine = position.player
    return score[mine] - score[plain.other(mine)] + weights["TEMPO"][0]


def takes(move, before, after):
    """What a move takes of the other player's, by its place in KINDS and one more; 4 where it makes
    a rook of a pawn; 0 for all others."""
    theirs = plain.other(before.player)
    lost = list(before.board.values())
    for letter in after.board.values():
        if letter in lost:
            lost.remove(letter)
    for letter in lost:
        if plain.owner(letter) == theirs:
            return 1 + KINDS.index(letter.upper())
    return 4 if move[-1] == "r" else 0


def comes_back(position):
    """What two occurrences of a position have in common, as the search sees it."""
    return tuple(sorted(position.board.items())), position.player, position.castling


def search(position, depth, weights, immune=False, path=(), ply=0, window=(-SURE, SURE)):
    """The score for the player to act, `depth` plies deep and as far as it is not quiet."""
    check = bool(plain.in_check(position, immune))
    if ply:
        if position.quiet >= 100 and not check:
            return 0
        # As far as the last capture, pawn's move or drop.
        if comes_back(position) in path[len(path) - min(position.quiet, len(path)) :][::-1][1::2]:
            return 0
    quietly = ply and depth <= 0 and (not check or depth <= LAST_CHECK)
    alpha, beta = window
    best = -SURE
    if quietly:
        best = evaluate(position, weights)
        if ply == MOST_PLIES or best >= beta:
            return best
    moves = plain.all_moves(position, immune)
    if not quietly:
        if not moves:
            return ply - SURE if check else 0
        if position.quiet >= 100:
            return 0
    path = (*path, comes_back(position))
    # What takes most comes first: it makes no difference but in time.
    gains = {move: takes(move, position, new) for move, new in moves.items()}
    for move in sorted(moves, key=gains.get, reverse=True):
        if quietly and not gains[move]:
            continue
        alpha = max(alpha, best)
        score = -search(moves[move], depth - 1, weights, immune, path, ply + 1, (-beta, -alpha))
        best = max(best, score)
        if best >= beta:
            break
    return best
