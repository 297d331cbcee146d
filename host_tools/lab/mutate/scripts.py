"""Mutants of the page's modules, made and run by Stryker (npm) against the tests under node.

Stryker runs all mutants of each module that has a test file of its own; there is no draw.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from host_tools import ROOT
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.notes import read_notes, write_notes
from host_tools.lab.mutate.areas import Area
from host_tools.lab.mutate.baseline import digest, text_of
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.outcomes import FAILED, LOOPS, SURVIVED, UNREACHED, Outcome
from host_tools.lab.mutate.running import Found

PAGE = "host_tools/play/web/page/js"
TESTS = "tests/web/js"
NODE = "host_tools/lab/mutate/stryker"
SCRIPTS = Area("page", (PAGE,), (TESTS,))
_TRIED = {"Killed": FAILED, "Timeout": LOOPS, "Survived": SURVIVED, "NoCoverage": UNREACHED}


class ScriptsError(Exception):
    """npm or Stryker is missing or failed; the text says which, and what to do."""


class Place(TypedDict):
    """Line from 1, column from 1."""

    line: int
    column: int


class Span(TypedDict):
    start: Place
    end: Place


class _Tried(TypedDict):
    mutatorName: str
    replacement: str
    status: str
    location: Span


class _File(TypedDict):
    mutants: list[_Tried]


class Report(TypedDict):
    """The part of Stryker's report that is read."""

    files: dict[str, _File]


def modules() -> list[str]:
    """The names of the modules that have a test file, without the suffix."""
    tests = sorted((ROOT / TESTS).glob("*.test.mjs"))
    names = [test.name.removesuffix(".test.mjs") for test in tests]
    return [name for name in names if (ROOT / PAGE / f"{name}.js").exists()]


def known_scripts() -> Found:
    """The stored results, if neither the modules nor the tests have changed since."""
    stored = read_notes(_notes_path(), tuple[str, Report])
    return found(stored[1]) if stored and stored[0] == _key() else Found(0)


def run_scripts() -> None:
    """Run all mutants, unless their results are stored. Raises ScriptsError."""
    if known_scripts().all:
        return
    key, folder = _key(), _notes_path().parent
    _install(folder)
    for name in ("js", "reports", ".stryker-tmp"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for old in folder.glob("*.mjs"):
        old.unlink()
    shutil.copytree(ROOT / PAGE, folder / "js")
    shutil.copytree(ROOT / TESTS, folder, dirs_exist_ok=True)
    mutate = ",".join(f"js/{name}.js" for name in modules())
    _call(folder, [str(folder / "node_modules/.bin/stryker"), "run", "--mutate", mutate])
    write_notes(_notes_path(), (key, read_notes(folder / "report.json", Report)))


def found(report: Report) -> Found:
    """The outcomes in Stryker's report; mutants that it could not compile are left out."""
    tried = []
    for file, of in sorted(report["files"].items()):
        module = f"{PAGE}/{Path(file).name}"
        source = text_of(module).splitlines()
        for number, mutant in enumerate(of["mutants"]):
            if mutant["status"] in _TRIED:
                tried.append((_mutant(module, number, mutant), _outcome(mutant, source)))
    return Found(len(tried), tried)


def _mutant(module: str, number: int, mutant: _Tried) -> Mutant:
    return Mutant(module, mutant["mutatorName"], number, mutant["location"]["start"]["line"])


def _outcome(mutant: _Tried, source: list[str]) -> Outcome:
    start, end = mutant["location"]["start"], mutant["location"]["end"]
    lines = source[start["line"] - 1 : end["line"]]
    head = lines[0][: start["column"] - 1]
    tail = lines[-1][end["column"] - 1 :]
    return Outcome(
        what=_TRIED[mutant["status"]],
        by="",
        before=_one_line("\n".join(lines)),
        after=_one_line(head + mutant["replacement"] + tail),
        line=start["line"],
        around="",
        key="",
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _notes_path() -> Path:
    return cache_folder() / "mutants" / "page" / "kept.json"


def _key() -> str:
    files = [path for name in (PAGE, TESTS, NODE) for path in (ROOT / name).rglob("*.*")]
    return digest(*(path.relative_to(ROOT).as_posix() for path in files if path.is_file()))


def _install(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    was = folder / "package-lock.json"
    same = was.exists() and was.read_bytes() == (ROOT / NODE / "package-lock.json").read_bytes()
    shutil.copytree(ROOT / NODE, folder, dirs_exist_ok=True)
    if not same or not (folder / "node_modules").exists():
        npm = shutil.which("npm")
        if npm is None:
            raise ScriptsError("install npm (Debian, Ubuntu: sudo apt-get install npm)")
        _call(folder, [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"])


def _call(folder: Path, command: Sequence[str]) -> None:
    environment = {**os.environ, "CI": "1"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        output = (done.stdout + done.stderr)[-2000:]
        raise ScriptsError(f"{Path(command[0]).name} failed ({done.returncode}):\n{output}")
