"""A file system in memory that records each act on it and can be restored as a power cut at any act
leaves it.

What a cut leaves depends on the file system, so two versions exist side by side:

- `torn`: every byte written before the cut is present, and a file opened for writing is empty at
once. That is the worst case of a file system that guarantees no order.

- `synced`: a file loses everything written since its last flush or close, and is as before. That is
littlefs, which the board has: new contents are written to new blocks, and the file's entry refers
to them only after a flush or close.
"""

import errno
import io
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any, NamedTuple, Protocol

from lodeboard.ports import file_store
from lodeboard.ports.file_store import FileStore

OPEN, WRITE, SYNC, RENAME, REMOVE, MKDIR = "open", "write", "sync", "rename", "remove", "mkdir"
DATA = "data"
Files = dict[str, bytes]


class Act(NamedTuple):
    """One act on the file system. `file`: the number of the open file. `data`: bytes written; `to`:
    the new name."""

    kind: str
    path: str
    file: int = 0
    data: bytes = b""
    to: str = ""

    @property
    def blob(self) -> str:
        """The blob being saved or removed: "game", "settings"."""
        return self.path.rpartition("/")[2].partition(".")[0]


class System(Protocol):
    """The parts of an operating system that a FileStore needs, as in MicroPython."""

    def open(self, path: str, mode: str) -> Any: ...
    def listdir(self, path: str) -> list[str]: ...
    def mkdir(self, path: str) -> None: ...
    def rename(self, old: str, new: str) -> None: ...
    def remove(self, path: str) -> None: ...


def store_on(system: System, tables: str = "") -> FileStore:
    """The firmware's FileStore on this system: its source, with another `os` and `open`."""
    spec = spec_from_file_location(file_store.__name__, file_store.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot read {file_store.__file__}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module).update(os=system, open=system.open)
    store: FileStore = module.FileStore(DATA, tables)
    return store


class State:
    """The files after some acts, as `torn` and as `synced`."""

    def __init__(self) -> None:
        self.torn: Files = {}
        self.synced: Files = {}
        self._open: dict[int, tuple[str, bytes]] = {}

    def apply(self, act: Act) -> None:
        """Apply one more act."""
        if act.kind == OPEN:
            self.torn[act.path] = b""
            self.synced.setdefault(act.path, b"")
            self._open[act.file] = (act.path, b"")
        elif act.kind == WRITE:
            path, written = self._open[act.file]
            self._open[act.file] = (path, written + act.data)
            self.torn[path] = written + act.data
        elif act.kind == SYNC:
            path, written = self._open[act.file]
            self.synced[path] = written
        elif act.kind == RENAME:
            for files in (self.torn, self.synced):
                files[act.to] = files.pop(act.path)
            for number, (path, written) in self._open.items():
                if path == act.path:
                    self._open[number] = (act.to, written)
        elif act.kind == REMOVE:
            for files in (self.torn, self.synced):
                del files[act.path]


class Disk:
    """The file system. `acts` lists everything done to it since it was made with `files`. It can
    also read this computer's tables."""

    def __init__(self, files: Files | None = None) -> None:
        self.acts: list[Act] = []
        self.before_act: Callable[[Act], None] = lambda _: None
        self._state = State()
        self._state.torn = dict(files or {})
        self._state.synced = dict(files or {})
        self._files = 0
        self.made = bool(files)  # the folder exists

    @property
    def files(self) -> Files:
        """The current files on the disk."""
        return dict(self._state.torn)

    def _do(self, act: Act) -> None:
        self.before_act(act)
        self.acts.append(act)
        self._state.apply(act)

    def open(self, path: str, mode: str) -> Any:
        """Open a file; only those in the board's own folder can be written."""
        if path.partition("/")[0] != DATA:
            return open(path, mode)
        if mode == "wb":
            self._files += 1
            self._do(Act(OPEN, path, self._files))
            return _Written(self._do, path, self._files)
        self._find(path)
        return io.BytesIO(self._state.torn[path])

    def mkdir(self, path: str) -> None:
        """Make the board's folder."""
        if self.made:
            raise OSError(errno.EEXIST, "it is there", path)
        self.made = True
        self._do(Act(MKDIR, path))

    def listdir(self, path: str) -> list[str]:
        """The names in a folder."""
        return [name.rpartition("/")[2] for name in self._state.torn]

    def rename(self, old: str, new: str) -> None:
        """Rename a file, replacing any file of the new name."""
        self._find(old)
        self._do(Act(RENAME, old, to=new))

    def remove(self, path: str) -> None:
        """Remove a file."""
        self._find(path)
        self._do(Act(REMOVE, path))

    def _find(self, path: str) -> None:
        if path not in self._state.torn:
            raise OSError(errno.ENOENT, "no such file", path)


class _Written:
    """A file opened for writing. It is synced only on request: a chip's collector may run late, or
    after the cut."""

    def __init__(self, do: Callable[[Act], None], path: str, number: int) -> None:
        self._do = do
        self._path = path
        self._number = number
        self._unsynced = True

    def write(self, data: bytes) -> int:
        """Append these bytes."""
        self._do(Act(WRITE, self._path, self._number, bytes(data)))
        self._unsynced = True
        return len(data)

    def flush(self) -> None:
        """Sync everything written so far."""
        if self._unsynced:
            self._do(Act(SYNC, self._path, self._number))
            self._unsynced = False

    def close(self) -> None:
        """Flush for the last time."""
        self.flush()

    def __enter__(self) -> "_Written":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Cut(NamedTuple):
    """Where the power fails: before act `act`, or after this many bytes of it. Unsynced files lose
    all unsynced changes, or are torn."""

    act: int
    bytes: int = 0
    lost: bool = False


def cuts(acts: Sequence[Act]) -> list[Cut]:
    """Every possible cut: before each act, after each byte of each write, and after the end."""
    found = []
    state = State()
    for done, act in enumerate(acts):
        found.append(Cut(done))
        if state.torn != state.synced:
            found.append(Cut(done, 0, True))
        if act.kind == WRITE:
            found += [Cut(done, count) for count in range(1, len(act.data))]
        state.apply(act)
    return [*found, Cut(len(acts))]


class Left:
    """The files that cuts leave. Built once for all cuts, because it applies all acts."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self._acts = acts
        self._after: list[tuple[Files, Files]] = []
        state = State()
        for act in acts:
            self._after.append((dict(state.torn), dict(state.synced)))
            state.apply(act)
        self._after.append((dict(state.torn), dict(state.synced)))

    def by(self, cut: Cut) -> Files:
        """The files that this cut leaves."""
        torn, synced = self._after[cut.act]
        if cut.lost:
            return dict(synced)
        files = dict(torn)
        if cut.bytes:
            act = self._acts[cut.act]
            files[act.path] += act.data[: cut.bytes]
        return files
