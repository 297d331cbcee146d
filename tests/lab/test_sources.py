"""A test's key covers everything its outcome depends on, and nothing else."""

import ast

import pytest

from host_tools.lab import sources

FILES = {
    "constraints.txt": "numpy==1\n",
    "firmware/lodeboard/__init__.py": "",
    "firmware/lodeboard/rules.py": "WIN = 1\n",
    "firmware/lodeboard/board.py": "def read():\n    from .rules import WIN\n    return WIN\n",
    "firmware/lodeboard/unused.py": "",
    "firmware/tables/one.table": "1 2 3",
    "host_tools/__init__.py": "",
    "host_tools/world.py": "import lodeboard.board\n",
    "host_tools/weights/first.txt": "0.5",
    "host_tools/games/one/plugin.py": "",
    "host_tools/other/__init__.py": "",
    "host_tools/other/page.css": "",
    "host_tools/play/cli/__init__.py": "def main(): pass\n",
    "host_tools/play/cli/play.py": "",
    "tests/conftest.py": "",
    "tests/play/conftest.py": "",
    "tests/play/helper.py": "from host_tools import world\n",
    "tests/play/slip.txt": "wait 5",
    "tests/play/test_play.py": "import helper\n",
    "tests/cli/test_cli.py": "import subprocess\n",
    "tests/games/test_one.py": "import host_tools.games.one.plugin\n",
}
MATTER = {
    "tests/play/test_play.py": (
        "constraints.txt",
        "firmware/lodeboard/__init__.py",
        "firmware/lodeboard/rules.py",
        "firmware/lodeboard/board.py",
        "host_tools/__init__.py",
        "host_tools/world.py",
        "host_tools/weights/first.txt",
        "tests/conftest.py",
        "tests/play/conftest.py",
        "tests/play/helper.py",
        "tests/play/slip.txt",
        "tests/play/test_play.py",
    ),
    "tests/cli/test_cli.py": (
        "constraints.txt",
        "host_tools/play/cli/__init__.py",
        "host_tools/play/cli/play.py",
        "tests/conftest.py",
        "tests/cli/test_cli.py",
    ),
    "tests/games/test_one.py": (
        "constraints.txt",
        "host_tools/__init__.py",
        "host_tools/games/one/plugin.py",
        "host_tools/weights/first.txt",  # beside host_tools/__init__.py
        "tests/conftest.py",
        "tests/games/test_one.py",
    ),
}


def forget():
    for known in (sources.beside, sources.imported, sources.depends_on, sources._digest):
        known.cache_clear()


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A small project in the shape of this one."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    forget()
    yield tmp_path
    forget()


@pytest.mark.parametrize("test", MATTER)
def test_the_key_changes_with_just_the_files_that_matter(tree, test):
    before = sources.key(tree / test)
    changed = []
    for name, text in FILES.items():
        (tree / name).write_text(text + "\n\n")
        forget()
        if sources.key(tree / test) != before:
            changed.append(name)
        (tree / name).write_text(text)
    assert sorted(changed) == sorted(MATTER[test])


def test_a_file_that_is_added_among_data_changes_the_key(tree):
    before = sources.key(tree / "tests/play/test_play.py")
    (tree / "tests/play/another.txt").write_text("")
    forget()
    assert sources.key(tree / "tests/play/test_play.py") != before


def test_what_a_name_made_up_at_run_time_reaches_counts(tree, monkeypatch):
    test = tree / "tests/play/test_play.py"
    assert tree / "firmware/tables/one.table" not in sources.depends_on(test)
    monkeypatch.setitem(sources.REACHES, "host_tools/world.py", ("firmware/tables",))
    forget()
    assert tree / "firmware/tables/one.table" in sources.depends_on(test)


def test_a_test_that_starts_one_command_depends_on_that_one(tree, monkeypatch):
    monkeypatch.setitem(
        sources.STARTS, "tests/cli/test_cli.py", ("host_tools/play/cli/__init__.py",)
    )
    assert tree / "host_tools/play/cli/play.py" not in sources.depends_on(
        tree / "tests/cli/test_cli.py"
    )


def calls_by_name(tree):
    """Whether a source imports modules whose names it makes up."""
    return any(
        (isinstance(node, ast.Name) and node.id in ("__import__", "import_module"))
        or (isinstance(node, ast.Attribute) and node.attr == "import_module")
        for node in ast.walk(tree)
    )


@pytest.mark.slow
def test_every_module_that_imports_by_name_says_what_it_reaches():
    modules = [
        path.relative_to(sources.ROOT).as_posix()
        for folder in ("firmware", "host_tools")
        for path in (sources.ROOT / folder).rglob("*.py")
        if calls_by_name(ast.parse(path.read_bytes()))
    ]
    assert set(modules) <= set(sources.REACHES)
    for name, reached in (sources.REACHES | sources.STARTS).items():
        assert all(list(sources.ROOT.glob(each)) for each in (name, *reached))


@pytest.mark.slow
def test_the_scenarios_on_the_chip_depend_on_firmware_emulator_world_and_files():
    found = sources.depends_on(sources.ROOT / "tests/scenarios/test_scenarios_on_chip.py")
    names = {path.relative_to(sources.ROOT).as_posix() for path in found}
    assert {
        "firmware/main.py",
        "firmware/lodeboard/sensing/kernel.py",
        "firmware/tables/flip-magic.table",
        "host_tools/build/viper.py",
        "host_tools/board/emulator/chip.py",
        "host_tools/board/simulator/world.py",
        "tests/scenarios/take_back.txt",
    } <= names
    assert not [name for name in names if name.startswith(("host_tools/play/web", "docs"))]
