"""The tables in the repository: whole, of the right size, and refused when they are not."""

import random
from binascii import crc32

import pytest
from games.flip.tables.tampered import RULES, decide, flipped, open_book, shipped

from host_tools.build import firmware
from host_tools.games import book_file
from host_tools.games.flip.tables import format, shapes
from host_tools.games.flip.tables.build import search_path, weights_path
from lodeboard.games import book_file as book
from lodeboard.games.book_file import BookError

BOTH_AT_MOST = 768 * 1024
SECTIONS = ("shapes", "members", "odds", "order", "flips", "places", "search")


def whole(rules, data):
    """Every section, each page checked."""
    opened = open_book(data, rules)
    found = {}
    for name in SECTIONS:
        found[name] = bytearray(opened.section(name)[1])
        opened.read(name, 0, found[name], 0, len(found[name]))
    return {name: bytes(body) for name, body in found.items()}


def with_header(data, change):
    """The file with its header changed and its checksum made right again."""
    long = int.from_bytes(data[12:16], "little")
    head = bytearray(data[: long - 4])
    change(head)
    return bytes(head) + crc32(head).to_bytes(4, "little") + data[long:]


def test_they_fit_the_board():
    sizes = [len(shipped(rules)) for rules in RULES]
    assert sum(sizes) <= BOTH_AT_MOST
    flips = {name for name in firmware.tables() if name.startswith("flip-")}
    assert flips == {f"flip-{rules}" for rules in RULES}


@pytest.mark.parametrize("rules", RULES)
def test_they_hold_what_they_are_made_of(rules):
    found = whole(rules, shipped(rules))
    assert found["shapes"] == shapes.written()
    assert found["members"] == format.members()
    assert found["order"] == weights_path(rules).read_bytes()
    assert found["search"] == search_path(rules).read_bytes()
    assert book_file.assemble(rules, found) == shipped(rules)


def test_there_is_none():
    with pytest.raises(BookError, match="there is no table flip-magic"):
        open_book(None, "magic")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: b"", "it is cut short"),
        (lambda data: data[:20], "it is cut short"),
        (lambda data: data[:200], "it is cut short"),
        (lambda data: data[:-1], "bytes long, as it should be"),
        (lambda data: data[: len(data) // 2], "bytes long, as it should be"),
        (lambda data: data + b"\0", "bytes long, as it should be"),
        (lambda data: b"LODESOLV" + data[8:], "it is no table of this kind"),
        (lambda data: bytes(5000), "it is no table of this kind"),
        (lambda data: data[:8] + b"\2" + data[9:], "it has format 2, and this firmware reads 1"),
        (lambda data: data[:12] + b"\xff" * 4 + data[16:], "its header has no sense"),
        (lambda data: flipped(data, 40), "its header fails its checksum"),
        (lambda data: shipped("eclipse"), "it is for eclipse, not for magic"),
    ],
)
def test_what_is_refused(spoil, reason):
    with pytest.raises(BookError, match=f"the table flip-magic cannot be used: .*{reason}"):
        open_book(spoil(shipped("magic")), "magic")


def test_a_section_that_is_not_there_or_has_another_size():
    data = shipped("magic")
    name_at = book.FIXED + 3 * book.ENTRY

    def rename(head):
        head[name_at : name_at + 5] = b"ORDER"

    with pytest.raises(BookError, match="it has no order"):
        open_book(with_header(data, rename), "magic")

    def shorten(head):
        head[name_at + book.NAME + 4] ^= 1

    with pytest.raises(BookError, match="its weights do not fit its shapes"):
        open_book(with_header(data, shorten), "magic")


def test_any_byte_of_the_header():
    data = shipped("eclipse")
    for at in range(int.from_bytes(data[12:16], "little")):
        with pytest.raises(BookError):
            open_book(flipped(data, at, 1 << at % 8), "eclipse")


def test_any_byte_of_the_rest():
    """It is refused before any of it is used."""
    data = shipped("magic")
    begin = int.from_bytes(data[12:16], "little")
    source = random.Random(1)
    for _ in range(60):
        at = source.randrange(begin, len(data))
        with pytest.raises(BookError, match="it is damaged near byte"):
            whole("magic", flipped(data, at, 1 << source.randrange(8)))


def test_a_decision_that_needs_a_damaged_page_is_not_made():
    text = "2_U--u-D-d---U----"
    data = shipped("magic")
    opened = open_book(data, "magic")
    right = decide(opened, text)
    seen = []

    read = opened.read

    def watched(name, start, into, at, count):
        offset = opened.section(name)[0] + start
        seen.append((name, offset, count))
        read(name, start, into, at, count)

    opened.read = watched
    opened.unload()
    assert decide(opened, text) == right
    assert {name for name, *_ in seen} == {"order", "members", "odds", "flips", "places"}
    for _, offset, count in seen[::3]:
        with pytest.raises(BookError, match="damaged near byte"):
            decide(open_book(flipped(data, offset + count // 2), "magic"), text)
    # A damaged byte in another page does not matter.
    last = max(offset + count for _, offset, count in seen)
    assert decide(open_book(flipped(data, last + 3000), "magic"), text) == right


def test_weights_for_the_search():
    opened = open_book(shipped("magic"), "magic")
    expected = search_path("magic").read_bytes()
    room = bytearray(len(expected))
    opened.load_search_weights(memoryview(room))
    assert room == expected
    with pytest.raises(BookError, match=f"{len(expected)} weights for the search, which takes 10"):
        opened.load_search_weights(bytearray(10))
