"""Where the files of a board are stored on this computer: one directory per board."""

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


class PlayError(Exception):
    """The board cannot be started; the text says why and what to do."""


def data_home() -> Path:
    """Where this user's data go (the XDG base directory)."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"


def recordings() -> Path:
    """The directory for recordings made by pages."""
    return data_home() / "lodeboard" / "recordings"


def real_board(profile: str, port: str, number: str | None) -> str:
    """The name of the directory of a board on a cable: its USB serial number or, if the system
    reports none, its port."""
    which = number or (os.path.abspath(port) if os.path.exists(port) else port)
    return f"{profile}-on-{re.sub('[^A-Za-z0-9]+', '-', which).strip('-')}"


@contextlib.contextmanager
def board_directory(name: str, another: str = "choose another board with --seed") -> Iterator[Path]:
    """Return the directory of one board, locked: two programs must not run one board. `another`:
    how to play on a free one. If nothing can be written, the directory may not exist: the board
    plays without it. Raises PlayError for an impossible place."""
    directory = data_home() / "lodeboard" / name
    try:
        lock = _open_lock(directory)
    except (FileExistsError, NotADirectoryError) as error:
        raise PlayError(
            f"cannot keep the board's data in {directory}: {error.strerror}. "
            "Choose another place with the environment variable XDG_DATA_HOME"
        ) from error
    with lock or contextlib.nullcontext():
        if lock is not None and not _locked(lock.fileno()):
            raise PlayError(
                f"the board {name} is already being played in another window. "
                f"Play on there, or {another}"
            )
        yield directory


def _open_lock(directory: Path) -> TextIO | None:
    """The lock file, even if it is read-only; None if there is none."""
    path = directory / "lock"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        return path.open("w", encoding="ascii")
    except (FileExistsError, NotADirectoryError):
        raise
    except OSError:
        return path.open(encoding="ascii") if os.access(path, os.R_OK) else None


def _locked(handle: int) -> bool:
    if sys.platform == "win32":
        return True  # there the port alone keeps a second program away
    import fcntl  # noqa: PLC0415 - not to be had on Windows

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def erase(directory: Path) -> None:
    """Delete all stored data of this board. Raises PlayError."""
    try:
        for path in directory.iterdir():
            if path.name == "lock":
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
    except FileNotFoundError:
        pass  # nothing could be saved
    except OSError as error:
        raise PlayError(
            f"cannot erase what this board keeps in {directory}: {error.strerror}"
        ) from error
