"""The translations that the page of a board needs: of its own sentences and of the firmware's."""

import ast
import json
import re
from collections.abc import Iterable
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path

from host_tools import FIRMWARE
from host_tools.build import outside
from host_tools.play.web import drawings

_PLACE = re.compile(r"\{\w*\}|%\w")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_SPACE = re.compile(r"\s+")
# The firmware puts sentences together: so many pairs of words may be in none of its texts.
_JOINTS = 3
Pairs = frozenset[tuple[str, str]]


def catalogue(path: Path, scripts: str, html: str) -> bytes:
    """The catalogue in this file, reduced to sentences in these scripts, in this HTML and in the
    firmware."""
    whole = json.loads(drawings.translated(path))
    seen = _SPACE.sub(" ", unescape(html))

    def written(key: str) -> bool:
        return json.dumps(key, ensure_ascii=False) in scripts or key in seen

    kept = {
        part: {
            key: words
            for key, words in entries.items()
            if (written(key) if part == "page" else is_said(key))
        }
        for part, entries in whole.items()
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()


def is_said(key: str) -> bool:
    """Whether the firmware may say a sentence: it has all of its words, and most of them next to
    each other. `key`: as in a catalogue, with what varies in braces."""
    words, pairs = _spoken()
    fixed = [_WORD.findall(part) for part in _PLACE.split(key.rpartition("|")[2])]
    # A plural may be made from what varies.
    known = (word in words or word.removesuffix("s") in words for part in fixed for word in part)
    if not all(known):
        return False
    asked = {pair for part in fixed for pair in pairwise(part)}
    return len(asked - pairs) <= _JOINTS


@cache
def _spoken() -> tuple[frozenset[str], Pairs]:
    """The words in all texts of the firmware and of the games from outside, and those that follow
    one another."""
    folders = [FIRMWARE, *outside.added().values()]
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    parts = [
        _WORD.findall(part)
        for path in paths
        for text in _texts(path.read_text(encoding="utf-8"))
        for part in _PLACE.split(text)
    ]
    words = frozenset(word for part in parts for word in part)
    return words, frozenset(pair for part in parts for pair in pairwise(part))


def _texts(source: str) -> Iterable[str]:
    """The texts in a source, without docstrings."""
    tree = ast.parse(source)
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    ]
