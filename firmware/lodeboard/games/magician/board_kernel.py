"""The board kernel of Magician Chess: the legal turns, and how a turn is made and unmade.

`magician_board` is written for three ways of running. CPython and MicroPython run it as it is;
`numba.njit` compiles it unchanged; the build compiles it as viper for the chip. So it knows only
integers and flat arrays and calls nothing: what would be a function is a phase, and `after` says
which one follows.
"""

from micropython import const

from lodeboard.games.magician.board_layout import (
    BLACK,
    CARRY,
    CHECK,
    DROP,
    EMPTY,
    FIRST_SQUARE,
    HOLE,
    IMMUNE,
    KING,
    KINGS,
    KNIGHT,
    KNIGHT_OFFSETS,
    LAST_SQUARE,
    LIST,
    MAGICIAN,
    MAKE,
    MOVE,
    OFFSETS,
    PASSED,
    PAWN,
    QUIET,
    RIGHTS,
    RIM,
    ROOK,
    SWAP,
    TO_ACT,
    TO_KNIGHT,
    TO_ROOK,
    TURN,
    TURNS,
    UNDO,
    UNMAKE,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr32

# Phases beside those tasks that are one.
_NEXT = const(8)  # the next turn of the list
_PATH = const(9)  # castling: the king's own square has been looked at
_JUDGE = const(10)  # the king has been looked at after the turn
_LOOK = const(11)  # is `king` in check by the player who is not `side`?
_DONE = const(12)

_SIDEWAYS = const(114)  # OFFSETS of one orthogonally
_DIAGONALLY = const(118)
_FAR_ROOK = const(74)  # home squares: a1, d1, g1, a7, d7, g7
_HOME_KING = const(77)
_NEAR_ROOK = const(80)
_FAR_ROOK_BLACK = const(20)
_HOME_KING_BLACK = const(23)
_NEAR_ROOK_BLACK = const(26)


def magician_board(state: "ptr32", task: int) -> int:
    """Do what the task says (see board_layout). state: int32 words laid out there."""
    phase = task
    after = _DONE
    side = state[TO_ACT]
    king = state[KINGS + side]
    turn = state[TURN]
    count = index = kept = found = 0
    if task == CHECK:
        phase = _LOOK
    while phase != _DONE:
        if phase == LIST:
            # All turns, without a look at one's own king.
            mine = side * BLACK
            forward = side * 18 - 9
            begin = 65 - side * 36  # a pawn on one of seven squares from here may go two steps
            count = TURNS
            square = FIRST_SQUARE
            while square <= LAST_SQUARE:
                piece = state[square]
                kind = piece & 7
                if piece == HOLE:
                    # Who could act on it? One is enough: by another it is the same turn.
                    step = _DIAGONALLY
                    while step < KNIGHT_OFFSETS and state[square + state[step]] != mine + MAGICIAN:
                        step += 1
                    if step < KNIGHT_OFFSETS:
                        step = _SIDEWAYS
                        while step < _DIAGONALLY:
                            to = square + state[step]
                            step += 1
                            lies = state[to]
                            if lies == EMPTY:
                                state[count] = SWAP << 14 | to << 7 | square
                                count += 1
                            elif lies & 7 < KING:
                                state[count] = CARRY << 14 | to << 7 | square
                                state[count + 1] = DROP << 14 | to << 7 | square
                                count += 2
                            elif lies & 7 == KING and state[IMMUNE] == 0:
                                state[count] = CARRY << 14 | to << 7 | square
                                count += 1
                elif piece & BLACK != mine or kind == EMPTY or kind > KING:
                    pass
                elif kind == PAWN:
                    step = 0  # straight on, and to both sides
                    while step < 3:
                        to = square + forward
                        if step:
                            to += 2 * step - 3
                        lies = state[to]
                        goes = 0
                        if step == 0:
                            if lies == EMPTY:
                                goes = 1
                        elif lies == EMPTY:
                            if to == state[PASSED]:
                                goes = 1
                        elif lies & BLACK != mine and lies & 7 < HOLE:
                            goes = 1
                        if goes:
                            if state[to + forward] == RIM:
                                kind = TO_ROOK
                                while kind < TO_ROOK + 3:
                                    state[count] = kind << 14 | square << 7 | to
                                    count += 1
                                    kind += 1
                            else:
                                state[count] = square << 7 | to
                                count += 1
                                second = square - begin
                                if second >= 0 and second < 7 and step == 0:
                                    to += forward
                                    if state[to] == EMPTY:
                                        state[count] = square << 7 | to
                                        count += 1
                        step += 1
                else:
                    step = OFFSETS
                    end = step + 8
                    if kind == KNIGHT:
                        step = KNIGHT_OFFSETS
                        end = step + 8
                    elif kind == KING:
                        step = _SIDEWAYS
                        end = step + 8
                    elif kind == ROOK:
                        step = _SIDEWAYS
                        end = _DIAGONALLY
                    while step < end:
                        to = square + state[step]
                        lies = state[to]
                        while lies == EMPTY:
                            state[count] = square << 7 | to
                            count += 1
                            if kind != ROOK:
                                break
                            to += state[step]
                            lies = state[to]
                        if lies and kind != MAGICIAN and lies & BLACK != mine and lies & 7 < HOLE:
                            state[count] = square << 7 | to
                            count += 1
                        step += 1
                    if kind == KING:
                        rights = state[RIGHTS] >> 2 * side
                        if rights & 1 and state[square - 1] + state[square - 2] == EMPTY:
                            state[count] = square << 7 | square - 2
                            count += 1
                        if rights & 2 and state[square + 1] + state[square + 2] == EMPTY:
                            state[count] = square << 7 | square + 2
                            count += 1
                square += 1
            index = kept = TURNS
            phase = _NEXT
        elif phase == _NEXT:
            if index == count:
                found = kept - TURNS
                phase = _DONE
            else:
                turn = state[index]
                index += 1
                phase = MAKE
                square = turn >> 7  # of a move
                step = (turn & 127) - square
                if (step == 2 or step == -2) and state[square & 127] & 7 == KING:
                    king = square
                    phase = _LOOK
                    after = _PATH
        elif phase == _PATH:
            # Castling: the king may not stand in check, nor pass through one.
            if found:
                found = 0
                phase = _NEXT
            elif king == square:
                king = square + (step >> 1)
                phase = _LOOK
            else:
                phase = MAKE
        elif phase == MAKE:
            square = turn >> 7 & 127
            to = turn & 127
            kind = turn >> 14
            piece = state[square]
            lies = state[to]
            passed = state[PASSED]
            quiet = state[QUIET]
            undo = quiet << 15 | passed << 8 | state[RIGHTS] << 4
            state[PASSED] = 0
            state[QUIET] = quiet + 1
            if kind == MOVE or kind >= TO_ROOK:
                state[square] = EMPTY
                state[to] = piece
                if lies != EMPTY:
                    undo |= lies
                    state[QUIET] = 0
                if piece & 7 == PAWN:
                    state[QUIET] = 0
                    step = to - square
                    if kind >= TO_ROOK:
                        state[to] = (piece & BLACK) + ROOK
                        if kind == TO_KNIGHT:
                            state[to] = (piece & BLACK) + KNIGHT
                        elif kind > TO_KNIGHT:
                            state[to] = (piece & BLACK) + MAGICIAN
                    elif step == 18 or step == -18:
                        state[PASSED] = square + to >> 1
                    if to == passed and lies == EMPTY and step != 9 and step != -9:
                        lies = to + 9 - 18 * side
                        undo |= state[lies]
                        state[lies] = EMPTY
                elif piece & 7 == KING:
                    state[KINGS + side] = to
                    step = to - square
                    if step == 2:
                        state[square + 3] = EMPTY
                        state[square + 1] = (piece & BLACK) + ROOK
                    elif step == -2:
                        state[square - 3] = EMPTY
                        state[square - 1] = (piece & BLACK) + ROOK
            else:
                state[square] = HOLE
                state[to] = piece
                if kind == DROP:
                    state[to] = EMPTY
                    state[QUIET] = 0
                    undo |= piece
                elif piece & 7 == KING:
                    state[KINGS + (piece >> 3)] = to
            rights = state[RIGHTS]
            if rights:
                # Where king and rook have been all the time, they are still.
                if state[_HOME_KING] != KING:
                    rights &= 12
                if state[_FAR_ROOK] != ROOK:
                    rights &= 14
                if state[_NEAR_ROOK] != ROOK:
                    rights &= 13
                if state[_HOME_KING_BLACK] != BLACK + KING:
                    rights &= 3
                if state[_FAR_ROOK_BLACK] != BLACK + ROOK:
                    rights &= 11
                if state[_NEAR_ROOK_BLACK] != BLACK + ROOK:
                    rights &= 7
                state[RIGHTS] = rights
            state[TO_ACT] = 1 - side
            if task == MAKE:
                state[UNDO] = undo
                phase = _DONE
            else:
                king = state[KINGS + side]
                phase = _LOOK
                after = _JUDGE
        elif phase == _JUDGE:
            if found == 0:
                state[kept] = turn
                kept += 1
            found = 0
            phase = UNMAKE
        elif phase == UNMAKE:
            if task == UNMAKE:
                side = 1 - side
                undo = state[UNDO]
            square = turn >> 7 & 127
            to = turn & 127
            kind = turn >> 14
            piece = state[to]
            lies = undo & 15
            state[TO_ACT] = side
            state[RIGHTS] = undo >> 4 & 15
            state[PASSED] = undo >> 8 & 127
            state[QUIET] = undo >> 15
            if kind == MOVE or kind >= TO_ROOK:
                if kind >= TO_ROOK:
                    piece = (piece & BLACK) + PAWN
                state[square] = piece
                state[to] = lies
                step = to - square
                if piece & 7 == PAWN:
                    if lies and to == state[PASSED] and step != 9 and step != -9:
                        state[to] = EMPTY
                        state[to + 9 - 18 * side] = lies
                elif piece & 7 == KING:
                    state[KINGS + side] = square
                    if step == 2:
                        state[square + 1] = EMPTY
                        state[square + 3] = (piece & BLACK) + ROOK
                    elif step == -2:
                        state[square - 1] = EMPTY
                        state[square - 3] = (piece & BLACK) + ROOK
            else:
                state[to] = HOLE
                if kind == DROP:
                    piece = lies
                elif piece & 7 == KING:
                    state[KINGS + (piece >> 3)] = square
                state[square] = piece
            phase = _NEXT
            if task == UNMAKE:
                phase = _DONE
        elif phase == _LOOK:
            # Is `king` attacked by the player who is not `side`?
            theirs = BLACK - side * BLACK
            found = 0
            leap = 0
            while leap < 8:
                if state[king + state[KNIGHT_OFFSETS + leap]] == theirs + KNIGHT:
                    found = 1
                if state[king + state[_SIDEWAYS + leap]] == theirs + KING:
                    found = 1
                leap += 1
            forward = side * 18 - 9
            if state[king + forward - 1] == theirs + PAWN:
                found = 1
            if state[king + forward + 1] == theirs + PAWN:
                found = 1
            leap = _SIDEWAYS
            while leap < _DIAGONALLY and found == 0:
                at = king + state[leap]
                if state[at] == HOLE and state[IMMUNE] == 0:
                    reach = _DIAGONALLY
                    while reach < KNIGHT_OFFSETS:
                        if state[at + state[reach]] == theirs + MAGICIAN:
                            found = 1
                        reach += 1
                while state[at] == EMPTY:
                    at += state[leap]
                if state[at] == theirs + ROOK:
                    found = 1
                leap += 1
            phase = after
        else:
            # SUM, with what the caller adds in UNDO
            first = side
            second = state[UNDO]
            square = FIRST_SQUARE
            while square <= LAST_SQUARE:
                first = (first * 31991 + state[square]) % 32749
                second = (second * 29989 + state[square] + 1) % 32719
                square += 1
            found = first << 15 | second
            phase = _DONE
    return found
