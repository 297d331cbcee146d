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
from lodeboard.storage.ratings import Ratings
from lodeboard.storage.settings import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.play.ending import Ending
    from lodeboard.play.record import Record
    from lodeboard.play.scene import Board

NAME = "past"
VERSION = 1
PARTS = 25  # at least a hundred games of 60 moves
MOST = 2000  # bytes in a part; a longer game is a part of its own
FEW = 4  # moves at the end of a game that may be taken back and played otherwise


def part_of(board: "Board", name: str) -> "tuple[int, bytes]":
    """Return a part's number and lines; (-1, b"") if there is none or it is damaged."""
    try:
        data = board.store.load(name)
        payload = b"" if data is None else unpack(data, "P", VERSION, board.profile.name)
    except BlobError:
        payload = b""
    if len(payload) < 2:
        return -1, b""
    return payload[0] | payload[1] << 8, payload[2:]


def newest_of(board: "Board") -> "tuple[int, bytes]":
    """Return number and lines of the newest part. Where it is damaged, an empty one follows those
    that are there."""
    number, lines = part_of(board, NAME)
    if number < 0:
        number = 1 + max([part_of(board, f"{NAME}-{place}")[0] for place in range(PARTS)])
    return number, lines


def _save(board: "Board", name: str, number: int, lines: bytes) -> None:
    payload = bytes((number & 255, number >> 8)) + lines
    board.store.save(name, pack("P", VERSION, board.profile.name, payload))


def end(board: "Board", record: "Record", ending: "Ending") -> None:
    """Do what a game that has ended is for: it counts for the fair opponent, and joins the list."""
    if board.fair is not None and board.fair["counts"]:
        Ratings(board, record.game).end(ending.result())
        board.changes.report()
    add(board, record, ending.verdict())


def add(board: "Board", record: "Record", verdict: int) -> None:
    """Add a game that has ended, with the verdict for the player to act. If its end was taken back
    before, it replaces the one of then."""
    if not record.steps:
        return
    game = record.game
    settings = board.settings
    level = LEVELS[game.name][level_of(game.name, settings.level)] if record.machine % 3 else ""
    who = (name_of(record.variant, settings.variants), str(record.machine), level)
    score = (
        "1/2-1/2" if verdict == TIE else "1-0" if (verdict == WIN) == (game.turn == 0) else "0-1"
    )
    fields = ("\t".join(who), score, record.start, " ".join(record.moves))
    line = ("\t".join(fields) + "\n").encode()
    number, lines = newest_of(board)
    last = lines.rfind(b"\n", 0, -1) + 1
    if _goes_on(lines[last:].decode().strip(), fields[0], record):
        lines = lines[:last]
    if lines and len(lines) + len(line) > MOST:
        # If the power fails between the two, this part is written twice, under the same number.
        _save(board, f"{NAME}-{number % PARTS}", number, lines)
        number, lines = number + 1 & 0xFFFF, b""
    _save(board, NAME, number, lines + line)


def _goes_on(line: str, who: str, record: "Record") -> bool:
    """Return whether the game of a line is this one with another end: nearly all its moves are the
    same."""
    if not line.startswith(who + "\t"):
        return False
    _, start, moves = line[len(who) + 1 :].split("\t")
    before = moves.split(" ")
    same = 0
    while same < min(len(before), len(record.moves)) and before[same] == record.moves[same]:
        same += 1
    return start == record.start and same >= max(FEW, len(before) - FEW)
