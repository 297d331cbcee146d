"""Compiled modules are stored for other processes until anything they are made from changes."""

import pytest

from host_tools.build import firmware


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A firmware of two modules, of which one uses a constant of the other."""
    monkeypatch.setattr(firmware, "STORE", tmp_path / "store")
    root = tmp_path / "firmware"
    root.mkdir()
    (root / "a.py").write_text("LIMIT = 300\n")
    (root / "b.py").write_text("from a import LIMIT\n\n\ndef limit():\n    return LIMIT\n")
    return root


@pytest.fixture
def compiled(monkeypatch):
    """The names of the modules compiled so far."""
    names = []
    compile_module = firmware.compile_module

    def noting(name, *rest):
        names.append(name)
        return compile_module(name, *rest)

    monkeypatch.setattr(firmware, "compile_module", noting)
    return names


def in_another_process(folder):
    """The modules as a process gets them that has compiled nothing yet."""
    firmware._compile_all.cache_clear()
    return firmware.compile_all(folder)


def test_another_process_compiles_nothing_again(folder, compiled):
    first = in_another_process(folder)
    assert compiled == ["a.py", "b.py"]
    assert in_another_process(folder) == first
    assert len(compiled) == 2


def test_a_changed_constant_changes_the_modules_that_use_it(folder, compiled):
    before, _ = in_another_process(folder)
    (folder / "a.py").write_text("LIMIT = 301\n")
    after, _ = in_another_process(folder)
    assert after["b.py"] != before["b.py"]


def test_other_tools_compile_anew(folder, compiled, tmp_path, monkeypatch):
    in_another_process(folder)
    tool = tmp_path / "tools" / "fold.py"
    tool.parent.mkdir()
    tool.write_text("")
    monkeypatch.setattr(firmware, "__file__", str(tool))
    in_another_process(folder)
    tool.write_text("# changed\n")
    in_another_process(folder)
    assert len(compiled) == 6


def test_errors_are_found_every_time_and_only_the_last_are_stored(folder, monkeypatch):
    (folder / "a.py").write_text("def\n")
    for _ in range(2):
        _, errors = in_another_process(folder)
        assert "a.py" in errors[0]
    monkeypatch.setattr(firmware, "MOST_STORED", 2)
    for limit in range(4):
        (folder / "a.py").write_text(f"LIMIT = {limit}\n")
        in_another_process(folder)
    assert len(list(firmware.STORE.glob("*.zip"))) == 2
