"""Seeded random damage to bytes, as from wear, radiation and faulty programs."""

from collections.abc import Callable, Sequence
from random import Random

_EXTREMES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x3FFFFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
_SIZES = (1, 2, 4)
_TEXTS = (b"\0", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\r\n", b"%s", b'"', "\u00e9".encode())
_LONG = 5000  # maximum number of added bytes, where long additions are made
_MOST_ACTS = 3

Act = Callable[[Random, bytearray, Sequence[bytes]], None]


def mutated(
    source: Random,
    data: bytes,
    others: Sequence[bytes],
    within: tuple[int, int] | None = None,
    longer: bool = True,
) -> bytes:
    """A copy with one to three kinds of damage; `others`: valid inputs to take parts from.
    `within`: only in this range, with the length kept, as without `longer`."""
    begin, end = within or (0, len(data))
    piece = bytearray(data[begin:end])
    acts = _ALL if longer and within is None else _SAME_LENGTH
    for _ in range(source.randint(1, _MOST_ACTS)):
        source.choice(acts)(source, piece, others)
    if within is not None:
        piece = piece[: end - begin].ljust(end - begin, b"\0")
    return data[:begin] + bytes(piece) + data[end:]


def _at(source: Random, data: bytearray) -> int:
    return source.randrange(len(data)) if data else 0


def _flip_bit(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    if data:
        data[_at(source, data)] ^= 1 << source.randrange(8)


def _flip_burst(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    first = _at(source, data)
    for offset in range(first, min(first + source.randint(2, 32), len(data))):
        data[offset] ^= source.randrange(256)


def _set_byte(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    if data:
        data[_at(source, data)] = source.choice((0, 1, 0x7F, 0x80, 0xFF, source.randrange(256)))


def _set_number(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    """Write an extreme number at an offset where numbers often begin."""
    size = source.choice(_SIZES)
    value = source.choice((*_EXTREMES, len(data), len(data) + 1)) & ((1 << 8 * size) - 1)
    offset = _at(source, data) // size * size
    if offset + size <= len(data):
        data[offset : offset + size] = value.to_bytes(size, "little")


def _wipe(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    """Wipe a part, as an interrupted erase or write does."""
    first = _at(source, data)
    end = min(first + source.choice((8, 64, 256, 4096)), len(data))
    data[first:end] = source.choice((b"\0", b"\xff")) * (end - first)


def _swap(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    size = source.choice((1, 2, 4, 16, 64, 256))
    if len(data) >= 2 * size:
        one, two = sorted(source.randrange(len(data) // size) * size for _ in range(2))
        if two + size <= len(data):
            data[one : one + size], data[two : two + size] = (
                data[two : two + size],
                data[one : one + size],
            )


def _put_text(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    """Insert bytes that are not text, or that end a text."""
    text = source.choice(_TEXTS)
    offset = _at(source, data)
    data[offset : offset + len(text)] = text[: max(0, len(data) - offset)]


def _cut(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    del data[_at(source, data) :]


def _extend(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    count = source.choice((1, 2, 3, 8, 100, _LONG))
    data += source.choice((b"\0" * count, b"\xff" * count, source.randbytes(count)))


def _repeat(source: Random, data: bytearray, _: Sequence[bytes]) -> None:
    first = _at(source, data)
    piece = data[first : first + source.randint(1, 64)]
    data[first:first] = piece * min(source.choice((1, 2, 300)), _LONG // max(1, len(piece)))


def _splice(source: Random, data: bytearray, others: Sequence[bytes]) -> None:
    """The start of one and the end of another."""
    other = source.choice(others) if others else b""
    offset = _at(source, data)
    data[offset:] = (
        other[min(offset, len(other)) :] if source.random() < 0.5 else other[-offset - 1 :]
    )


_SAME_LENGTH: tuple[Act, ...] = (
    _flip_bit, _flip_burst, _set_byte, _set_number, _wipe, _swap, _put_text,
)  # fmt: skip
_ALL: tuple[Act, ...] = (*_SAME_LENGTH, _cut, _extend, _repeat, _splice)
