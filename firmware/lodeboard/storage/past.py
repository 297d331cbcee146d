"""The last games that ended at this board, for a computer to read. In memory only while needed.

A game is a line of printable text, its fields separated by tabs: the variant's name (flip/magic),
who played (see storage/journal.py), the level's name, the score, the position it began from, and
its moves with blanks between. The newest games are in the blob "past". Once that is full it is
stored as "past-0", the next time as "past-1" and so on, PARTS in turn, so that the oldest games go.
Payload: the part's number (2 bytes, the low one first), the lines. Parts are short, since a part is
in memory whole while it is written.
"""

from lodeboard.games.catalogue import LEVELS, level_of
from lodeboard.games.contract import TIE, WIN
from lodeboard.storage.blobs import BlobError, pack, unpack
from lodeboard.storage.settings import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.play.record import Record
    from lodeboard.play.scene import Board

NAME = "past"
VERSION = 1
PARTS = 25  # at least a hundred games of 60 moves
MOST = 2000  # bytes in a part; a longer game is a part of its own
FEW = 4  # moves at the end of a game that may be taken back and played otherwise


def load(board: "Board", place: int = -1) -> "tuple[int, bytes]":
    """Return number and lines of a full part; (-1, b"") if there is none or it is damaged. place
    -1: of the newest part; where it is damaged, an empty one follows those that are there."""
    try:
        data = board.store.load(name(place))
        if data is None and place < 0:
            return 0, b""  # not looking further saves ten names: see `name`
        payload = b"" if data is None else unpack(data, "P", VERSION, board.profile.name)
    except BlobError:
        payload = b""
    if len(payload) > 1:
        return payload[0] | payload[1] << 8, payload[2:]
    if place < 0:
        return 1 + max([load(board, each)[0] for each in range(PARTS)]), b""
    return -1, b""


def name(place: int) -> str:
    """Return the name of a blob, see `load`. MicroPython keeps each digit that a store looks at as
    a name, for which memory is short."""
    return NAME if place < 0 else "past-%d" % place


def save(board: "Board", place: int, number: int, lines: bytes) -> None:
    """Save a part, see `load`."""
    payload = bytes((number & 255, number >> 8)) + lines
    board.store.save(name(place), pack("P", VERSION, board.profile.name, payload))


def add(board: "Board", record: "Record", verdict: int) -> None:
    """Add a game that has ended, with the verdict for the player to act. If its end was taken back
    before, so that nearly all its moves are the same, it replaces the one of then."""
    if not record.steps:
        return
    game = record.game
    settings = board.settings
    level = LEVELS[game.name][level_of(game.name, settings.wanted)] if record.machine % 3 else ""
    variant = name_of(record.variant, settings.variants)
    # Bytes: each text of its own would be a name for MicroPython, which keeps it for ever.
    score = b"1/2-1/2" if verdict == TIE else b"1-0"
    if verdict != TIE and (verdict == WIN) != (game.turn == 0):
        score = b"0-1"
    who = [variant.encode(), str(record.machine).encode(), level.encode()]
    start = record.start.encode()
    moves = " ".join(record.moves).encode()
    line = b"\t".join([who[0], who[1], who[2], score, start, moves]) + b"\n"
    number, lines = load(board)
    last = lines.rfind(b"\n", 0, -1) + 1
    old = lines[last:-1].split(b"\t")
    if old[:3] == who and old[4:5] == [start]:
        before = old[5].decode().split(" ")
        same = 0
        while same < min(len(before), len(record.moves)) and before[same] == record.moves[same]:
            same += 1
        if same >= max(FEW, len(before) - FEW):
            lines = lines[:last]
    if lines and len(lines) + len(line) > MOST:
        # If the power fails between the two, this part is written twice, under the same number.
        save(board, number % PARTS, number, lines)
        number, lines = number + 1 & 0xFFFF, b""
    save(board, -1, number, lines + line)
