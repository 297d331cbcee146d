"""Packs the site's large files as they travel: any server sends them as they are, and the worker
unpacks them."""

import gzip
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from host_tools.play.site.fetched import FetchError

PACKED = ".packed"  # a name that no server knows and treats in a way of its own
_SCRIPT = Path(__file__).with_name("precompile.js")
_IN_PYTHON = Path(__file__).with_name("precompiled.py")
# In a process of its own: the minifier is written in Go, whose threads a fork does not take along.
_MINIFY = """
import minify, sys
sys.stdout.write(minify.string("text/javascript", sys.stdin.read()))
"""
_MAP = re.compile(r"\n//# sourceMappingURL=.*")


def packed(data: bytes) -> bytes:
    """Packed by gzip; the same data make the same bytes."""
    return gzip.compress(data, 9, mtime=0)


def minified(script: bytes) -> bytes:
    """A script without what only people need."""
    command = [sys.executable, "-c", _MINIFY]
    text = _MAP.sub("", script.decode())
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
    return done.stdout


def precompiled(pyodide: Path, archives: Mapping[str, bytes]) -> dict[str, bytes]:
    """These archives with what a board's start imports compiled, by the Python of this package of
    Pyodide (see `precompiled.py`). FetchError without node, which comes with npm."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        raise FetchError(
            "node is needed to compile the site's Python (Debian, Ubuntu: sudo apt-get install "
            "nodejs)"
        )
    with tempfile.TemporaryDirectory(prefix="lodeboard-site-") as name:
        folder = Path(name)
        work = folder / "work"
        work.mkdir()
        for archive, data in archives.items():
            (work / archive).write_bytes(data)
        with tarfile.open(pyodide) as package:
            package.extractall(folder, filter="data")
        script = folder / f"{_SCRIPT.stem}.mjs"  # by its name node knows that it is a module
        script.write_bytes(_SCRIPT.read_bytes())
        command = [node, str(script), str(folder / "package"), str(_IN_PYTHON), str(work)]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise FetchError(f"node could not compile the site's Python: {done.stderr.strip()}")
        return {archive: (work / archive).read_bytes() for archive in archives}
