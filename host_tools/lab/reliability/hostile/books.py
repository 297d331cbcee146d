"""The shipped tables, damaged: opened and queried as the players do."""

import importlib
import io
from array import array
from binascii import crc32
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from host_tools.build import firmware
from host_tools.games.loader import GAMES
from host_tools.lab.reliability.hostile.blobs import played
from host_tools.lab.reliability.hostile.kinds import Made, Wrong, reason
from host_tools.lab.reliability.hostile.mutations import mutated
from lodeboard.games import book_file
from lodeboard.games.book_file import BookError, BookFile
from lodeboard.games.catalogue import rule_sets
from lodeboard.games.contract import UNDECIDED
from lodeboard.system.loader import make_game

_READS = 20_000  # parts read of one file, at most
_LOOKED_UP = 10  # of so many inputs, a position is looked up in one: that takes long
_POSITIONS = 64
_MOST_TILES = 7  # on the board, for a position that every table answers
_PLAYED_ON = 60  # steps, at most
_LONGEST_HEADER = 4096


class Sound(NamedTuple):
    """A table as shipped. `sections`: start and end of each."""

    rules: str
    data: bytes
    sections: list[tuple[int, int]]


class CountedFile(io.BytesIO):
    """A file with a limited number of reads, to detect endless reading."""

    left = _READS

    def readinto(self, buffer: Any) -> int:
        self.left -= 1
        if self.left < 0:
            raise Wrong("it reads on and on")
        return super().readinto(buffer)


def with_tables() -> list[str]:
    """The games that come with tables."""
    named = {name.partition("-")[0] for name in firmware.tables()}
    return [game for game in GAMES if game in named]


class Books:
    """The tables of a game."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._ask = importlib.import_module(f"host_tools.games.{game}.tables.lookup").check_answers
        self._sound = [
            Sound(rules, data, _sections(data, game, rules))
            for rules in rule_sets(game)
            if (data := firmware.tables().get(f"{game}-{rules}" if rules else game))
        ]
        self._others = [sound.data for sound in self._sound]
        self._positions = {
            sound.rules: list(_positions(game, sound.rules)) for sound in self._sound
        }

    def make(self, source: Random) -> Made:
        """One damaged in its header, in one of its sections or anywhere; most get matching
        checksums."""
        sound = source.choice(self._sound)
        way = source.random()
        first = sound.sections[0][0]
        if way < 0.3:
            data = mutated(source, sound.data, self._others, (0, first))
        elif way < 0.85:
            data = mutated(source, sound.data, self._others, source.choice(sound.sections))
        else:
            data = mutated(source, sound.data, self._others)
        fits = source.random() < 0.6
        if fits:
            data = sealed(data)
        asked = source.randrange(_LOOKED_UP) == 0
        positions = source.sample(self._positions[sound.rules], 1 if asked else 0)
        return Made((data, sound, positions, source.randrange(1000), fits), fits)

    def read(self, made: tuple[bytes, Sound, list[str], int, bool]) -> str:
        """Open it, read what the search reads from it, look up positions, and read all of it."""
        data, sound, positions, choice, fits = made
        rules = sound.rules

        def opened(_: str) -> CountedFile:
            return CountedFile(data)

        try:
            wrong = self._ask(opened, rules, positions, choice)
            if wrong:
                raise Wrong(wrong)
            file = BookFile(opened, self._game, rules)
            for name in _names(data):
                file.whole(name, 0)
        except BookError as error:
            return reason(error)
        if not fits and data[: len(sound.data)] != sound.data:
            raise Wrong("a damaged table is read")
        return ""


def _sections(data: bytes, game: str, rules: str) -> list[tuple[int, int]]:
    file = BookFile(lambda _: io.BytesIO(data), game, rules)
    names = _names(data)
    return sorted((start, start + length) for start, length in map(file.section, names))


def _names(data: bytes) -> list[str]:
    entries = [book_file.FIXED + book_file.ENTRY * number for number in range(data[11])]
    ends = [(start, start + book_file.NAME) for start in entries]
    return [data[start:end].replace(b"\0", b"").decode("latin-1") for start, end in ends]


def sealed(data: bytes) -> bytes:
    """The same data with a matching length and matching checksums, as far as its header is
    valid."""
    long = book_file.number(data, 12, 4)
    if not book_file.FIXED + 4 < long <= min(_LONGEST_HEADER, len(data)):
        return data
    head = bytearray(data[:long])
    head[16:20] = len(data).to_bytes(4, "little")
    offset = book_file.FIXED + book_file.ENTRY * head[11]
    for begin in range(long, len(data), 1 << book_file.PAGE_LOG):
        if offset + 8 > long:
            break
        page = data[begin : begin + (1 << book_file.PAGE_LOG)]
        head[offset : offset + 4] = crc32(page).to_bytes(4, "little")
        offset += 4
    head[-4:] = crc32(head[:-4]).to_bytes(4, "little")
    return bytes(head) + data[long:]


def _positions(game: str, rules: str) -> Iterator[str]:
    """Positions with so few tiles that the book may have an answer. Games that begin with more
    are played on until so many are taken."""
    source = Random(f"positions of {game} {rules}")
    found = 0
    while found < _POSITIONS:
        start, steps = played(source, game, rules)
        position = make_game(game, rules)
        position.load(start)
        for step in steps:
            position.push(step)
        legal = array("H", [0] * position.max_steps)
        for _ in range(_PLAYED_ON):
            if position.verdict() != UNDECIDED or _tiles(position.text()) <= _MOST_TILES:
                break
            position.push(legal[source.randrange(position.steps(legal))])
        if position.verdict() == UNDECIDED and _tiles(position.text()) <= _MOST_TILES:
            found += 1
            yield position.text()


def _tiles(text: str) -> int:
    return sum(mark.isalnum() for mark in text[2:18])
