"""Compresses the site's large files: any server sends them unchanged, and the worker unpacks
them."""

import gzip
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from host_tools.play.site.fetched import FetchError
from host_tools.play.web import bundle

PACKED = ".packed"  # no server treats this suffix specially
_SCRIPT = Path(__file__).with_name("precompile.js")
_IN_PYTHON = Path(__file__).with_name("precompiled.py")
_MAP = re.compile(r"\n//# sourceMappingURL=.*")


def packed(data: bytes) -> bytes:
    """Compressed by gzip; the same data give the same bytes."""
    return gzip.compress(data, 9, mtime=0)


def minified(script: bytes) -> bytes:
    """A script without comments and white space."""
    return bundle.minified("text/javascript", _MAP.sub("", script.decode()))


def precompiled(pyodide: Path, archives: Mapping[str, bytes]) -> dict[str, bytes]:
    """These archives with the modules of a board's start compiled by Pyodide's Python (see
    `precompiled.py`). Raises FetchError if node, which comes with npm, is missing."""
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
        script = folder / f"{_SCRIPT.stem}.mjs"  # the suffix tells node that it is a module
        script.write_bytes(_SCRIPT.read_bytes())
        command = [node, str(script), str(folder / "package"), str(_IN_PYTHON), str(work)]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise FetchError(f"node could not compile the site's Python: {done.stderr.strip()}")
        return {archive: (work / archive).read_bytes() for archive in archives}
