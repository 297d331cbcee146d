"""Files put into a file system image come out again."""

from host_tools.board.emulator import filesystem


def test_files_survive_the_image() -> None:
    files = {"main.py": b"print(1)\n", "data/long.blob": bytes(range(256)) * 40, "empty": b""}
    image = filesystem.make_image(files)
    assert len(image) == filesystem.SIZE
    assert filesystem.read_image(image) == files


def test_the_same_files_give_the_same_image() -> None:
    files = {"b.py": b"2", "a.py": b"1"}
    assert filesystem.make_image(files) == filesystem.make_image(dict(reversed(files.items())))
