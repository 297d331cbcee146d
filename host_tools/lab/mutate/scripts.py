"""Mutants of the page's and the site's modules, made and run by Stryker (npm) against the tests
under node. Its plugin `draw.mjs` draws them from all modules, also from those without a test."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
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
SITE = "host_tools/play/site"
FOLDERS = {"js": PAGE, "site": SITE}  # by the name that the tests import them from
TESTS = "tests/web/js"
NODE = "host_tools/lab/mutate/stryker"
SCRIPTS = Area("page", (PAGE, SITE), (TESTS,))
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


def copy_modules(place: Path) -> None:
    """Copy all modules and the page's HTML there, as the tests read them."""
    for name, folder in FOLDERS.items():
        (place / name).mkdir()
        for module in (ROOT / folder).glob("*.js"):
            shutil.copy(module, place / name)
    shutil.copy(ROOT / PAGE / "../index.html", place)


def known_scripts(seed: int, most: int | None) -> Found:
    """The stored results of this draw, if neither the modules nor the tests have changed since."""
    stored = read_notes(_notes_path(), tuple[str, Report])
    return found(stored[1]) if stored and stored[0] == _key(seed, most) else Found(0)


def run_scripts(seed: int, most: int | None) -> None:
    """Run `most` mutants, None: all, unless their results are stored. Raises ScriptsError."""
    if known_scripts(seed, most).all:
        return
    key, folder = _key(seed, most), _notes_path().parent
    _install(folder)
    for name in (*FOLDERS, "reports", ".stryker-tmp"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for old in folder.glob("*.test.mjs"):
        old.unlink()
    copy_modules(folder)
    shutil.copytree(ROOT / TESTS, folder, dirs_exist_ok=True)
    chosen = {"SEED": str(seed), "MOST": str(most or "")}
    _call(folder, [str(folder / "node_modules/.bin/stryker"), "run"], chosen)
    write_notes(_notes_path(), (key, read_notes(folder / "report.json", Report)))


def found(report: Report) -> Found:
    """The outcomes in Stryker's report; mutants that were not drawn are only counted."""
    tried, count = [], 0
    for file, of in sorted(report["files"].items()):
        module = f"{FOLDERS[Path(file).parent.name]}/{Path(file).name}"
        source = text_of(module).splitlines()
        count += len(of["mutants"])
        for number, mutant in enumerate(of["mutants"]):
            if mutant["status"] in _TRIED:
                tried.append((_mutant(module, number, mutant), _outcome(mutant, source)))
    return Found(count, tried)


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


def _key(seed: int, most: int | None) -> str:
    files = [path for name in FOLDERS.values() for path in (ROOT / name).glob("*.js")]
    files += [path for name in (TESTS, NODE) for path in (ROOT / name).glob("*.*")]
    return f"{seed} {most} " + digest(*(path.relative_to(ROOT).as_posix() for path in files))


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


def _call(folder: Path, command: Sequence[str], more: Mapping[str, str] | None = None) -> None:
    environment = {**os.environ, "CI": "1", **(more or {})}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        output = (done.stdout + done.stderr)[-2000:]
        raise ScriptsError(f"{Path(command[0]).name} failed ({done.returncode}):\n{output}")
