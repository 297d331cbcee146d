"""What is put on CircuitPython's drive."""

import ast

import pytest

from host_tools.build import circuitpython
from host_tools.build.firmware import FIRMWARE

FREE = 2004 * 512  # of an empty drive on a Pico, in clusters of 512 bytes


def test_the_drive_has_what_its_own_files_begin_with_and_room(tmp_path, capsys):
    assert circuitpython.main([str(tmp_path)]) == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert (tmp_path / "boot.py").read_bytes() == (circuitpython.SOURCE / "boot.py").read_bytes()
    assert (tmp_path / "code.py").is_file()
    assert (tmp_path / "lodeboard/ports/circuitpython.mpy").is_file()
    assert not (tmp_path / "lodeboard/ports/rp2.mpy").exists()
    assert f"{len(files)} files" in capsys.readouterr().out
    assert sum(-(-path.stat().st_size // 512) * 512 + 512 for path in files) < FREE // 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["DRIVE/lost"], "lost is not a folder"), (["DRIVE", "--board", "lost"], "choose from")],
)
def test_a_mistyped_drive_or_board_is_refused(tmp_path, capsys, arguments, reason):
    with pytest.raises(SystemExit):
        circuitpython.main([each.replace("DRIVE", str(tmp_path)) for each in arguments])
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_modules_are_circuitpython_s_and_bytecode_alone():
    heads = {code[:4] for code in circuitpython.modules().values()}
    # Whose, version 6, no machine code, integers of 31 bits.
    assert heads == {b"C\x06\x00\x1f"}


def test_nothing_is_asynchronous():
    """CircuitPython encodes just this in another way than the compiler used here."""
    kinds = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
    for path in FIRMWARE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not any(isinstance(node, kinds) for node in ast.walk(tree)), path
