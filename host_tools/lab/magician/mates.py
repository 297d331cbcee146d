"""Mates in one to four of Magician Chess, each with its proof, in mates.txt beside this file.

A line is a mate: rule set, the attacker's moves, the position, and the proof behind `|`:

    standard 2 k6/.../3K3 w - - 0 1 | a1a6(a7b7 g2g7 a7a8 @c3c4)

The attacker's move, in brackets all replies, and behind each reply the attacker's move there; a
move without brackets is mate. Each mate is the shortest, and only one first move keeps it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("mates.txt")
LENGTHS = (1, 2, 3, 4)
_LINE = re.compile(r"(standard|immune) (\d) ([^|]+) \| (\S.*)")


class Mate(NamedTuple):
    """A line of the file."""

    rules: str
    moves: int  # the attacker's, the mating one included
    position: str
    proof: str

    @property
    def first(self) -> str:
        """The only first move that mates in the fewest moves."""
        return self.proof.split("(")[0]

    @property
    def line(self) -> str:
        return f"{self.rules} {self.moves} {self.position} | {self.proof}"


def read_mates(text: str) -> list[Mate]:
    """The mates of a file. ValueError names a line that is none."""
    mates = []
    for number, line in enumerate(text.splitlines(), 1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number} is no mate: {line[:60]}")
        mates.append(Mate(found[1], int(found[2]), found[3], found[4]))
    return mates


def all_mates() -> Iterator[tuple[str, str, int, list[str]]]:
    """Of each mate: position, rule set, moves to mate, and the first moves that keep the shortest
    mate. A player solves a position if its first move is one of these."""
    for mate in read_mates(FILE.read_text(encoding="utf-8")):
        yield mate.position, mate.rules, mate.moves, [mate.first]
