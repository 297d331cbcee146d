"""Proofs of near ends of Magician Chess: a function that Numba compiles where it is installed.

The question is always whether the attacker reaches the goal within so many of their own moves,
whatever is replied: `MATE`, or `DRAW`, which is a draw or better. Every legal turn of both sides
is tried, so that "no" is as sure as "yes". Answers are stored in a table with the whole position,
so that no two positions are ever taken for one.

A position that has been there twice in the game is drawn as soon as it comes again. Within a line
nothing needs to be counted: the attacker gains nothing by a repetition on the way to the shortest
mate, and who seeks a draw only gains by it. Quiet turns count in the table where they can
reach the limit.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False, disallow-untyped-calls=False

import inspect
import sys
import textwrap
import zlib

from host_tools.build.compiled import OnArrays, compile_for, machine_code
from host_tools.build.inline import inlined_function
from host_tools.build.swap import beside
from lodeboard.games.magician import board_kernel, board_layout
from lodeboard.games.magician.board_layout import (
    CHECK,
    DROP,
    EMPTY,
    FIRST_SQUARE,
    KING,
    LAST_SQUARE,
    LIST,
    MAKE,
    MAX_TURNS,
    PASSED,
    PAWN,
    QUIET,
    RIGHTS,
    TO_ACT,
    TURN,
    TURNS,
    UNDO,
    UNMAKE,
)

RUNNING = -1  # the work allowed is used up; call again
NO = 0
YES = 1

# Goals.
DRAW = 0
MATE = 1

#: Most moves of the attacker.
MOST_MOVES = 8

#: Words of `work`: the question,
GOAL = 0
DEFENDS = 1  # 1 where the attacker's opponent is to act at first
LATE = 2  # 1 where quiet turns can reach the limit
#: how many positions in `drawn`, and the turns tried so far,
DRAWN = 3
DONE = 4
#: where the search stands: 0 to begin,
_STARTED = 5
_PLY = 6
_MADE_OF = 7
#: the turn that refuted an attack last, for each ply,
_ANSWERS = 8
#: and a frame for each ply: moves left to the attacker, how many turns, how many of them tried,
#: the one under way with what unmakes it, 1 where the result is to be kept and where, the key,
#: the turns.
KEY_WORDS = 4
_FRAMES = _ANSWERS + 2 * MOST_MOVES + 2
LEFT = 0
_COUNT = 1
_TRIED = 2
_TURN = 3
_UNDO = 4
_STORES = 5
_AT = 6
_KEYS = 7
_TURNS = _KEYS + KEY_WORDS
_FRAME = _TURNS + MAX_TURNS
FIRST_LEFT = _FRAMES + LEFT
FIRST_TURN = _FRAMES + _TURN
FIRST_KEY = _FRAMES + _KEYS
WORK = _FRAMES + _FRAME * (2 * MOST_MOVES + 2)

#: Words of an entry of the table: the key, and what is known: a turn << 8 | the most moves within
#: which the goal is not reached << 4 | 15 - the fewest within which it is.
ENTRY = KEY_WORDS + 1

_QUIET_DRAW = 100
_ENTER, _NEXT, _RETURN = 0, 1, 2
#: Lowest bits of a key that say nothing of what lies on the board: goal, attacker, the pawn passed,
#: quiet turns.
ASKED_BITS = 16

board = inspect.unwrap(board_kernel.magician_board)


def _prove(state, work, table, drawn, most):
    """Continue with the question in `work` until it is answered or `work[DONE]` has reached `most`.
    state: the kernel's words, left as they were once it is answered. drawn: keys of positions that
    are drawn when they come again. table: a power of two of entries."""
    work[_MADE_OF] = _MADE
    ply = work[_PLY]
    phase = _ENTER
    result = 0
    if work[_STARTED] == 0:
        work[_STARTED] = 1
        ply = 0
    while True:
        frame = _FRAMES + ply * _FRAME
        left = work[frame + LEFT]
        attacks = 1 if ply & 1 == work[DEFENDS] else 0
        if phase == _ENTER:
            if work[DONE] >= most:
                work[_PLY] = ply
                return RUNNING
            work[DONE] += 1
            phase, result = _enter(state, work, table, drawn, frame, ply, left, attacks, result)
        elif phase == _NEXT:
            tried = work[frame + _TRIED]
            if tried == work[frame + _COUNT]:
                result = 1 - attacks
                work[frame + _TURN] = 0
                phase = _RETURN
            else:
                turn = work[frame + _TURNS + tried]
                work[frame + _TRIED] = tried + 1
                work[frame + _TURN] = turn
                state[TURN] = turn
                board(state, MAKE)
                work[frame + _UNDO] = state[UNDO]
                ply += 1
                work[frame + _FRAME + LEFT] = left - attacks
                phase = _ENTER
        else:
            if work[frame + _STORES]:
                _keep(work, table, frame, left, result)
            if ply == 0:
                work[_STARTED] = 0
                return result
            ply -= 1
            frame -= _FRAME
            state[TURN] = work[frame + _TURN]
            state[UNDO] = work[frame + _UNDO]
            board(state, UNMAKE)
            if result == attacks:
                phase = _NEXT
            elif attacks:
                work[_ANSWERS + ply] = work[frame + _TURN]


def _enter(state, work, table, drawn, frame, ply, left, attacks, result):
    """Enter a position. Returns the next phase: RETURN with the result if it is known."""
    goal = work[GOAL]
    work[frame + _STORES] = 0
    work[frame + _TURN] = 0
    if goal == MATE and left == 0:
        # mate ends the game before any draw counts
        result = 0
        if attacks == 0 and board(state, CHECK) and board(state, LIST) == 0:
            result = 1
        return _RETURN, result
    pieces = _write_key(state, work, frame, goal, attacks)
    attacker = state[TO_ACT] if attacks else 1 - state[TO_ACT]
    if goal == MATE and pieces >> attacker & 1 == 0:
        return _RETURN, 0  # a lone king cannot mate
    if goal == DRAW and pieces >> 1 - attacker & 1 == 0:
        return _RETURN, 1  # the attacker may be mated already, but by nobody
    known = 0
    if left and ply:
        known = _look_up(work, table, frame)
    if known & 15 and left >= 15 - (known & 15):
        return _RETURN, 1
    if known and left <= known >> 4 & 15:
        return _RETURN, 0
    count = board(state, LIST)
    if count == 0:
        checked = board(state, CHECK)
        if goal == MATE:
            result = 1 if checked and attacks == 0 else 0
        else:
            result = 0 if checked and attacks else 1
        return _RETURN, result
    ended = state[QUIET] >= _QUIET_DRAW
    if work[DRAWN] and ply and not ended:
        ended = _comes_again(state, work, drawn, frame, count)
    if ended:
        return _RETURN, 0 if goal == MATE else 1
    if left == 0:
        return _RETURN, 0
    work[frame + _STORES] = 1 if ply else 0
    _order(state, work, frame, ply, left, attacks, known >> 8, count)
    return _NEXT, result


def _write_key(state, work, frame, goal, attacks):
    """Write the key: fifteen squares a word, the last four squares with everything else. Returns a
    bit for each player, set if it has more than a king."""
    index = frame + _KEYS
    word = cells = pieces = 0
    square = FIRST_SQUARE
    while square <= LAST_SQUARE:
        lies = state[square]
        if lies & 7 < KING and lies != EMPTY:
            pieces |= 1 << (lies >> 3)
        word = word << 4 | lies
        cells += 1
        if cells == 15:
            work[index] = word
            index += 1
            word = cells = 0
        square += 1
        if (square - FIRST_SQUARE) % 9 == 7:
            square += 2
    word = word << 5 | state[TO_ACT] << 4 | state[RIGHTS]
    word = (word << 1 | goal) << 1 | attacks
    work[index] = (word << 7 | state[PASSED]) << 7 | (state[QUIET] if work[LATE] else 0)
    return pieces


def _entry_at(work, table, key, place):
    """The index of the later of two entries that has this key, -1 if none has."""
    found = -1
    for entry in range(place, place + 2 * ENTRY, ENTRY):
        if (
            table[entry + 3] == work[key + 3]
            and table[entry] == work[key]
            and table[entry + 1] == work[key + 1]
            and table[entry + 2] == work[key + 2]
        ):
            found = entry
    return found


def _look_up(work, table, frame):
    """What is known of a position, 0 if nothing."""
    key = frame + _KEYS
    mask = len(table) // ENTRY - 1
    hashed = work[key] % 2147483629 * 48271
    hashed += work[key + 1] % 2147483587 * 69621
    hashed += work[key + 2] % 2147483579 * 16807
    hashed += work[key + 3] % 2147483563 * 40014
    place = ((hashed ^ hashed >> 23) & mask & -2) * ENTRY
    work[frame + _AT] = place
    entry = _entry_at(work, table, key, place)
    known = 0
    if entry >= 0:
        known = table[entry + KEY_WORDS]
    return known


def _comes_again(state, work, drawn, frame, count):
    """Whether repeating this position draws the game."""
    # A pawn that has just passed counts only if it can be captured.
    passed = state[PASSED]
    captured = 0
    for index in range(TURNS, TURNS + count):
        turn = state[index]
        if turn >> 14 == 0 and turn & 127 == passed:
            square = turn >> 7
            if state[square] & 7 == PAWN and abs(square - passed) != 9:
                captured = passed
    last = work[frame + _KEYS + 3] >> ASKED_BITS << 7 | captured
    found = False
    for index in range(0, work[DRAWN] * KEY_WORDS, KEY_WORDS):
        if (
            drawn[index] == work[frame + _KEYS]
            and drawn[index + 1] == work[frame + _KEYS + 1]
            and drawn[index + 2] == work[frame + _KEYS + 2]
            and drawn[index + 3] == last
        ):
            found = True
    return found


def _order(state, work, frame, ply, left, attacks, answer, count):
    """Put the turns into the frame, most promising first: known results, the turn that refuted the
    attack's last move, checks of the attacker, captures and drops of the defender."""
    first = frame + _TURNS
    front = first
    for index in range(count):
        work[first + index] = state[TURNS + index]
    second = work[_ANSWERS + ply]
    for wanted in range(2):
        turn = answer if wanted == 0 else second
        for index in range(front, first + count):
            if turn and work[index] == turn:
                work[index] = work[front]
                work[front] = turn
                front += 1
                break
    if attacks == 0 or left > 1:
        for index in range(front, first + count):
            turn = work[index]
            if _is_good(state, turn, attacks):
                work[index] = work[front]
                work[front] = turn
                front += 1
    work[frame + _COUNT] = count
    work[frame + _TRIED] = 0


def _is_good(state, turn, attacks):
    """Whether the attacker's turn gives check, or the defender's is a capture or a drop."""
    kind = turn >> 14
    if attacks:
        state[TURN] = turn
        board(state, MAKE)
        good = board(state, CHECK) != 0
        state[TURN] = turn
        board(state, UNMAKE)
    else:
        good = kind == DROP or ((kind == 0 or kind > DROP) and state[turn & 127] != EMPTY)
    return good


def _keep(work, table, frame, left, result):
    """Store what is now known of a position."""
    key = frame + _KEYS
    slot = work[frame + _AT]
    same = _entry_at(work, table, key, slot)
    known = table[same + KEY_WORDS] & 255 if same >= 0 else 0
    if same < 0:
        # the first of two entries is for positions that took more work
        old = table[slot + KEY_WORDS] >> 4 & 15
        old = max(old, 15 - (table[slot + KEY_WORDS] & 15))
        same = slot if table[slot + 3] == 0 or left >= old else slot + ENTRY
    known = known & 240 | 15 - left if result else known & 15 | left << 4
    for word in range(KEY_WORDS):
        table[same + word] = work[key + word]
    table[same + KEY_WORDS] = work[frame + _TURN] << 8 | known


def _sources():
    """A number that changes with the board kernel and its layout."""
    texts = [inspect.getsource(module) for module in (board_kernel, board_layout)]
    return zlib.crc32("".join(texts).encode())


def machine():
    """`prove` as machine code."""

    def code():
        # Machine code can call only machine code. It is compiled once for all its arguments,
        # otherwise Numba compiles it again for each constant that `prove` calls it with.
        import numpy as np  # noqa: PLC0415  (takes a tenth of a second)

        made = machine_code(board)
        compile_for(made, (np.zeros(1, "i"), 0))
        made.disable_compile()
        # Numba keeps machine code by this file and by the numbers that a function closes over; it
        # does not look at other files. So it closes over one that changes with the board's kernel.
        text = inlined_function(inspect.getsource(sys.modules[__name__]), _prove.__name__)
        text = f"def make(_MADE):\n{textwrap.indent(text, '    ')}\n    return _prove"
        names = {**globals(), "board": made}
        exec(compile(text, __file__, "exec"), names)
        return machine_code(names["make"](_MADE))

    return OnArrays(_prove, code, ("i", "q", "q", "q", None))


_MADE = _sources()
_swapping = beside(_prove, machine)
#: Whether `prove` becomes machine code.
SWIFT = _swapping is not None
prove = _swapping or _prove
