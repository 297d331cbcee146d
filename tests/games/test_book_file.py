"""A book's file that the flash cannot read any more is a book that cannot be used."""

import pytest

from lodeboard.games.book_file import BookError, BookFile, NoBook


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
