"""Fetches what the site needs and this project does not ship: Pyodide (CPython for browsers),
msgspec built for it, and MicroPython for new Picos.

They are downloaded with npm and pip into the user's cache and verified by their SHA-256.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from host_tools.board.emulator.image import ImageError, official_image
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import write_whole
from host_tools.setup.apt import apt_get, may_install

VARIABLE = "PYODIDE_TGZ"


class FetchError(Exception):
    """A file is not available; the text says what was tried and what to do."""


@dataclass(frozen=True)
class Fetched:
    """A package's file: its name, the request, and the SHA-256 of its contents."""

    name: str
    wanted: str
    sha256: str


PYODIDE = Fetched(
    "pyodide-314.0.7.tgz",
    "pyodide@314.0.7",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
MSGSPEC = Fetched(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "msgspec==0.22.0",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)
# Pyodide's version of Python.
_FOR_PYODIDE = (
    *("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"),
    *("--platform", "pyemscripten_2026_0_wasm32", "--only-binary", ":all:"),
)


def pyodide() -> Path:
    """Pyodide's npm package, a .tgz. Raises FetchError."""
    named = os.environ.get(VARIABLE)
    if named:
        return _checked(Path(named), PYODIDE)
    return cached(PYODIDE, npm)


def msgspec() -> Path:
    """msgspec's wheel for Pyodide. Raises FetchError."""
    return cached(MSGSPEC, partial(pip, options=_FOR_PYODIDE))


def micropython() -> Path:
    """The official image for the Pico. Raises FetchError."""
    try:
        return official_image()
    except ImageError as error:
        raise FetchError(f"for the files for new Picos, MicroPython is needed: {error}") from error


def cached(what: Fetched, fetch: Callable[[Fetched, Path], None]) -> Path:
    """The file, from the cache or else by `fetch` (`npm`, `pip`). Raises FetchError."""
    stored = cache_folder() / "site" / what.name
    if stored.exists() and _sum(stored) == what.sha256:
        return stored
    print(f"getting {what.name} ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="lodeboard-site-") as folder:
        fetch(what, Path(folder))
        data = _checked(Path(folder) / what.name, what).read_bytes()
    stored.parent.mkdir(parents=True, exist_ok=True)
    write_whole(stored, data)
    return stored


def npm(what: Fetched, folder: Path) -> None:
    """Download a package's .tgz into this folder, and install npm first if possible."""
    if shutil.which("npm") is None and may_install():
        apt_get("update", "-qq")
        apt_get("install", "-y", "-qq", "--no-install-recommends", "npm")
    found = shutil.which("npm")
    if found is None:
        raise FetchError(
            f"npm is needed to get {what.name} (Debian, Ubuntu: sudo apt-get install npm); or name "
            f"the file with {VARIABLE}=/path/to/{what.name}"
        )
    _run(what, found, "pack", "--silent", "--pack-destination", str(folder), what.wanted)


def pip(what: Fetched, folder: Path, options: Sequence[str] = ()) -> None:
    """Download a package into this folder, by default for this Python."""
    asked = folder / "wanted.txt"
    asked.write_text(f"{what.wanted} --hash=sha256:{what.sha256}\n", encoding="ascii")
    download = (sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--require-hashes")
    _run(what, *download, *options, "-d", str(folder), "-r", str(asked))


def _run(what: Fetched, *command: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise FetchError(f"{Path(command[0]).name} could not get {what.wanted} (no network?)")


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _checked(path: Path, what: Fetched) -> Path:
    if not path.is_file():
        raise FetchError(f"there is no {path}")
    if _sum(path) != what.sha256:
        raise FetchError(f"{path} has the wrong SHA-256; {what.wanted} is wanted")
    return path
