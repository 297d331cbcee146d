"""What has been proved of early positions of xtic, stored in a file that can be checked.

A fact is about a position in which a piece must be given, and about all equal to it by symmetry;
the file has one of them. The file is text:

    lodeboard xtic facts 1 RULES
    spent <positions searched for it> <seconds>
    <16 cells> <word>          for each position, in order
    end <positions> <CRC-32 of all lines before, hexadecimal>

The word says what is proved of the value for the player who gives: `win`, `lose`, `tie`,
`not-win` or `not-lose`.
"""

import functools
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from host_tools.games.contract import StoreError
from host_tools.games.xtic.solver.board import State, canonical, state_of, tables
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.files import whole_file
from lodeboard.games.contract import GameError
from lodeboard.games.xtic.rules import Xtic

VERSION = 1
#: Most pieces on the board of which facts are stored; with more, search is quick.
DEEPEST = 6

# What is known, as bits: who gives wins, does not; who places wins, does not.
WORDS = {1 | 8: "win", 2 | 4: "lose", 2 | 8: "tie", 2: "not-win", 8: "not-lose"}
_BITS = {word: bits for bits, word in WORDS.items()}

#: The facts that came with the project: of each rule set those from which its opening book is
#: made, the same bit for bit every time.
PROOFS = Path(__file__).with_name("proofs")

Key = tuple[int, int]  # occupied cells and faces of the smallest position of its class


def facts_path(rules: str, where: Path | None = None) -> Path:
    """The path of the facts of a rule set."""
    return (where or solution_folder()) / f"xtic-{rules}.facts"


class Facts:
    """What is proved under one rule set."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.known: dict[Key, int] = {}
        self.nodes = 0  # positions searched for them
        self.seconds = 0.0
        self._images = tables(rules)[1]

    def copy(self) -> "Facts":
        """A copy of the facts, to be written while others are found."""
        other = Facts(self.rules)
        other.known, other.nodes, other.seconds = dict(self.known), self.nodes, self.seconds
        return other

    def key(self, state: State) -> Key:
        return canonical(self._images, state)

    def wins(self, state: State, gives: int) -> bool | None:
        """Whether the giver (gives 1) or the placer (0) wins; None if not known."""
        if not self.known or state.occupied.bit_count() > DEEPEST:
            return None
        return self.look_up(self.key(state), gives)

    def look_up(self, key: Key, gives: int) -> bool | None:
        bits = self.known.get(key, 0) >> (0 if gives else 2) & 3
        return None if bits == 0 else bits == 1

    def add(self, key: Key, gives: int, wins: bool) -> None:
        bits = 1 if wins else 2
        # only one player can win
        both = (bits | 8 if wins else bits) if gives else (bits << 2 | 2 if wins else bits << 2)
        self.known[key] = self.known.get(key, 0) | both

    def lines(self) -> Iterator[str]:
        """The lines of the file except the last."""
        yield f"lodeboard xtic facts {VERSION} {self.rules}\n"
        yield f"spent {self.nodes} {self.seconds:.0f}\n"
        for (occupied, faces), bits in sorted(self.known.items()):
            yield f"{_cells(occupied, faces)} {WORDS[bits]}\n"


def _cells(occupied: int, faces: int) -> str:
    digits = "0123456789abcdef"
    return "".join(
        digits[
            (faces >> cell & 1)
            | (faces >> 15 + cell & 2)
            | (faces >> 30 + cell & 4)
            | (faces >> 45 + cell & 8)
        ]
        if occupied >> cell & 1
        else "-"
        for cell in range(16)
    )


def write(facts: Facts, path: Path) -> None:
    """Write the file atomically. Raises StoreError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            check = 0
            for line in facts.lines():
                data = line.encode("ascii")
                check = zlib.crc32(data, check)
                file.write(data)
            file.write(f"end {len(facts.known)} {check:08x}\n".encode("ascii"))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error


def read(rules: str, path: Path, key_of: Callable[[Xtic], Key] | None = None) -> Facts:
    """Read the facts of a file. Raises StoreError if it is unusable, FileNotFoundError if there is
    none. key_of: replaces `Facts.key` as the key of positions."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
    begin = f"lodeboard xtic facts {VERSION} {rules}\n".encode("ascii")
    if not data.startswith(begin):
        first = data[:60].split(b"\n")[0].decode("ascii", "backslashreplace")
        raise StoreError(
            f'{path} begins with "{first}" and is no file of facts, format {VERSION}, about {rules}'
        )
    body, found, end = data.rpartition(b"end ")
    lines = body[len(begin) :].decode("ascii", "backslashreplace").splitlines()
    if not found or end != f"{len(lines) - 1} {zlib.crc32(body):08x}\n".encode("ascii"):
        raise StoreError(f"{path} is damaged: its last line does not agree with what is before it")
    facts = Facts(rules)
    try:
        word, nodes, seconds = lines.pop(0).split()
        facts.nodes, facts.seconds = int(nodes), float(seconds)
        if word != "spent":
            raise ValueError
    except (IndexError, ValueError) as error:
        raise StoreError(f"{path}, line 2: it should say what was spent") from error
    game = Xtic(rules)
    for number, line in enumerate(lines, start=3):
        cells, _, word = line.partition(" ")
        try:
            game.load(cells + "/-")
            key = key_of(game) if key_of else facts.key(state_of(game))
            facts.known[key] = _BITS[word]
        except (GameError, KeyError) as error:
            raise StoreError(f"{path}, line {number}: {error}") from error
    return facts


def known_here(rules: str) -> Facts:
    """All facts known on this computer: those that ship with the project, and those proved here.
    Raises StoreError."""
    return _all_in(rules, PROOFS, None)


def shipped(rules: str) -> Facts:
    """The facts that ship with the project. Raises StoreError."""
    return _all_in(rules, PROOFS)


@functools.lru_cache(maxsize=4)  # it takes a second or more
def _read_once(rules: str, path: Path, _state: tuple[int, int]) -> Facts:
    """The facts of a file with this time and size, not to be changed."""
    return read(rules, path)


def _all_in(rules: str, *folders: Path | None) -> Facts:
    """The facts of these folders together, with the largest effort spent on one of them."""
    facts = Facts(rules)
    for where in folders:
        path = facts_path(rules, where)
        try:
            found = path.stat()
            more = _read_once(rules, path, (found.st_mtime_ns, found.st_size))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        for key, bits in more.known.items():
            facts.known[key] = facts.known.get(key, 0) | bits
        facts.nodes, facts.seconds = max((facts.nodes, facts.seconds), (more.nodes, more.seconds))
    return facts
