"""Folding: constants become numbers, types go, and everything else stays."""

import ast
from pathlib import Path

import pytest

from host_tools.build import firmware
from host_tools.build.fold import FoldError, Tree

LAYOUT = """
from micropython import const

ONE = const(1)
ONES = const(0xFF)  # a word
LESS = -ONE
BOTH = const(ONE << 8 | ONES)
NAMES = ("one",)
"""
TYPES = """
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class Game(Protocol):
    turn: int


class GameError(ValueError):
    pass
"""


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "layout.py").write_text(LAYOUT)
    (tmp_path / "a" / "types.py").write_text(TYPES)
    return Tree(tmp_path)


def folded(tree: Tree, text: str) -> list[str]:
    return [line.rstrip() for line in tree.fold(text).splitlines()]


def test_constants_become_numbers_line_by_line(tree: Tree) -> None:
    text = (
        "from a import layout\n"
        "from a.layout import (\n    NAMES,\n    ONE,\n)\n"
        "x = layout.ONES + ONE  # ONE\n"
        "y = ['ONE', layout.BOTH, 2 - layout.LESS, NAMES, f'{ONE:d}']\n"
    )
    assert folded(tree, text) == [
        "",
        "from a.layout import NAMES",
        "",
        "",
        "",
        "x = 255 + 1  # ONE",
        "y = ['ONE', 511, 2 - -1, NAMES, f'{1:d}']",
    ]


def test_a_module_that_is_asked_for_more_than_constants_is_still_imported(tree: Tree) -> None:
    text = "from a import layout as it\nx = it.ONE, it.NAMES\n"
    assert folded(tree, text) == ["from a import layout as it", "x = 1, it.NAMES"]


def test_own_constants_go_and_other_names_stay(tree: Tree) -> None:
    text = "_MOST = 4\nNAMES = [_MOST]\nlow = 3\n\n\ndef f():\n    return _MOST, low\n"
    assert folded(tree, text) == [
        "", "NAMES = [4]", "low = 3", "", "", "def f():", "    return 4, low",
    ]  # fmt: skip


def test_attributes_keywords_and_names_in_text_are_no_constants(tree: Tree) -> None:
    text = "from a.layout import ONE\nx.ONE = f(ONE=ONE, ONES='ONE')\n"
    assert folded(tree, text) == ["", "x.ONE = f(ONE=1, ONES='ONE')"]


def test_what_only_types_need_goes(tree: Tree) -> None:
    text = (
        "from a.types import Game, GameError\n"
        "TYPE_CHECKING = False\n"
        "if TYPE_CHECKING:\n    from typing import Any\n\n    Words = Any\n"
        "def f(game: Game) -> Game:\n    word: Words = game\n    raise GameError\n"
    )
    assert [line for line in folded(tree, text) if line] == [
        "from a.types import GameError",
        "def f(game: Game) -> Game:",
        "    word: Words = game",
        "    raise GameError",
    ]
    left = list(ast.parse(tree.fold(TYPES)).body)
    assert [node.name for node in left if isinstance(node, ast.ClassDef)] == ["GameError"]
    assert len(left) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("from a.layout import ONE\ndef f(ONE):\n    return ONE\n", "ONE is a constant"),
        ("from a import layout\nlayout = 3\n", "layout is a constant"),
        ("from a.types import Game\nx = Game()\n", "Game is only for type checkers"),
        ("from a.types import Game\nclass X(Game):\n    pass\n", "Game is only for type"),
    ],
)
def test_what_cannot_be_folded_is_refused(tree: Tree, text: str, reason: str) -> None:
    with pytest.raises(FoldError, match=reason):
        tree.fold(text)


def test_a_name_that_is_bound_twice_is_no_constant(tree: Tree) -> None:
    text = "LOW = 1\nLOW = 2\nx = LOW\n"
    assert tree.fold(text) == text


LISTS = """
READ = ("by import",)
ATTRIBUTE = ("by attribute",)
SOMEWHERE = ("of something unknown",)
HERE = ("by its own module",)
BUILT = tuple(["by nobody"])
NAMES = ("by computers",)


def here():
    return HERE
"""
READERS = """
from a import lists as those
from a.lists import READ
from b import NAMES

x = READ, those.ATTRIBUTE, f().SOMEWHERE, NAMES
"""


def test_a_literal_that_no_module_of_the_firmware_reads_goes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "lists.py").write_text(LISTS)
    (tmp_path / "reader.py").write_text(READERS)
    (tmp_path / "b.py").write_text("NAMES = ('others',)\n")
    tree = Tree(tmp_path)
    assert tree.fold(LISTS, "a.lists") == LISTS.replace('NAMES = ("by computers",)', "")
    assert tree.fold("NAMES = ('others',)\n", "b") == "NAMES = ('others',)\n"


def test_every_module_of_the_firmware_can_be_folded_and_is_then_without_its_constants() -> None:
    tree = Tree(firmware.FIRMWARE)
    for name in firmware.sources():
        text = tree.fold((firmware.FIRMWARE / name).read_text())
        assert "TYPE_CHECKING" not in text.replace("`TYPE_CHECKING`", "")
        for line in text.splitlines():
            assert "= const(" not in line, (name, line)


PRIVATE = """
_WORD = "lit"
_OWN = 3
_PAIRS = ((-1, _OWN), ("a", b"b"))
_LONG = (
    "one "
    "two"
)
_MADE = (list("ab"), 1)
_LATER_READ = ("a",)


def use():
    return _WORD, _PAIRS, _LONG, _MADE, _LATER_READ, _BELOW


_BELOW = ("c",)
PUBLIC = ("d",)
"""


def test_private_literals_are_constants_of_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PRIVATE)
    (tmp_path / "b.py").write_text("import a\nx = a._LATER_READ, a.PUBLIC\n")
    (tmp_path / "out").mkdir()
    tree = Tree(tmp_path)
    assert [line for line in tree.fold(PRIVATE, "a").splitlines() if line and " = " in line] == [
        '_WORD = const(("lit"))',
        '_PAIRS = const((((-1, 3), ("a", b"b"))))',
        "_LONG = const(((",
        '_MADE = (list("ab"), 1)',
        '_LATER_READ = ("a",)',
        '_BELOW = ("c",)',
        'PUBLIC = ("d",)',
    ]
    compiled = firmware.compile_module("a.py", tree.fold(PRIVATE, "a"), tmp_path / "out")
    names = (b"_WORD", b"_PAIRS", b"_LONG", b"_MADE", b"_LATER_READ", b"_BELOW")
    assert [name in compiled for name in names] == [False] * 3 + [True] * 3
