"""The guide to adding a game: its commands are run, and its changes made, in its order."""

import re

import pytest
from cli.command import run_program

from host_tools import ROOT

GUIDE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULES = "games/trio/rules.py"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands(block):
    """Each command of a block, with the lines that the guide shows below it."""
    for part in re.split(r"^\$ lodeboard ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command.split(), shown


def change(path, block):
    """Make a change: each run of removed lines becomes the added ones that follow."""
    text = path.read_text()
    for removed, added in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", block, re.MULTILINE):
        old, new = (re.sub(r"^[-+]", "", lines, flags=re.MULTILINE) for lines in (removed, added))
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text)


@pytest.mark.slow
def test_what_the_guide_says_is_so(folder):
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8").partition("## A game of")[0])
    assert [kind for kind, _ in blocks] == ["", "diff", "diff", "", "js", ""]
    (_, first), (_, rule), (_, fault), (_, check), _, (_, firmware) = blocks
    scenario = ("scenario", "games/trio/first_game.txt", "--games", "games")
    for words, shown in commands(first):
        done = run_program(*words)  # check-game on the emulated chip, too: once is enough
        assert done.status == 0, done.err
        assert done.lines == shown or not shown
    change(folder / RULES, rule)
    assert run_program(*scenario).status == 1
    played = folder / "games" / "trio" / "first_game.txt"
    played.write_text(played.read_text().replace("winner at a1 b1 c1", "winner at a2 b2"))
    assert run_program(*scenario).status == 0
    whole = (folder / RULES).read_text()
    change(folder / RULES, fault)
    ((words, shown),) = commands(check)
    done = run_program(*words, "--no-chip")
    assert done.status == 1
    assert [line for line in done.lines if not line.startswith("ok ")][: len(shown)] == shown
    (folder / RULES).write_text(whole)
    assert run_program(*words, "--no-chip").status == 0
    ((words, _),) = commands(firmware)
    assert "pack trio" in run_program(*words).out
