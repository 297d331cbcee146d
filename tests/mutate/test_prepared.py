"""Mutants of a small project, tried in a prepared process of its own."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from host_tools import ROOT
from host_tools.lab.mutate import baseline as baseline_module
from host_tools.lab.mutate import running
from host_tools.lab.mutate.areas import Area
from host_tools.lab.mutate.baseline import Baseline, Measured
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.outcomes import FAILED, LOOPS, SURVIVED, UNREACHED, Outcomes
from host_tools.lab.mutate.prepared_client import Prepared
from host_tools.lab.mutate.tree import Tree

SOURCE = """\
def total(cells):
    found = 0
    while cells:
        found += cells.pop()
    if found < 0:
        found = 0
    return found


def unused():
    return 1
"""
TESTS = """\
from board import total


def test_all_are_counted():
    assert total([3, 2, 1]) == 6


def test_nothing():
    assert total([]) == 0
"""
FORKED = """\
import pytest
from forked import one


@pytest.mark.apart
def test_in_a_fork():
    assert one() == 1
"""
NEEDED = (
    "tests/apart.py",
    "host_tools/__init__.py",
    "host_tools/lab/mutate/__init__.py",
    "host_tools/lab/mutate/prepared.py",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `Tree` copies."""
    root = tmp_path_factory.mktemp("project")
    for name in NEEDED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    texts = {
        "firmware/board.py": SOURCE,
        "firmware/forked.py": "\n" * 30 + "def one():\n    return 1\n",
        "tests/conftest.py": "from apart import pytest_pyfunc_call\n",
        "tests/test_board.py": TESTS,
        "tests/test_forked.py": FORKED,
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    for name in ("circuitpython", "docs", "hardware"):
        (root / name).mkdir()
    for name in ("constraints.txt", "Makefile", "README.md"):
        (root / name).touch()
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    return root


@pytest.fixture(scope="module")
def tree(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    found = Tree(tmp_path_factory.mktemp("copy"), project)
    found.renew()
    return found


@pytest.fixture(scope="module")
def prepared(tree: Tree) -> Iterator[Prepared]:
    with Prepared(tree) as found:
        yield found


@pytest.fixture(scope="module")
def measured(prepared: Prepared) -> Measured:
    answer = prepared.ask(
        {"files": ["tests/test_board.py"], "sources": ["firmware/board.py"], "seconds": 60}
    )
    return {"seconds": answer["seconds"], "bad": answer["bad"], "lines": answer["lines"]}


@pytest.fixture
def outcomes(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Area, Path]]:
    """An area of that project, and a folder for what becomes of its mutants."""
    monkeypatch.setattr("host_tools.lab.mutate.areas.ROOT", project)
    monkeypatch.setattr(baseline_module, "ROOT", project)
    monkeypatch.setattr(running, "ROOT", project)
    baseline_module.read_again()
    running.read.cache_clear()
    yield Area("board", ("firmware",), ("tests",)), tmp_path
    baseline_module.read_again()
    running.read.cache_clear()


def test_what_each_test_reaches(measured: Measured) -> None:
    one, none = (f"tests/test_board.py::test_{name}" for name in ("all_are_counted", "nothing"))
    assert set(measured["seconds"]) == {one, none}
    lines = measured["lines"]["firmware/board.py"]
    assert lines["4"] == [one]
    assert lines["3"] == sorted([one, none])
    assert lines["10"] == []  # imported, by no test
    assert "11" not in lines


def test_a_test_in_a_fork_reaches_lines_too(prepared: Prepared) -> None:
    answer = prepared.ask(
        {"files": ["tests/test_forked.py"], "sources": ["firmware/forked.py"], "seconds": 60}
    )
    assert answer["lines"]["firmware/forked.py"]["32"] == ["tests/test_forked.py::test_in_a_fork"]


def test_what_is_done_at_import_is_for_whoever_uses_the_file() -> None:
    imports = "board::first"  # the test that came first
    lines: dict[str, list[str]] = {"1": [imports], "4": [imports], "5": ["board::user"]}
    files: list[Measured] = [
        {
            "seconds": {imports: 1.0, "board::user": 2.0, "board::other": 1.0},
            "bad": [],
            "lines": {"board.py": lines, "constants.py": {"1": [imports]}, "more.py": {"1": []}},
        }
    ]
    source = "LIMIT = 1\n\n\ndef total(cells=2):\n    return cells\n"
    base = Baseline(files)
    everybody = ["board::first", "board::other", "board::user"]
    # Not only the one that came first.
    assert base.tests_for(Mutant("board.py", "", 0, 1), source) == everybody
    assert base.tests_for(Mutant("board.py", "", 0, 4), source) == everybody
    for name in ("constants.py", "more.py"):
        assert base.tests_for(Mutant(name, "", 0, 1), "LIMIT = 1\n") == everybody
    # First who uses a constant.
    used = source.replace("return cells", "return LIMIT")
    assert base.tests_for(Mutant("board.py", "", 0, 1), used)[0] == "board::user"


def test_where_there_is_no_time_for_all_each_file_has_its_turn() -> None:
    seconds = {f"many::{at}": 0.1 for at in range(100)} | {"one::a": 3.0, "one::b": 3.0}
    base = Baseline([{"seconds": seconds, "bad": [], "lines": {"x.py": {"4": list(seconds)}}}])
    chosen = base.tests_for(Mutant("x.py", "", 0, 4), SOURCE, 4.0)
    assert "one::a" in chosen
    assert len(chosen) == 11


def test_the_quick_tests_of_a_statement_come_first() -> None:
    base = Baseline(
        [
            {
                "seconds": {"a::slow": 3.0, "a::far": 0.1, "b::quick": 1.0, "c::other": 0.1},
                "bad": [],
                "lines": {"board.py": {"4": ["a::slow", "b::quick"], "9": ["c::other"]}},
            }
        ]
    )
    mutant = Mutant("board.py", "", 0, 4)
    assert base.tests_for(mutant, SOURCE) == ["b::quick", "a::slow", "a::far"]
    assert base.tests_for(mutant, SOURCE, 2.0) == ["b::quick", "a::far"]
    assert base.tests_for(Mutant("board.py", "", 0, 2), SOURCE) == []


@pytest.mark.parametrize(
    ("operator", "line", "what"),
    [
        ("core/NumberReplacer", 2, FAILED),
        ("RemoveStatement", 4, LOOPS),
        ("core/ReplaceComparisonOperator_Lt_LtE", 5, SURVIVED),
        ("core/NumberReplacer", 11, UNREACHED),
    ],
)
def test_what_becomes_of_a_mutant(
    operator: str,
    line: int,
    what: str,
    measured: Measured,
    tree: Tree,
    prepared: Prepared,
    outcomes: tuple[Area, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "_SPARE_SECONDS", 2)
    area, folder = outcomes
    mutant = next(at for at in running.drawn(area, 1) if (at.operator, at.line) == (operator, line))
    found = running.try_mutant(mutant, Baseline([measured]), tree, prepared, Outcomes(area, folder))
    assert (found["what"], bool(found["by"])) == (what, what in (FAILED, LOOPS))
    assert (tree.folder / "firmware/board.py").read_text() == SOURCE


MORE = "\n\ndef test_more():\n    pass\n"


@pytest.mark.parametrize(
    ("file", "before", "after", "holds"),
    [
        ("tests/test_board.py", "total([]) == 0", "not total([])", (False, False)),
        ("tests/test_board.py", "test_nothing", "test_none", (False, False)),
        ("tests/test_board.py", "[3, 2, 1]", "[1, 2, 3]", (True, False)),
        ("tests/test_board.py", "from board", MORE + "from board", (True, False)),
        (
            "firmware/board.py",
            "    found = 0\n    while",
            "    found = -1\n    while",
            (False, True),
        ),
        ("firmware/board.py", "return 1", "return 2", (True, False)),
        ("firmware/board.py", "def total", "\n\nMORE = 1\n\n\ndef total", (True, True)),
    ],
)
def test_outcomes_hold_for_the_function_and_the_tests_that_they_depend_on(
    project: Path,
    outcomes: tuple[Area, Path],
    file: str,
    before: str,
    after: str,
    holds: tuple[bool, bool],
) -> None:
    """One caught in the first function, and one of the second that nothing caught."""
    area, folder = outcomes
    stored = Outcomes(area, folder)
    caught, survivor = one_of_each(area)
    stored.keep(caught, FAILED, "tests/test_board.py::test_nothing", ("a", "b"))
    stored.keep(survivor, SURVIVED, "", ("a", "b"))
    whole = (project / file).read_text()
    assert before in whole
    (project / file).write_text(whole.replace(before, after, 1))
    try:
        baseline_module.read_again()
        running.read.cache_clear()
        again = Outcomes(area, folder)
        found = tuple(again.find(mutant) is not None for mutant in one_of_each(area))
        assert found == holds
        assert again.noticed_by(caught) == "tests/test_board.py::test_nothing"
    finally:
        (project / file).write_text(whole)


def one_of_each(area: Area) -> tuple[Mutant, Mutant]:
    """A mutant of the loop in the first function, and the one of the second."""
    order = running.drawn(area, 1)
    first = next(mutant for mutant in order if mutant.name.startswith("total: while"))
    second = next(mutant for mutant in order if mutant.name.startswith("unused"))
    return first, second


def test_a_draw_stays_the_same_where_other_code_comes_in(
    project: Path, outcomes: tuple[Area, Path]
) -> None:
    area, _ = outcomes
    before = [mutant.name for mutant in running.drawn(area, 1)]
    assert before != [mutant.name for mutant in running.drawn(area, 2)]
    (project / "firmware/board.py").write_text(f"MORE = 3\n\n\n{SOURCE}")
    running.read.cache_clear()
    try:
        after = [mutant.name for mutant in running.drawn(area, 1)]
    finally:
        (project / "firmware/board.py").write_text(SOURCE)
    assert [name for name in after if "MORE" not in name] == before
    assert len(after) > len(before)


def test_what_noticed_a_mutant_before_is_asked_first(
    measured: Measured, tree: Tree, outcomes: tuple[Area, Path]
) -> None:
    area, folder = outcomes
    asked: list[list[str]] = []

    class Asked(Prepared):
        def __init__(self) -> None: ...

        def ask(self, request: dict[str, Any]) -> dict[str, Any]:
            asked.append(request["tests"])
            return {"status": 0, "failed": None}

    stored = Outcomes(area, folder)
    mutant, _ = one_of_each(area)
    nothing = "tests/test_board.py::test_nothing"
    stored.keep(mutant, FAILED, nothing, ("a", "b"))
    found = running.try_mutant(mutant, Baseline([measured]), tree, Asked(), stored)
    assert found["what"] == SURVIVED
    assert [asked[0], sorted(asked[1])] == [[nothing], sorted(measured["seconds"])]


def test_what_waits_is_counted(
    outcomes: tuple[Area, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    area, folder = outcomes
    first, _, third = running.drawn(area, 1)[:3]
    stored = Outcomes(area, folder)
    stored.keep(first, FAILED, "tests/test_board.py::test_nothing", ("a", "b"))
    stored.keep(third, SURVIVED, "", ("a", "b"))
    monkeypatch.setattr(running, "Outcomes", lambda area: Outcomes(area, folder))
    found = running.known(area, 1, 2)
    assert ([mutant for mutant, _ in found.tried], found.waiting) == ([first], 1)
    found = running.known(area, 1, 3)
    assert ([mutant for mutant, _ in found.tried], found.waiting) == ([first, third], 1)


def test_the_copy_becomes_like_the_project(project: Path, tmp_path: Path) -> None:
    copy = Tree(tmp_path, project)
    copy.renew()
    assert (tmp_path / "firmware/board.py").read_text() == SOURCE
    (tmp_path / "tests/test_gone.py").touch()
    (tmp_path / "firmware/board.py").write_text("a mutant that was left behind\n")
    copy.renew()
    assert not (tmp_path / "tests/test_gone.py").exists()
    assert (tmp_path / "firmware/board.py").read_text() == SOURCE


def test_a_mutant_does_not_stay_in_the_copy(tree: Tree) -> None:
    path = tree.folder / "firmware/board.py"
    before = os.stat(path).st_mtime_ns
    with suppress(KeyboardInterrupt), tree.with_text("firmware/board.py", "mutant"):
        assert path.read_text() == "mutant"
        raise KeyboardInterrupt
    assert (path.read_text(), os.stat(path).st_mtime_ns) == (SOURCE, before)
