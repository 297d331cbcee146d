"""A file is there whole, or as it was before."""

import pytest

from host_tools.jobs.files import whole_file, write_whole


def test_what_is_written_is_there_and_nothing_else(tmp_path):
    path = tmp_path / "page.txt"
    for contents, data in (("née", "née".encode()), (b"\0\1", b"\0\1")):
        write_whole(path, contents)
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


def test_work_that_ends_early_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "page.txt"
    write_whole(path, "before")

    def begin() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
