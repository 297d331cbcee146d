"""The board kernel of Magician Chess: legal turns, how one is made and unmade, and the search.

The search is alpha-beta (negamax, null windows, late moves less deep) with a quiescence that knows
captures, drops and promotions, and ways out of check. Turns are tried in this order: that of the
table, captures and drops by what they take, killers, then by history.

Beside it there is a search for mates alone, all turns of both players in a tree of limited depth:
depth-first proof-number search. Each position has the least number of positions that are still to
be proved for a mate (proof number) and to be refuted for none (disproof number); the one looked at
next is where both are least, so that turns that leave few replies come first. Where the king is not
in check yet, there is more to prove.

Both are resumable, and count their work: how they are sliced changes nothing.

`magician_board` is written for three ways of running. CPython and MicroPython run it as it is;
Numba compiles it, and the build as viper for the chip, its private functions inlined. So it knows
only integers and flat arrays. What is long and done from many places would be inlined at each, so
that is a phase, and `after` or `then` says which one follows.
"""

from micropython import const

from lodeboard.games.magician.board_layout import (
    BESIDE,
    BEST,
    BLACK,
    BUDGET,
    CARRY,
    CHECK,
    CLEAR,
    DROP,
    EMPTY,
    EXHAUSTED,
    F_ALPHA,
    F_BEST,
    F_BETA,
    F_CHECK,
    F_DEPTH,
    F_END,
    F_FULL,
    F_KEY,
    F_LEGAL,
    F_NEXT,
    FAIR,
    FINISHED,
    FIRST_SQUARE,
    FOLD,
    FORCED,
    FRAME,
    FRAMES,
    HISTORY,
    HOLE,
    HOLES,
    IMMUNE,
    KING,
    KINGS,
    KNIGHT,
    KNIGHT_OFFSETS,
    LAST_SQUARE,
    LIMIT,
    LIST,
    MAGICIAN,
    MAKE,
    MASK,
    MATE,
    MAX_PLY,
    MAX_TURNS,
    MOBILITY,
    MOST_PROOF,
    MOVE,
    NEAR,
    NODES,
    NOISE,
    OFFSETS,
    ON_COLUMN,
    ON_LINE,
    ON_ROW,
    PASSED,
    PAST,
    PAST_COUNT,
    PAWN,
    PLACES,
    PLY,
    QUIET,
    REACH,
    RIGHTS,
    RIGHTS_WEIGHT,
    RIM,
    ROOK,
    RUNNING,
    SEARCH,
    SIDE_WEIGHT,
    SLOT_MASK,
    SLOT_WORDS,
    SLOTS,
    SPENT,
    STACK,
    STACK_WORDS,
    SURE,
    SWAP,
    TABLE,
    TEMPO,
    THREAT,
    TO_ACT,
    TO_KNIGHT,
    TO_ROOK,
    TURN,
    TURNS,
    UNDO,
    UNMAKE,
    VALUE,
    WEIGHTS,
    WORDS,
    WORK,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.pointers import ptr32

# Phases in addition to the tasks that are phases.
_NEXT = const(8)  # the next turn of the list
_TRY = const(9)  # is `turn` legal?
_PATH = const(10)  # castling: the king's own square has been looked at
_JUDGE = const(11)  # the king has been looked at after the turn
_LOOK = const(12)  # is `king` in check by the player who is not `side`?
_DONE = const(13)
# Phases of the search, at `ply`.
_PICK = const(14)  # the next turn
_REPLY = const(15)  # a turn is made, and legal
_WINDOW = const(16)  # ... and it is known whether it gives check
_ENTER = const(17)  # a position is reached; `check`
_EVALUATE = const(18)
_ORDER = const(19)  # the turns are listed
_RETURN = const(20)  # from the ply below, with `score`
_TAKEN_BACK = const(21)  # ... and its turn is unmade
_CLOSE = const(22)  # the position's score is known
_LEAVE = const(23)  # `score` of the position of `ply`, which was not opened
_STOP = const(24)  # the limit is met
# ... for a mate.
_EXPAND = const(25)  # the turns are listed
_BRANCH = const(26)  # those that need not be made, up to the next that must be
_KEEP = const(27)  # ... is made, and it is known whether it gives check
_LISTED = const(28)
_SELECT = const(29)  # which of the position's turns is to be looked at
_PROVED = const(30)  # `score` has the numbers of the position
_GO_ON = const(31)  # within one of these: there is work left to spend

_SIDEWAYS = const(114)  # OFFSETS of one orthogonally
_DIAGONALLY = const(118)
_FAR_ROOK = const(74)  # home squares: a1, d1, g1, a7, d7, g7
_HOME_KING = const(77)
_NEAR_ROOK = const(80)
_FAR_ROOK_BLACK = const(20)
_HOME_KING_BLACK = const(23)
_NEAR_ROOK_BLACK = const(26)

# Words of a frame in addition to those in board_layout.
_TURN = const(10)  # being tried
_UNDO = const(11)
_STAGE = const(12)  # 0: searched as deep as it is due; 1: less deep; 2: with a null window
_BEST_TURN = const(13)
_TABLE_TURN = const(14)
_ALPHA_WAS = const(15)
_KILLER = const(16)
_OLDER_KILLER = const(17)
_QUIET_TURN = const(18)  # 1: what is tried takes nothing
# ... and of the search for a mate: F_ALPHA and F_BETA limit proof and disproof numbers, F_DEPTH has
# the attacker's moves left, F_NEXT and F_END have two words for each turn: it, and its numbers.
_CHOSEN = const(19)  # where the turn on the stack is that is looked at; 0 while they are listed

# Numbers are stored as proof << _HALF | disproof.
_HALF = const(15)
_NO_MATE = const(0x3FFF8000)
_QUIET_PROOF = const(3)  # of a turn that gives no check
_LEFT_WEIGHT = const(0x2545F49)  # positions with other numbers of moves left are others

_LAST_CHECK = const(-3)  # depth up to which escapes from check are searched
_BEFORE_ALL = const(8191)  # ranks in the order
_TAKES = const(4096)
_MOST_HISTORY = const(3900)

# Costs in units of about 690 cycles of machine code on the chip (5.5 us), fitted to 60 searches
# there: each took within 20 % of its units.
_ENTER_COST = const(8)
_EVALUATE_COST = const(28)
_LIST_COST = const(18)
_PICK_COST = const(8)
_GLANCE_COST = const(1)  # of a turn that need not be made


def magician_board(state: "ptr32", task: int) -> int:
    """Do the task in `state` (see board_layout), an array of int32 words."""
    phase = task
    after = _DONE
    side = state[TO_ACT]
    king = state[KINGS + side]
    turn = state[TURN]
    count = index = end = found = 0
    ply = spent = score = undo = 0
    open_to = open_from = 0
    key = -1
    frame = FRAMES
    then = _DONE
    if task == CHECK:
        phase = _LOOK
    elif task == LIST:
        then = _NEXT
    elif task >= SEARCH:
        phase, ply, frame = _begin(state, task)
    while phase != _DONE:
        if phase < _PICK:
            phase, after, side, king, turn, count, index, end, found, undo = _play(
                state, task, phase, after, then, side, king, turn, count, index, end, found, undo
            )
        elif phase < _RETURN:
            phase, after, then, side, king, turn, found, ply, frame, spent, score = _go_down(
                state, task, count, phase, after, then, side, king, turn, found, ply, frame,
                spent, score, undo,
            )  # fmt: skip
        elif phase < _EXPAND:
            phase, then, side, turn, found, ply, frame, score, undo = _come_back(
                state, phase, then, side, turn, found, ply, frame, score, undo
            )
        elif phase < _SELECT:
            (
                phase, then, side, turn, index, end, key, found, ply, frame, spent, score, undo,
                open_to, open_from,
            ) = _branch_out(
                state, count, phase, then, side, turn, index, end, key, found, ply, frame,
                spent, score, undo, open_to, open_from,
            )  # fmt: skip
        else:
            phase, then, side, turn, found, ply, frame, spent, score, undo = _prove(
                state, phase, then, side, turn, found, ply, frame, spent, score, undo
            )
    if task >= SEARCH:
        state[PLY] = ply
        state[SPENT] = spent
        state[WORK] += spent
    return found


def _play(
    state: "ptr32", task: int, phase: int, after: int, then: int, side: int, king: int, turn: int,
    count: int, index: int, end: int, found: int, undo: int,
) -> tuple[int, int, int, int, int, int, int, int, int, int]:  # fmt: skip
    """A phase that lists, makes or unmakes turns. Returns everything that may have changed."""
    if phase == LIST:
        count = _list(state, side)
        index = end = TURNS
        phase = _listed(task)
    elif phase == _NEXT:
        if index == count:
            found = end - TURNS
            phase = _DONE
        else:
            turn = state[index]
            index += 1
            phase = _TRY
    elif phase == _TRY:
        phase, king, after = _try(state, turn, king, after)
    elif phase == _PATH:
        phase, king, found = _path(turn, king, found, then)
    elif phase == MAKE:
        undo = _make(state, side, turn)
        if task == MAKE:
            state[UNDO] = undo
            phase = _DONE
        else:
            king = state[KINGS + side]
            phase = _LOOK
            after = _JUDGE
    elif phase == _JUDGE:
        phase, end, found = _judge(state, task, turn, end, found)
    elif phase == UNMAKE:
        if task == UNMAKE:
            side = 1 - side
            undo = state[UNDO]
        _unmake(state, side, turn, undo)
        phase = then
    elif phase == _LOOK:
        found = _in_check(state, king, side)
        phase = after
    elif phase == CLEAR:
        _clear(state)
        phase = _DONE
    else:
        found = _sum(state, side)
        phase = _DONE
    return phase, after, side, king, turn, count, index, end, found, undo


def _begin(state: "ptr32", task: int) -> tuple[int, int, int]:
    """Where a search continues: the phase, ply and frame."""
    phase = _PICK
    ply = state[PLY]
    frame = FRAMES + ply * FRAME
    if task == MATE:
        phase = _SELECT
        if ply == 0 and state[frame + F_END] == 0:
            phase = _ENTER
    return phase, ply, frame


def _listed(task: int) -> int:
    """The next phase after the turns are listed."""
    phase = _NEXT
    if task == SEARCH:
        phase = _ORDER
    elif task == MATE:
        phase = _EXPAND
    return phase


def _list(state: "ptr32", side: int) -> int:
    """List all turns without checking the own king. Returns the end of the list."""
    mine = side * BLACK
    count = TURNS
    square = FIRST_SQUARE
    while square <= LAST_SQUARE:
        piece = state[square]
        kind = piece & 7
        if piece == HOLE:
            count = _list_spells(state, square, mine, count)
        elif piece & BLACK != mine or kind == EMPTY or kind > KING:
            pass
        elif kind == PAWN:
            count = _list_pawn(state, side, square, mine, count)
        else:
            count = _list_piece(state, square, kind, mine, count)
            if kind == KING:
                count = _list_castling(state, side, square, count)
        square += 1
    return count


def _list_spells(state: "ptr32", hole: int, mine: int, count: int) -> int:
    """List the spells on a hole. Returns the end of the list."""
    # One magician is enough: a spell by another one is the same turn.
    step = _DIAGONALLY
    while step < KNIGHT_OFFSETS and state[hole + state[step]] != mine + MAGICIAN:
        step += 1
    if step < KNIGHT_OFFSETS:
        step = _SIDEWAYS
        while step < _DIAGONALLY:
            to = hole + state[step]
            step += 1
            lies = state[to]
            if lies == EMPTY:
                state[count] = SWAP << 14 | to << 7 | hole
                count += 1
            elif lies & 7 < KING:
                state[count] = CARRY << 14 | to << 7 | hole
                state[count + 1] = DROP << 14 | to << 7 | hole
                count += 2
            elif lies & 7 == KING and state[IMMUNE] == 0:
                state[count] = CARRY << 14 | to << 7 | hole
                count += 1
    return count


def _list_pawn(state: "ptr32", side: int, square: int, mine: int, count: int) -> int:
    """List the moves of a pawn. Returns the end of the list."""
    forward = side * 18 - 9
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
                second = square + side * 36 - 65  # a pawn on one of seven squares may go two steps
                if second >= 0 and second < 7 and step == 0:
                    to += forward
                    if state[to] == EMPTY:
                        state[count] = square << 7 | to
                        count += 1
        step += 1
    return count


def _list_piece(state: "ptr32", square: int, kind: int, mine: int, count: int) -> int:
    """List the moves of any other piece. Returns the end of the list."""
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
    return count


def _list_castling(state: "ptr32", side: int, square: int, count: int) -> int:
    """List castling with the king on this square. Returns the end of the list."""
    rights = state[RIGHTS] >> 2 * side
    if rights & 1 and state[square - 1] + state[square - 2] == EMPTY:
        state[count] = square << 7 | square - 2
        count += 1
    if rights & 2 and state[square + 1] + state[square + 2] == EMPTY:
        state[count] = square << 7 | square + 2
        count += 1
    return count


def _try(state: "ptr32", turn: int, king: int, after: int) -> tuple[int, int, int]:
    """Start a turn that may be illegal. Returns the next phase; for castling also the square that
    must not be attacked, and the phase after that."""
    phase = MAKE
    square = turn >> 7  # of a move
    step = (turn & 127) - square
    if (step == 2 or step == -2) and state[square & 127] & 7 == KING:
        king = square
        phase = _LOOK
        after = _PATH
    return phase, king, after


def _path(turn: int, king: int, found: int, then: int) -> tuple[int, int, int]:
    """Castling: the king may neither be in check nor pass through an attacked square. Returns the
    next phase, the next square that must not be attacked, and found."""
    square = turn >> 7
    phase = MAKE
    if found:
        found = 0
        phase = then
    elif king == square:
        king = square + ((turn & 127) - square >> 1)
        phase = _LOOK
    return phase, king, found


def _make(state: "ptr32", side: int, turn: int) -> int:
    """Make a turn. Returns the data to unmake it."""
    square = turn >> 7 & 127
    to = turn & 127
    kind = turn >> 14
    piece = state[square]
    passed = state[PASSED]
    quiet = state[QUIET]
    undo = quiet << 15 | passed << 8 | state[RIGHTS] << 4
    state[PASSED] = 0
    state[QUIET] = quiet + 1
    if kind == MOVE or kind >= TO_ROOK:
        undo = _move(state, side, square, to, kind, piece, passed, undo)
    else:
        state[square] = HOLE
        state[to] = piece
        if kind == DROP:
            state[to] = EMPTY
            state[QUIET] = 0
            undo |= piece
        elif piece & 7 == KING:
            state[KINGS + (piece >> 3)] = to
    _lose_rights(state)
    state[TO_ACT] = 1 - side
    return undo


def _move(
    state: "ptr32",
    side: int,
    square: int,
    to: int,
    kind: int,
    piece: int,
    passed: int,
    undo: int,
) -> int:
    """Move a piece. Returns `undo` with the data added."""
    lies = state[to]
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
        _move_rook(state, square, to - square, EMPTY, (piece & BLACK) + ROOK)
    return undo


def _move_rook(state: "ptr32", square: int, step: int, corner: int, beside: int) -> None:
    """Castling, where the king makes a step of two squares: what lies then in the rook's corner,
    and beside the king's own square."""
    if step == 2:
        state[square + 3] = corner
        state[square + 1] = beside
    elif step == -2:
        state[square - 3] = corner
        state[square - 1] = beside


def _lose_rights(state: "ptr32") -> None:
    """Remove castling rights whose king or rook has moved."""
    rights = state[RIGHTS]
    if rights:
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


def _judge(state: "ptr32", task: int, turn: int, end: int, found: int) -> tuple[int, int, int]:
    """The next step after a turn, by whether it leaves the king in check: the phase, the end of the
    legal turns, and found."""
    phase = UNMAKE
    if found:
        found = 0
    elif task >= SEARCH:
        phase = _REPLY
    else:
        state[end] = turn
        end += 1
    return phase, end, found


def _unmake(state: "ptr32", side: int, turn: int, undo: int) -> None:
    """Take back the turn of `side`."""
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
            _move_rook(state, square, step, (piece & BLACK) + ROOK, EMPTY)
    else:
        state[to] = HOLE
        if kind == DROP:
            piece = lies
        elif piece & 7 == KING:
            state[KINGS + (piece >> 3)] = square
        state[square] = piece


def _in_check(state: "ptr32", king: int, side: int) -> int:
    """Whether a square is attacked by the player who is not `side`."""
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
        square = king + state[leap]
        if state[square] == HOLE and state[IMMUNE] == 0:
            reach = _DIAGONALLY
            while reach < KNIGHT_OFFSETS:
                if state[square + state[reach]] == theirs + MAGICIAN:
                    found = 1
                reach += 1
        while state[square] == EMPTY:
            square += state[leap]
        if state[square] == theirs + ROOK:
            found = 1
        leap += 1
    return found


def _clear(state: "ptr32") -> None:
    index = HISTORY
    while index < WORDS:
        state[index] = 0
        index += 1


def _sum(state: "ptr32", side: int) -> int:
    """The key of the squares, the player to act and UNDO."""
    found = side * state[SIDE_WEIGHT] + state[UNDO] * state[RIGHTS_WEIGHT] & MASK
    square = FIRST_SQUARE
    while square <= LAST_SQUARE:
        found = found + state[square] * state[WEIGHTS + square] & MASK
        square += 1
    return found


def _go_down(
    state: "ptr32", task: int, count: int, phase: int, after: int, then: int, side: int,
    king: int, turn: int, found: int, ply: int, frame: int, spent: int, score: int, undo: int,
) -> tuple[int, int, int, int, int, int, int, int, int, int, int]:  # fmt: skip
    """A phase of the search up to the listing of a position's turns. Returns everything that may
    have changed."""
    if phase == _PICK:
        phase, found = _may_go_on(state, spent, found)
        if phase == _GO_ON:
            spent += _PICK_COST
            phase, turn = _pick(state, frame, ply, turn)
            side = state[TO_ACT]
            then = _PICK
    elif phase == _REPLY:
        _reply(state, frame, side, turn, undo)
        side = 1 - side
        king = state[KINGS + side]
        phase = _LOOK
        after = _KEEP if task == MATE else _WINDOW
    elif phase == _WINDOW:
        _open(state, frame, found)
        found = 0
        ply += 1
        frame += FRAME
        phase = _ENTER
    elif phase == _ENTER:
        phase, score, spent = _enter(state, task, frame, ply, spent)
        side = state[TO_ACT]
    elif phase == _EVALUATE:
        spent += _EVALUATE_COST
        score = _evaluate(state, frame)
        phase = _stand(state, frame, ply, score)
    else:
        spent += _LIST_COST
        side = state[TO_ACT]
        _order(state, frame, side, count)
        phase = _PICK
    return phase, after, then, side, king, turn, found, ply, frame, spent, score


def _come_back(
    state: "ptr32", phase: int, then: int, side: int, turn: int, found: int, ply: int, frame: int,
    score: int, undo: int,
) -> tuple[int, int, int, int, int, int, int, int, int]:  # fmt: skip
    """A phase of the search after a position's score is known. Returns everything that may have
    changed."""
    if phase == _CLOSE:
        score = _close(state, frame, ply)
        phase = _LEAVE
        if ply == 0:
            state[VALUE] = score
            found = FINISHED
            phase = _DONE
    elif phase == _LEAVE:
        ply -= 1
        frame -= FRAME
        score = -score
        phase = _RETURN
    elif phase == _RETURN:
        if _look_again(state, frame, score):
            ply += 1
            frame += FRAME
            phase = _ENTER
        else:
            phase, side, turn, undo = _take_back(state, frame)
            then = _TAKEN_BACK
    elif phase == _TAKEN_BACK:
        phase = _take(state, frame, ply, turn, score)
    else:
        found = EXHAUSTED
        phase = _DONE
        if ply:
            ply -= 1
            frame -= FRAME
            phase, side, turn, undo = _take_back(state, frame)
            then = _STOP
    return phase, then, side, turn, found, ply, frame, score, undo


def _take_back(state: "ptr32", frame: int) -> tuple[int, int, int, int]:
    """Start to unmake the turn of a frame: the next phase, its player, the turn, and the data to
    unmake it."""
    return UNMAKE, 1 - state[TO_ACT], state[frame + _TURN], state[frame + _UNDO]


def _may_go_on(state: "ptr32", spent: int, found: int) -> tuple[int, int]:
    """Whether there is budget left: the next phase, and found."""
    phase = _GO_ON
    if spent >= state[BUDGET]:
        found = RUNNING
        phase = _DONE
    elif state[WORK] + spent >= state[LIMIT]:
        phase = _STOP
    return phase, found


def _pick(state: "ptr32", frame: int, ply: int, turn: int) -> tuple[int, int]:
    """The next turn in the order. Returns the next phase, and the turn."""
    phase = _CLOSE
    index = state[frame + F_NEXT]
    end = state[frame + F_END]
    if index != end:
        if ply:
            best = index
            other = index + 1
            while other < end:
                if state[other] > state[best]:
                    best = other
                other += 1
            turn = state[best]
            state[best] = state[index]
            state[index] = turn
        turn = state[index] & 0x1FFFF
        state[frame + F_NEXT] = index + 1
        phase = _TRY
    return phase, turn


def _reply(state: "ptr32", frame: int, side: int, turn: int, undo: int) -> None:
    """Record a legal turn that `side` has made, and the key of the position after it."""
    state[frame + F_LEGAL] += 1
    state[frame + _TURN] = turn
    state[frame + _UNDO] = undo
    square = turn >> 7 & 127
    to = turn & 127
    kind = turn >> 14
    piece = state[to]
    lies = undo & 15
    key = state[frame + F_KEY]
    quiet = 0
    if kind == MOVE or kind >= TO_ROOK:
        key, quiet = _key_of_move(state, side, square, to, kind, piece, lies, undo, key)
    elif kind == DROP:
        key -= HOLE * state[WEIGHTS + to] & MASK
        key += (HOLE - lies) * state[WEIGHTS + square]
        if lies & BLACK != side * BLACK:
            quiet = -1
    else:
        key += (HOLE - piece) * (state[WEIGHTS + square] - state[WEIGHTS + to])
    state[frame + _QUIET_TURN] = quiet + 1
    step = state[SIDE_WEIGHT]
    if side:
        step = -step
    key = (key & MASK) + step + state[RIGHTS_WEIGHT] * (state[RIGHTS] - (undo >> 4 & 15))
    state[frame + FRAME + F_KEY] = key & MASK


def _key_of_move(
    state: "ptr32", side: int, square: int, to: int, kind: int, piece: int, lies: int, undo: int,
    key: int,
) -> tuple[int, int]:  # fmt: skip
    """The key with the squares changed by a move; and 0, or -1 if it captures or ends on a rook."""
    quiet = 0
    before = piece
    if kind >= TO_ROOK:
        before = (piece & BLACK) + PAWN
        if kind == TO_ROOK:
            quiet = -1
    key += piece * state[WEIGHTS + to] & MASK
    key -= before * state[WEIGHTS + square] & MASK
    key &= MASK
    step = to - square
    if piece & 7 == KING and (step == 2 or step == -2):
        # The rook moves from its corner to the square the king passed.
        corner = square + 3
        if step < 0:
            corner = square - 3
        lies = (piece & BLACK) + ROOK
        key += lies * (state[WEIGHTS + (square + to >> 1)] - state[WEIGHTS + corner])
    elif lies:
        quiet = -1
        if to == undo >> 8 & 127 and before & 7 == PAWN and step != 9 and step != -9:
            to += 9 - 18 * side
        key -= lies * state[WEIGHTS + to] & MASK
    return key, quiet


def _open(state: "ptr32", frame: int, check: int) -> None:
    """Start the frame below: the window and the depth for the turn that was made."""
    depth = state[frame + F_DEPTH] - 1
    alpha = state[frame + F_ALPHA]
    beta = state[frame + F_BETA]
    step = 0
    if depth >= 0 and state[frame + F_LEGAL] > 1:
        step = 2
        beta = alpha + 1
        if (
            depth > 1
            and state[frame + F_LEGAL] > 4
            and state[frame + _QUIET_TURN]
            and check + state[frame + F_CHECK] == 0
        ):
            step = 1
            depth -= 1
            if depth > 2 and state[frame + F_LEGAL] > 12:
                depth -= 1
    state[frame + _STAGE] = step
    state[frame + FRAME + F_ALPHA] = -beta
    state[frame + FRAME + F_BETA] = -alpha
    state[frame + FRAME + F_DEPTH] = depth
    state[frame + FRAME + F_CHECK] = check


def _enter(state: "ptr32", task: int, frame: int, ply: int, spent: int) -> tuple[int, int, int]:
    """Enter a position. Returns the next phase, the score if it is known, and spent."""
    spent += _ENTER_COST
    state[NODES] += 1
    key = state[frame + F_KEY]
    state[frame + _TABLE_TURN] = 0
    state[frame + _BEST_TURN] = 0
    state[frame + F_LEGAL] = 0
    state[frame + F_BEST] = -SURE
    state[frame + F_FULL] = 1
    score = 0
    phase, spent = _drawn(state, frame, ply, key, spent)
    if task == MATE:
        if phase == _ORDER or ply == 0:
            phase = LIST
        else:
            score = _NO_MATE
            phase = _PROVED
    elif phase == _ORDER:
        depth = state[frame + F_DEPTH]
        if depth <= 0:
            if state[frame + F_CHECK] == 0 or depth <= _LAST_CHECK:
                phase = _EVALUATE
        elif state[SLOT_MASK]:
            phase, score = _look_up(state, frame, ply, depth, key)
        if phase == _ORDER:
            index = state[frame - FRAME + F_END]
            if ply == MAX_PLY - 1 or index > STACK + STACK_WORDS - MAX_TURNS:
                phase = _EVALUATE
            else:
                phase = LIST
    return phase, score, spent


def _drawn(state: "ptr32", frame: int, ply: int, key: int, spent: int) -> tuple[int, int]:
    """LEAVE if a position is a draw by fifty moves or by repetition (the first repetition counts);
    else ORDER. And spent."""
    quiet = state[QUIET]
    phase = _ORDER
    if quiet >= 100 and state[frame + F_CHECK] == 0:
        phase = _LEAVE
    else:
        index = 2
        while index <= quiet:
            if index <= ply:
                if state[frame - FRAME * index + F_KEY] == key:
                    phase = _LEAVE
            elif index - ply <= state[PAST_COUNT]:
                if state[PAST + index - ply - 1] == key:
                    phase = _LEAVE
            else:
                index = quiet
            index += 2
            spent += 1
    return phase, spent


def _look_up(state: "ptr32", frame: int, ply: int, depth: int, key: int) -> tuple[int, int]:
    """Look up a position in the table. Returns the next phase, and the score."""
    phase = _ORDER
    score = 0
    key = key + state[PASSED] * state[RIGHTS_WEIGHT] & MASK
    slot = TABLE + (key & state[SLOT_MASK]) * SLOT_WORDS
    if state[slot] == key:
        step = state[slot + 1]
        state[frame + _TABLE_TURN] = step & 0x1FFFF
        if step >> 17 & 31 >= depth:
            score = state[slot + 2]
            if score > FAIR:
                score -= ply
            elif score < -FAIR:
                score += ply
            step >>= 22  # 1: lower bound, 2: upper bound, 3: exact
            if (
                step == 3
                or (step == 1 and score >= state[frame + F_BETA])
                or (step == 2 and score <= state[frame + F_ALPHA])
            ):
                phase = _LEAVE
    return phase, score


def _evaluate(state: "ptr32", frame: int) -> int:
    """The score of the position for the player to act."""
    score = 0
    square = FIRST_SQUARE
    while square <= LAST_SQUARE:
        piece = state[square]
        kind = piece & 7
        if kind == HOLE:
            score = _add_hole(state, square, score)
        elif kind and kind < HOLE:
            value = _worth(state, square, piece, kind)
            if piece & BLACK:
                score -= value
            else:
                score += value
        square += 1
    if state[TO_ACT]:
        score = -score
    score += state[TEMPO]
    noise = state[NOISE]
    if noise:
        key = state[frame + F_KEY]
        score += ((key >> 7 ^ key >> 17) & noise) - (noise >> 1)
    return score


def _add_hole(state: "ptr32", square: int, score: int) -> int:
    """Add to the score who reaches a hole, and what they may drop or carry."""
    first = second = 0
    step = _DIAGONALLY
    while step < KNIGHT_OFFSETS:
        lies = state[square + state[step]]
        if lies == MAGICIAN:
            first = 1
        elif lies == BLACK + MAGICIAN:
            second = 1
        step += 1
    if first + second:
        score += (first - second) * state[REACH]
        step = _SIDEWAYS
        while step < _DIAGONALLY:
            lies = state[square + state[step]]
            if lies & 7 and lies & 7 < HOLE:
                worth = state[THREAT - 1 + (lies & 7)]
                if lies & BLACK:
                    if first:
                        score += worth
                elif second:
                    score -= worth
            step += 1
    return score


def _worth(state: "ptr32", square: int, piece: int, kind: int) -> int:
    """The worth of a piece to its player: its place, the holes beside it, its mobility."""
    place = square
    if piece & BLACK:
        place = 100 - square
    value = state[PLACES - 28 + 28 * kind + state[FOLD - FIRST_SQUARE + place]]
    count = 0
    step = _SIDEWAYS
    while step < _DIAGONALLY:
        if state[square + state[step]] == HOLE:
            count += 1
        step += 1
    if count > 3:
        count = 3
    value += state[HOLES - 4 + 4 * kind + count]
    if kind != PAWN:
        count = 0
        if kind == ROOK:
            step = _SIDEWAYS
            while step < _DIAGONALLY:
                place = square + state[step]
                while state[place] == EMPTY:
                    count += 1
                    place += state[step]
                step += 1
            count += 18
        else:
            step = OFFSETS
            if kind == KNIGHT:
                step = KNIGHT_OFFSETS
            elif kind == KING:
                step = _SIDEWAYS
            end = step + 8
            while step < end:
                if state[square + state[step]] == EMPTY:
                    count += 1
                step += 1
            if kind == MAGICIAN:
                count += 9
            elif kind == KING:
                count += 31
        value += state[MOBILITY + count]
    return value


def _stand(state: "ptr32", frame: int, ply: int, score: int) -> int:
    """Whether a position's static score stands or captures are searched: the next phase."""
    phase = LIST
    end = state[frame - FRAME + F_END]
    if (
        state[frame + F_DEPTH] > 0
        or ply == MAX_PLY - 1
        or end > STACK + STACK_WORDS - MAX_TURNS
        or score >= state[frame + F_BETA]
    ):
        phase = _LEAVE
    else:
        state[frame + F_FULL] = 0
        state[frame + F_BEST] = score
        if score > state[frame + F_ALPHA]:
            state[frame + F_ALPHA] = score
    return phase


def _order(state: "ptr32", frame: int, side: int, count: int) -> None:
    """Put the turns to try on the stack, with their ranks."""
    to = state[frame - FRAME + F_END]
    state[frame + F_NEXT] = to
    state[frame + _ALPHA_WAS] = state[frame + F_ALPHA]
    index = TURNS
    while index < count:
        turn = state[index]
        index += 1
        kind = turn >> 14
        piece = state[turn >> 7 & 127]
        value = _gain(state, side, turn, kind, piece)
        if value or state[frame + F_FULL]:
            if turn == state[frame + _TABLE_TURN]:
                value = _BEFORE_ALL
            elif value == 0:
                if turn == state[frame + _KILLER]:
                    value = _TAKES - 1
                elif turn == state[frame + _OLDER_KILLER]:
                    value = _TAKES - 2
                else:
                    if kind == CARRY:
                        piece = 0
                    elif kind > CARRY:
                        piece = 4 + kind
                    entry = HISTORY - FIRST_SQUARE + (piece & 7) * 61 + (turn & 127)
                    value = state[entry]
            state[to] = value << 17 | turn
            to += 1
    state[frame + F_END] = to


def _gain(state: "ptr32", side: int, turn: int, kind: int, piece: int) -> int:
    """The rank of a turn by the piece it captures, 0 for none."""
    value = 0
    if kind == DROP:
        if piece & BLACK != side * BLACK:
            value = _TAKES + 8 * (piece & 7) + 8
    elif kind == MOVE or kind >= TO_ROOK:
        lies = state[turn & 127]
        if lies:
            value = _TAKES + 8 * (lies & 7) + 6 - (piece & 7)
        elif kind == TO_ROOK:
            value = _TAKES + 24
        elif turn & 127 == state[PASSED] and piece & 7 == PAWN:
            step = (turn & 127) - (turn >> 7 & 127)
            if step != 9 and step != -9:
                value = _TAKES + 8
    return value


def _close(state: "ptr32", frame: int, ply: int) -> int:
    """The score of a position whose turns have been searched; stored in the table below the
    root."""
    score = state[frame + F_BEST]
    if state[frame + F_FULL]:
        if state[frame + F_LEGAL] == 0:
            score = 0
            if state[frame + F_CHECK]:
                score = ply - SURE
        elif state[QUIET] >= 100:
            score = 0
    depth = state[frame + F_DEPTH]
    if ply and depth > 0 and state[SLOT_MASK]:
        key = state[frame + F_KEY] + state[PASSED] * state[RIGHTS_WEIGHT] & MASK
        slot = TABLE + (key & state[SLOT_MASK]) * SLOT_WORDS
        step = 3
        if score >= state[frame + F_BETA]:
            step = 1
        elif score <= state[frame + _ALPHA_WAS]:
            step = 2
        turn = state[frame + _BEST_TURN]
        if turn == 0:
            turn = state[frame + _TABLE_TURN]
        state[slot] = key
        state[slot + 1] = step << 22 | depth << 17 | turn
        state[slot + 2] = score
        if score > FAIR:
            state[slot + 2] = score + ply
        elif score < -FAIR:
            state[slot + 2] = score - ply
    return score


def _look_again(state: "ptr32", frame: int, score: int) -> int:
    """Whether a turn did better than expected and must be searched again at full depth."""
    again = 0
    step = state[frame + _STAGE]
    alpha = state[frame + F_ALPHA]
    if step and score > alpha and (step == 1 or score < state[frame + F_BETA]):
        state[frame + _STAGE] = 0
        state[frame + FRAME + F_ALPHA] = -state[frame + F_BETA]
        state[frame + FRAME + F_BETA] = -alpha
        state[frame + FRAME + F_DEPTH] = state[frame + F_DEPTH] - 1
        again = 1
    return again


def _take(state: "ptr32", frame: int, ply: int, turn: int, score: int) -> int:
    """Take in the score of a turn. Returns the next phase."""
    phase = _PICK
    if score > state[frame + F_BEST]:
        state[frame + F_BEST] = score
        if score > state[frame + F_ALPHA]:
            state[frame + F_ALPHA] = score
            state[frame + _BEST_TURN] = turn
        if ply == 0:
            state[BEST] = turn
            state[VALUE] = score
        if score >= state[frame + F_BETA]:
            phase = _CLOSE
            depth = state[frame + F_DEPTH]
            if state[frame + _QUIET_TURN] and depth > 0:
                _remember(state, frame, turn, depth)
    return phase


def _remember(state: "ptr32", frame: int, turn: int, depth: int) -> None:
    """Record a quiet turn that caused a cutoff as a killer, and raise its history rank."""
    if state[frame + _KILLER] != turn:
        state[frame + _OLDER_KILLER] = state[frame + _KILLER]
        state[frame + _KILLER] = turn
    kind = turn >> 14
    piece = state[turn >> 7 & 127] & 7
    if kind == CARRY:
        piece = 0
    elif kind == SWAP or kind == DROP:
        piece = 4 + kind
    entry = HISTORY - FIRST_SQUARE + piece * 61 + (turn & 127)
    value = state[entry] + depth * depth
    if value > _MOST_HISTORY:
        value = _MOST_HISTORY
        index = HISTORY
        while index < HISTORY + 488:
            state[index] >>= 1
            index += 1
    state[entry] = value


def _branch_out(
    state: "ptr32", count: int, phase: int, then: int, side: int, turn: int, index: int,
    end: int, key: int, found: int, ply: int, frame: int, spent: int, score: int, undo: int,
    open_to: int, open_from: int,
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]:  # fmt: skip
    """A phase of the search for a mate that puts a position's turns on the stack, or makes one of
    them. Returns everything that may have changed."""
    if phase == _EXPAND:
        spent += _LIST_COST
        end = STACK
        if ply:
            end = state[frame - FRAME + F_END]
        state[frame + F_NEXT] = end
        state[frame + _CHOSEN] = 0
        index = TURNS
        key = -1
        side = state[TO_ACT]
        open_to, open_from = _open_lines(state, side)
        then = _BRANCH
        phase = _BRANCH
        if end + 2 * (count - TURNS) > STACK + STACK_WORDS:
            score = _NO_MATE
            phase = _PROVED
    elif phase == _BRANCH:
        side = state[TO_ACT]
        phase, turn, index, end, key, found, spent = _branch(
            state, count, side, turn, index, end, key, found, ply, frame, spent, open_to, open_from
        )
    elif phase == _LISTED:
        state[frame + F_END] = end
        phase = _SELECT
        if end == state[frame + F_NEXT]:
            score = _NO_MATE
            if ply & 1 and state[frame + F_LEGAL] == 0 and state[frame + F_CHECK]:
                score = MOST_PROOF
            phase = _PROVED
    elif state[frame + _CHOSEN]:
        ply += 1
        frame += FRAME
        state[frame + F_DEPTH] = state[frame - FRAME + F_DEPTH] - (ply & 1)
        state[frame + F_CHECK] = found
        found = 0
        phase = _ENTER
    else:
        phase, side, turn, undo = _take_back(state, frame)
        then = _BRANCH
        index, key, found = _note_check(state, count, index, found, ply, frame)
    return (
        phase, then, side, turn, index, end, key, found, ply, frame, spent, score, undo,
        open_to, open_from,
    )  # fmt: skip


def _prove(
    state: "ptr32", phase: int, then: int, side: int, turn: int, found: int, ply: int, frame: int,
    spent: int, score: int, undo: int,
) -> tuple[int, int, int, int, int, int, int, int, int, int]:  # fmt: skip
    """A phase of the search for a mate that chooses a turn, or has a position's numbers. Returns
    everything that may have changed."""
    if phase == _SELECT:
        phase, found = _may_go_on(state, spent, found)
        if phase == _GO_ON:
            spent += _PICK_COST
            phase, score, turn = _select(state, frame, ply, turn, score)
            side = state[TO_ACT]
    elif ply == 0:
        _finish(state, frame, turn, score)
        found = FINISHED
        phase = _DONE
    else:
        _store_numbers(state, frame, score)
        ply -= 1
        frame -= FRAME
        state[state[frame + _CHOSEN] + 1] = score
        phase, side, turn, undo = _take_back(state, frame)
        then = _SELECT
    return phase, then, side, turn, found, ply, frame, spent, score, undo


def _open_lines(state: "ptr32", side: int) -> tuple[int, int]:
    """What of a king's row, column and neighbours counts: lines with the other's rook. For the king
    of `side`, and for the other one."""
    open_to = open_from = BESIDE
    index = _SIDEWAYS
    while index < _DIAGONALLY:
        step = state[index]
        line = ON_COLUMN
        if step == 1 or step == -1:
            line = ON_ROW
        open_to |= _rook_along(state, state[KINGS + side], step, ROOK + BLACK - side * BLACK, line)
        open_from |= _rook_along(state, state[KINGS + 1 - side], step, ROOK + side * BLACK, line)
        index += 1
    return open_to, open_from


def _rook_along(state: "ptr32", square: int, step: int, rook: int, line: int) -> int:
    """`line` if this rook is in this direction, whatever is between; else 0."""
    found = 0
    square += step
    while state[square] != RIM:
        if state[square] == rook:
            found = line
        square += step
    return found


def _branch(
    state: "ptr32", count: int, side: int, turn: int, index: int, end: int, key: int, found: int,
    ply: int, frame: int, spent: int, open_to: int, open_from: int,
) -> tuple[int, int, int, int, int, int, int]:  # fmt: skip
    """Put turns that need not be made on the stack, up to the next one that must be made. Returns
    the next phase, that turn, the index in the list, the end of the stack, key and found of the
    turn to put there next, and spent."""
    phase = _BRANCH
    check = state[frame + F_CHECK]
    depth = state[frame + F_DEPTH]
    near = NEAR + 60 - state[KINGS + side]
    far = NEAR + 60 - state[KINGS + 1 - side]
    while phase == _BRANCH:
        if key >= 0:
            # Its position is not refuted yet; `found` where it gives check.
            place = end
            if turn == state[frame + _KILLER]:
                # what settled the last position of this ply comes first
                place = state[frame + F_NEXT]
                state[end] = state[place]
                state[end + 1] = state[place + 1]
            state[place] = turn
            state[place + 1] = _numbers(state, ply, depth, key, found)
            end += 2
            key = -1
            found = 0
        if index == count:
            phase = _LISTED
        else:
            spent += _GLANCE_COST
            turn = state[index]
            index += 1
            if _must_be_made(state, ply, side, check, near, far, turn, open_to, open_from):
                spent += _PICK_COST
                phase = _TRY
            elif check == 0 and (ply & 1 or depth > 1):
                key = _key_after(state, frame, side, turn)
    return phase, turn, index, end, key, found, spent


def _numbers(state: "ptr32", ply: int, depth: int, key: int, check: int) -> int:
    """The numbers of the position after a turn: those of the table, or else the initial ones."""
    score = 1 << _HALF | 1
    left = depth
    if ply & 1 == 0:
        left -= 1
        if check == 0:
            score = _QUIET_PROOF << _HALF | 1
    key = (key & MASK) + left * _LEFT_WEIGHT & MASK
    slot = TABLE + (key & SLOTS - 1) * SLOT_WORDS
    if state[slot] == key:
        score = state[slot + 1]
    return score


def _must_be_made(
    state: "ptr32", ply: int, side: int, check: int, near: int, far: int, turn: int, open_to: int,
    open_from: int,
) -> int:  # fmt: skip
    """Whether a turn must be made to see whether it leaves the own king in check, or escapes check,
    or gives the attacker's check."""
    kind = turn >> 14
    square = turn >> 7 & 127
    to = turn & 127
    piece = state[square]
    must = state[RIGHTS]
    if kind > DROP:
        must = 1
    elif kind == MOVE:
        must |= FORCED >> (piece & 7) & 1
        if check:
            must |= state[to] | state[near + to] & open_to & ON_LINE
        else:
            must |= state[near + square] & open_to & ON_LINE
        if ply & 1 == 0:
            must |= state[far + square] & open_from & ON_LINE
            must |= state[far + to] >> (piece & 7) & 1
    else:
        must |= (state[near + square] | state[near + to]) & open_to
        if ply & 1 == 0:
            must |= (state[far + square] | state[far + to]) & open_from
        if kind != SWAP and piece & BLACK != side * BLACK:
            must |= check
        if kind == CARRY:
            must |= FORCED >> (piece & 7) & 1
            must |= (state[near + to] | state[far + to]) >> (piece & 7) & 1
    return must


def _key_after(state: "ptr32", frame: int, side: int, turn: int) -> int:
    """The key of the position after a turn without making it."""
    kind = turn >> 14
    square = turn >> 7 & 127
    to = turn & 127
    piece = state[square]
    key = state[frame + F_KEY]
    if kind == MOVE:
        key += piece * (state[WEIGHTS + to] - state[WEIGHTS + square])
        key = (key & MASK) - state[to] * state[WEIGHTS + to]
    elif kind == DROP:
        key = key - HOLE * state[WEIGHTS + to] & MASK
        key += (HOLE - piece) * state[WEIGHTS + square]
    else:
        key += (HOLE - piece) * (state[WEIGHTS + square] - state[WEIGHTS + to])
    step = state[SIDE_WEIGHT]
    if side:
        step = -step
    return (key & MASK) + step & MASK


def _note_check(
    state: "ptr32", count: int, index: int, check: int, ply: int, frame: int
) -> tuple[int, int, int]:
    """Record whether the turn just made goes onto the stack: the index in the list, the key of its
    position or -1, and whether it gives check."""
    key = -1
    found = 0
    depth = state[frame + F_DEPTH]
    if ply & 1 and depth == 0:
        # there is a reply, so it was no mate
        index = count
    elif ply & 1 or depth > 1 or check:
        found = check
        key = state[frame + FRAME + F_KEY] + state[PASSED] * state[RIGHTS_WEIGHT]
        key &= MASK
    return index, key, found


def _select(state: "ptr32", frame: int, ply: int, turn: int, score: int) -> tuple[int, int, int]:
    """Choose the position's turn to search next, if any. Returns the next phase, the position's
    numbers if there is none, and the turn."""
    # Of the player to act: the least, the second least, and the sum of the other's.
    swing = _HALF * (1 - (ply & 1))
    least, second, total, best = _sums(state, frame, swing)
    limit = state[frame + F_ALPHA]
    other = state[frame + F_BETA]
    if ply & 1:
        limit = other
        other = state[frame + F_ALPHA]
    if least >= limit or total >= other or total == 0 or least == 0:
        score = least << swing | total << _HALF - swing
        phase = _PROVED
        if least == 0:
            state[frame + _KILLER] = state[best]
        if ply == 0:
            turn = state[best]
    else:
        # Stay with this turn while it is close to the least: switching costs more.
        second += (second >> 1) + 4
        if second < limit:
            limit = second
        other += (state[best + 1] >> _HALF - swing & MOST_PROOF) - total
        if ply & 1:
            swapped = limit
            limit = other
            other = swapped
        state[frame + FRAME + F_ALPHA] = limit
        state[frame + FRAME + F_BETA] = other
        state[frame + _CHOSEN] = best
        turn = state[best]
        phase = MAKE
    return phase, score, turn


def _sums(state: "ptr32", frame: int, swing: int) -> tuple[int, int, int, int]:
    """For the turns of a position: the least and the second least of the numbers at `swing`, the
    sum of the others, and the index of the least."""
    least = second = MOST_PROOF
    total = best = 0
    index = state[frame + F_NEXT]
    end = state[frame + F_END]
    while index < end:
        score = state[index + 1]
        value = score >> swing & MOST_PROOF
        total += score >> _HALF - swing & MOST_PROOF
        if value < least:
            second = least
            least = value
            best = index
        elif value < second:
            second = value
        index += 2
    if total >= MOST_PROOF:
        total = MOST_PROOF - 1
    if least == 0:
        total = MOST_PROOF
    elif least == MOST_PROOF:
        total = 0
    return least, second, total, best


def _finish(state: "ptr32", frame: int, turn: int, score: int) -> None:
    """Return the result of the search for a mate."""
    state[VALUE] = 0
    if score < 1 << _HALF:
        state[BEST] = turn
        state[VALUE] = SURE + 1 - 2 * state[frame + F_DEPTH]


def _store_numbers(state: "ptr32", frame: int, score: int) -> None:
    """Store the numbers of a position."""
    depth = state[frame + F_DEPTH]
    if depth:
        key = state[frame + F_KEY] + state[PASSED] * state[RIGHTS_WEIGHT] & MASK
        key = key + depth * _LEFT_WEIGHT & MASK
        slot = TABLE + (key & SLOTS - 1) * SLOT_WORDS
        state[slot] = key
        state[slot + 1] = score
