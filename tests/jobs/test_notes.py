"""Notes of a long run are read by the next one, and damaged notes are ignored."""

import pytest

from host_tools.jobs.notes import read_notes, write_notes


def test_what_was_noted_is_there_again(tmp_path):
    path = tmp_path / "new folder" / "notes.json"
    assert read_notes(path, dict[str, list[int]]) is None
    write_notes(path, {"4 flips 0": [1, 20]})
    write_notes(path, {"4 flips 0": [0, 0], "5": [3, 7]})
    assert read_notes(path, dict[str, list[int]]) == {"4 flips 0": [0, 0], "5": [3, 7]}


@pytest.mark.parametrize("damaged", [b"", b'{"4": [1,', b"\xff\xfe", b"[1, 2]", b'{"4": ["x"]}'])
def test_damaged_notes_are_named_and_done_again(tmp_path, capsys, damaged):
    path = tmp_path / "notes.json"
    path.write_bytes(damaged)
    assert read_notes(path, dict[str, list[int]]) is None
    assert capsys.readouterr().err.startswith(f"{path}: ")
    assert path.read_bytes() == damaged
