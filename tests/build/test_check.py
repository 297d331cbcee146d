"""The static checks find their errors: small source trees with one error each."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from host_tools.build import check, firmware
from host_tools.build.packs import read_pack

HANDS = "../host_tools/board/hands/hand.py"


def copied(folder: Path) -> Path:
    """A copy of firmware and host tools with their contracts."""
    left_out = shutil.ignore_patterns("__pycache__", "page", "weights", "proofs")
    for name in ("firmware", "host_tools"):
        shutil.copytree(check.ROOT / name, folder / name, ignore=left_out)
    shutil.copy(check.ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree for several tests, so that mypy checks again only what is changed."""
    return copied(tmp_path_factory.mktemp("typed"))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A tree with a main.py and nothing else."""
    (tmp_path / "firmware").mkdir()
    (tmp_path / "host_tools").mkdir()
    (tmp_path / "firmware" / "main.py").write_text("import sys\n\nprint(sys.platform)\n")
    shutil.copy(check.ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


# A line against a contract, in which file, and words of the contract's name.
AGAINST_LAYERS = [
    ("lodeboard/games/grid.py", "import lodeboard.play.match", "Imports go one way"),
    ("lodeboard/play/guide.py", "import lodeboard.scenes.menu", "Imports go one way"),
    ("lodeboard/scenes/__init__.py", "import lodeboard.system.app", "Imports go one way"),
    ("lodeboard/lights/__init__.py", "import lodeboard.games.grid", "through the contract"),
    (
        "lodeboard/sensing/__init__.py",
        "import lodeboard.games.flip.rules",
        "through the contract",
    ),
    (
        "lodeboard/play/__init__.py",
        "import lodeboard.ports.file_store",
        "host tools import ports",
    ),
    ("lodeboard/storage/settings.py", "import time", "Only ports use hardware"),
    ("lodeboard/sensing/__init__.py", "from machine import ADC", "Only ports use"),
    ("lodeboard/ports/rp2.py", "import lodeboard.games.grid", "boards and storage only"),
    (
        "lodeboard/games/flip/rules.py",
        "import lodeboard.games.xtic.rules",
        "not import each other",
    ),
    ("lodeboard/games/flip/rules.py", "import lodeboard.games.flip.search", "Inside a game"),
    (
        "lodeboard/games/new/rules.py",
        "import lodeboard.games.flip.rules",
        "not import each other",
    ),
    ("lodeboard/games/new/rules.py", "import lodeboard.games.new.player", "Inside a game"),
    ("lodeboard/games/__init__.py", "import host_tools", "never imports host tools"),
    (HANDS, "import host_tools.play.web.runner", "Host tools import one way"),
    (HANDS, "import host_tools.lab.matches", "Host tools import one way"),
    (HANDS, "import host_tools.games.flip.exact", "shared part loads them by name"),
    (HANDS, "import lodeboard.games.xtic.rules", "import xtic's rules"),
    (HANDS, "import lodeboard.games.flip.rules", "import flip tiles' rules"),
    ("../host_tools/games/flip/exact.py", "import host_tools.games.xtic.exact", "on the host"),
]


def broken_contracts(report: str) -> dict[str, str]:
    """The imports that import-linter complains about, by the name of the contract."""
    heading = r"^(\S[^\n]*)\n-{5,}\n"
    found = re.findall(rf"{heading}(.*?)(?={heading}|\Z)", report, re.MULTILINE | re.DOTALL)
    return {name: imports for name, imports, _ in found}


def test_imports_against_the_layers_are_found(tree: Path) -> None:
    """All at once, as the tool takes long. Also in a game that no contract names."""
    new = tree / "firmware" / "lodeboard" / "games" / "new"
    new.mkdir()
    for name in ("__init__", "rules", "player"):
        (new / f"{name}.py").touch()
    append(tree / "firmware" / "main.py", "\nimport machine\n")
    for file, line, _ in AGAINST_LAYERS:
        append(tree / "firmware" / file, f"\n{line}\n")
    report = check.check_layers(tree)
    assert "firmware/main.py imports machine" in report
    contracts = broken_contracts(report)
    for file, line, complaint in AGAINST_LAYERS:
        module = re.sub(r"^\.\./|(/__init__)?\.py$", "", file).replace("/", ".")
        against = f"{module} -> {line.split()[1]} ("
        assert [name for name in contracts if complaint in name and against in contracts[name]], (
            line
        )


def test_a_circle_of_imports_is_found_though_one_is_inside_a_function(tree: Path) -> None:
    back = "\n\ndef read() -> None:\n    from lodeboard.storage import replay\n"
    append(tree / "firmware/lodeboard/storage/journal.py", back)
    found = "these import each other in a circle: lodeboard.storage.journal, "
    assert check.check_layers(tree).startswith(found)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def f(x):\n    match x:\n        case 1:\n            pass\n", "SyntaxError"),
        ("import micropython\n\n@micropython.viper\ndef f() -> int:\n    return 'x'\n", "Viper"),
    ],
)
def test_what_the_chip_cannot_run_is_found(small: Path, source: str, reason: str) -> None:
    assert check.check_compiles(small) == ""
    (small / "firmware" / "odd.py").write_text(source)
    report = check.check_compiles(small)
    assert report.startswith("odd.py: ")
    assert reason in report


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("    return len(state)\n", "no JavaScript for len(state)"),
        ("    return n / 2\n", "no JavaScript for n / 2"),
        ("    return (n\n", "was never closed"),
    ],
)
def test_what_the_browser_cannot_run_is_found(small: Path, source: str, reason: str) -> None:
    kernel = small / "firmware" / "lodeboard" / "games" / "some" / "kernel.py"
    kernel.parent.mkdir(parents=True)
    head = 'def some(state: "ptr32", n: int) -> int:\n'
    kernel.write_text(f"{head}    return state[n] + 2\n")
    assert check.check_javascript(small) == ""
    kernel.write_text(head + source)
    assert reason in check.check_javascript(small)


def test_firmware_is_typed_against_micropython(small: Path) -> None:
    good = 'import time\n\n\ndef soon() -> "int":\n    return time.ticks_add(time.ticks_ms(), 5)\n'
    (small / "firmware" / "soon.py").write_text(good)
    assert check.check_firmware_types(small) == ""
    append(small / "firmware" / "soon.py", "\n\nthen = time.monotonic()\n")
    assert "soon.py:8" in check.check_firmware_types(small)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.py", "def verdict(self) -> int", "def verdict(self) -> str"),
        ("rules.py", "def key(self)", "def other_key(self)"),
        ("player.py", "def take_trouble(self)", "def take_all_trouble(self)"),
        ("coach.py", "def stop(self) -> None:", "def stop(self, at_once: bool) -> None:"),
        ("plugin.py", "span: int) -> bool:", "span: int) -> str:"),
        ("plugin.py", "def ended(self) -> str:", "def ended(self) -> int:"),
        ("plugin.py", "engine, check_books", "check_books, engine"),
    ],
)
def test_a_game_that_does_not_meet_the_contract_is_found(
    typed: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str
) -> None:
    only = "lodeboard/games/flip/plugin.py"
    monkeypatch.setattr(check.firmware, "sources", lambda _: [only])  # fewer files, less time
    path = typed / "firmware" / "lodeboard" / "games" / "flip" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    report = check.check_firmware_types(typed)
    path.write_text(text, encoding="utf-8")
    assert "plugin.py" in report
    # What a plugin makes when it is needed is held to its own type.
    assert 'to "Plugin" has incompatible type' in report or 'variable has type "Coach' in report


def test_host_tools_are_typed_against_cpython(small: Path) -> None:
    (small / "host_tools" / "soon.py").write_text("import time\n\nthen: float = time.monotonic()\n")
    assert check.check_host_types(small) == ""
    append(small / "host_tools" / "soon.py", "now: str = time.monotonic()\n")
    assert "soon.py:4" in check.check_host_types(small)


def test_style_and_format_are_checked(small: Path) -> None:
    assert check.check_style(small) == check.check_format(small) == ""
    (small / "host_tools" / "ugly.py").write_text("import os\nx = {'a':1}\n")
    assert "ugly.py:1" in check.check_style(small)
    assert "ugly.py" in check.check_format(small)


@pytest.mark.parametrize("folder", ["firmware", "hardware", "host_tools", "tests"])
def test_a_function_that_is_too_long_is_found(small: Path, folder: str) -> None:
    """At 61 lines; one of 60, which a method may be too, is not."""
    (small / folder).mkdir(exist_ok=True)
    path = small / folder / "tall.py"
    path.write_text("class Tower:\n    def high(self):\n" + 59 * "        pass\n")
    assert check.check_lengths(small) == ""
    append(path, "        pass\n")
    assert check.check_lengths(small).startswith(f"{folder}/tall.py:2: high has 61 lines")


def test_failed_checks_are_named_and_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = {"good": ("fine", lambda root: ""), "bad": ("wrong", lambda root: "line 1\nline 2")}
    monkeypatch.setattr(check, "CHECKS", checks)
    assert check.main([]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert "    line 2" in printed
    assert printed[-2:] == ["checks failed: bad", "1 passed, 1 failed"]
    assert check.main(["good"]) == 0


def test_an_unknown_check_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        check.main(["spelling"])
    assert refusal.value.code == 2
    assert "no check called spelling" in capsys.readouterr().err


def test_a_board_gets_main_as_source_and_the_rest_compiled() -> None:
    files = firmware.board_files()
    source = (firmware.FIRMWARE / "main.py").read_bytes()
    loader = files["lodestart.py"]
    assert files["lodestart_.py"] == loader
    assert len(loader) <= 4096  # a block of flash
    assert loader.count(b"\n") == source.count(b"\n") + 1  # tracebacks name the source's lines
    # Without words, and the same otherwise.
    bare = ast.parse(source)
    for node in ast.walk(bare):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            del node.body[0]
    assert ast.dump(ast.parse(loader)) == ast.dump(bare)
    core = next(data for path, data in files.items() if path.startswith("packs/core."))
    modules = read_pack(core)[1]
    assert modules["lodeboard/system/app.mpy"].startswith(b"M\x06")
    assert "lodeboard/ports/rp2.mpy" in modules
    assert not any("circuitpython" in name for name in modules)


def test_a_firmware_file_that_does_not_compile_stops_the_build(small: Path) -> None:
    (small / "firmware" / "odd.py").write_text("def\n")
    with pytest.raises(firmware.CompileError, match=r"odd\.py"):
        firmware.board_files(small / "firmware")
