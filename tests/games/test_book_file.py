"""A book's file: its header, its sections, and what is wrong with one that cannot be used."""

import io
from binascii import crc32
from typing import Any

import pytest

from host_tools.games.book_file import assemble
from lodeboard.games.book_file import BookError, BookFile, NoBook, number, without


class Failing:
    """A table whose file fails at this one of its calls."""

    def __init__(self, at: str) -> None:
        self._at = at

    def seek(self, offset: int) -> int:
        return self._done("seek", offset)

    def readinto(self, into: bytearray) -> int:
        return self._done("readinto", 0)

    def close(self) -> None:
        pass

    def _done(self, name: str, value: int) -> int:
        if name == self._at:
            raise OSError(5)
        return value


@pytest.mark.parametrize("at", ["open", "seek", "readinto"])
def test_a_file_that_cannot_be_read_is_named(at: str) -> None:
    def open_table(name: str) -> Failing:
        if at == "open":
            raise OSError(5)
        return Failing(at)

    with pytest.raises(BookError, match="table flip-magic cannot be used: it cannot be read"):
        BookFile(open_table, "flip", "magic")


def test_a_book_that_is_not_there_is_no_fault() -> None:
    with pytest.raises(NoBook):
        BookFile(lambda name: None, "flip", "magic")


def test_a_rule_set_that_the_header_has_no_room_for_is_refused() -> None:
    with pytest.raises(ValueError, match="12 bytes"):
        assemble("thirteen-char", {})


PAGE = 2048
SECTIONS = {"one": bytes(range(256)) * 20, "two": b"", "three": bytes(range(255, -1, -1)) * 3}
CONTENTS = b"".join(SECTIONS.values())  # two whole pages and a short one
LONG = 32 + 3 * 16 + 3 * 4 + 4  # of the header


def written(rules: bytes = b"magic", more: int = 0, **fields: int) -> bytearray:
    """A book by the words of the format. `more`: zeros after the last section. `fields`: what
    its header says instead of the truth."""
    contents = CONTENTS + bytes(more)
    pages = [contents[at : at + PAGE] for at in range(0, len(contents), PAGE)]
    long = 32 + 3 * 16 + 4 * len(pages) + 4
    says = {"version": 1, "page_log": 11, "sections": 3, "long": long} | fields
    says.setdefault("three_size", len(SECTIONS["three"]) + more)
    head = bytearray(b"LODEBOOK")
    head += says["version"].to_bytes(2, "little") + bytes([says["page_log"], says["sections"]])
    head += says["long"].to_bytes(4, "little")
    head += says.get("length", long + len(contents)).to_bytes(4, "little") + rules.ljust(12, b"\0")
    at = long
    for name, section in SECTIONS.items():
        head += name.encode().ljust(8, b"\0") + says.get(f"{name}_at", at).to_bytes(4, "little")
        head += says.get(f"{name}_size", len(section)).to_bytes(4, "little")
        at += len(section)
    for page in pages:
        head += crc32(page).to_bytes(4, "little")
    return head + crc32(head).to_bytes(4, "little") + contents


@pytest.mark.parametrize("last", [PAGE - 1, PAGE, 1, 2])
def test_the_last_page_may_have_any_size(last: int) -> None:
    more = (last - len(CONTENTS)) % PAGE
    file = book(written(more=more))
    assert file.whole("three", 0) == SECTIONS["three"] + bytes(more)


class Slow(io.BytesIO):
    """Reads no more than so many bytes at once, as a file may; counts what is read."""

    most = 1 << 20
    taken = 0

    def readinto(self, into: Any) -> int:
        got = super().readinto(memoryview(into)[: self.most])
        self.taken += got
        return got


def book(data: bytes, rules: str = "magic") -> BookFile:
    return BookFile(
        lambda name: Slow(bytes(data)) if name == f"flip-{rules}" else None, "flip", rules
    )


def test_its_sections_are_found_and_read() -> None:
    file = book(written())
    assert file.name == "flip-magic"
    at = LONG
    for name, section in SECTIONS.items():
        assert file.section(name) == (at, len(section))
        assert file.whole(name, len(section)) == section
        at += len(section)
    assert file.whole("three", 5, False) == SECTIONS["three"][:5]
    with pytest.raises(BookError, match="is damaged, three is too short"):
        file.whole("three", len(SECTIONS["three"]) + 1)
    with pytest.raises(BookError, match="it has no four"):
        file.section("four")


EDGES = (0, 1, 255, 256, 257, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE - 1, 2 * PAGE, 2 * PAGE + 1, 5119)


@pytest.mark.parametrize("most", [100, 1 << 20])
def test_any_bytes_of_a_section_are_read_to_any_place(most: int, monkeypatch: Any) -> None:
    file = book(written())
    one = SECTIONS["one"]
    for start in EDGES:
        for end in EDGES:
            if start <= end and (most > 100 or end - start < 200):
                monkeypatch.setattr(Slow, "most", most)
                into = bytearray(b"x" * (end - start + 7))
                file.read("one", start, into, 4, end - start)
                assert into == b"xxxx" + one[start:end] + b"xxx", (start, end)
    into = bytearray(768)
    file.read("three", 0, into, 0, 768)  # in the midst of a page, to the end of the file
    assert into == SECTIONS["three"]


def test_only_the_pages_that_are_asked_for_are_read() -> None:
    file = book(written())
    source = file._file
    for start, count, pages in ((0, 1, 1), (PAGE - 1, 1, 1), (PAGE - 1, 2, 2), (PAGE, 1, 1)):
        source.taken = 0
        file.read("one", start, bytearray(count), 0, count)
        # A page by pieces of 256 bytes, the last of which may reach beyond it.
        assert pages * PAGE <= source.taken < pages * (PAGE + 256)
    source.taken = 0
    file.read("one", 0, bytearray(PAGE), 0, PAGE)
    assert source.taken == PAGE  # straight to where it goes


@pytest.mark.parametrize(("start", "count"), [(-1, 1), (0, 5121), (5120, 1), (5119, 2)])
def test_what_is_not_in_a_section_is_not_read(start: int, count: int) -> None:
    with pytest.raises(BookError, match="is damaged, one is too short"):
        book(written()).read("one", start, bytearray(6000), 0, count)


@pytest.mark.parametrize("count", [1, PAGE])  # by pieces, and straight to where it goes
@pytest.mark.parametrize("page", [0, 1])
def test_a_damaged_byte_is_found_where_it_lies(page: int, count: int) -> None:
    first = LONG + page * PAGE
    for at in (first, first + PAGE - 1):
        data = written()
        data[at] ^= 64
        file = book(data)
        other = (1 - page) * PAGE
        file.read("one", other, bytearray(PAGE), 0, PAGE)
        with pytest.raises(BookError, match=f"it is damaged near byte {first}$"):
            file.read("one", page * PAGE, bytearray(count), 0, count)


def test_a_damaged_byte_of_the_last_page_is_found() -> None:
    data = written()
    data[-1] ^= 1
    with pytest.raises(BookError, match=f"it is damaged near byte {LONG + 2 * PAGE}"):
        book(data).read("three", 0, bytearray(1), 0, 1)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"version": 2}, "it has format 2, and this firmware reads 1"),
        ({"version": 0}, "it has format 0, and"),
        ({"page_log": 12}, "its header has no sense"),
        ({"sections": 2}, "its header has no sense"),
        ({"sections": 4}, "its header has no sense"),
        ({"long": LONG - 4}, "its header has no sense"),
        ({"long": LONG + 4}, "its header has no sense"),
        ({"long": 32}, "its header has no sense"),
        ({"length": LONG + 2 * PAGE}, "its header has no sense"),
        ({"length": LONG + 3 * PAGE + 1}, "its header has no sense"),
        ({"length": LONG - 1}, "its header has no sense"),
        ({"length": LONG + len(CONTENTS) - 1}, "it is not 5983 bytes long, as it should be"),
        ({"length": LONG + len(CONTENTS) + 1}, "it is not 5985 bytes long, as it should be"),
        ({"one_at": LONG - 1}, "a section is not in it"),
        ({"three_size": 769}, "a section is not in it"),
        ({"one_size": 5889}, "a section is not in it"),
    ],
)
def test_a_header_that_cannot_be_is_refused(fields: dict[str, int], reason: str) -> None:
    with pytest.raises(BookError, match="the table flip-magic cannot be used: it") as refused:
        book(written(**fields))
    assert reason in str(refused.value)


def test_what_a_header_may_just_say_is_taken() -> None:
    file = book(written(one_at=LONG, one_size=5888))
    assert file.section("one") == (LONG, len(CONTENTS))


def test_another_file_and_another_rule_set_are_refused() -> None:
    for at in range(8):
        data = written()
        data[at] ^= 32
        with pytest.raises(BookError, match="it is no table of this kind"):
            book(data)
    with pytest.raises(BookError, match="it is for eclipse, not for magic"):
        book(written(b"eclipse"))
    assert book(written(b"twelve-bytes"), "twelve-bytes").rules == "twelve-bytes"
    for at in (20, 32, LONG - 5, LONG - 1):
        data = written()
        data[at] ^= 1
        with pytest.raises(BookError, match="its header fails its checksum"):
            book(data)


@pytest.mark.parametrize("size", [0, 7, 31, 32, LONG - 1])
def test_a_file_that_ends_in_its_header_is_cut_short(size: int) -> None:
    with pytest.raises(BookError, match="it is cut short"):
        book(written()[:size])


@pytest.mark.parametrize("count", [1, PAGE])
def test_a_file_that_ends_while_it_is_read_is_cut_short(count: int) -> None:
    file = book(written())
    for left in (LONG, LONG + 300, LONG + PAGE - 1):
        file._file.truncate(left)
        with pytest.raises(BookError, match="it is cut short"):
            file.read("one", 0, bytearray(count), 0, count)
    file.close()
    assert file._file.closed


def test_numbers_begin_with_their_lowest_byte() -> None:
    assert number(b"\x01\x02\x03\x04\x05", 1, 3) == 0x040302


def test_people_hear_that_the_board_only_searches() -> None:
    said = without(BookError("the table x cannot be used: y"))
    assert said == (
        "The book cannot be used, so the board only searches: the table x cannot be used: y."
    )
