"""What to do to a board so that it holds a firmware: from what lies there now, step by step.

Nothing here talks to a board. The order of the steps is what makes them safe: until the last
`Replace`, that of the pointer, all that the running firmware needs stays as it is; and a slot
that is being changed has no manifest, so that it is never started.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from host_tools.build.layout import (
    DATA,
    LOADER,
    MANIFEST,
    NEW,
    POINTER,
    SLOTS,
    TABLES,
    Firmware,
    LayoutError,
    Manifest,
    other,
    pointer,
    read_manifest,
    sha256,
)

KEPT_LOADER = "main-before-lodeboard.py"  # a main.py found on the board that is not ours
_FOLDER_BLOCKS = 4  # what littlefs takes for a folder, at most
_SLACK_BLOCKS = 8  # what it keeps for itself, and for files under another name for a moment
_BLOCK_NET = 4080  # bytes of contents in a block, at least


@dataclass(frozen=True)
class File:
    """A file on the board: bytes, and the SHA-256 of its contents where it was asked for."""

    size: int
    sum: str = ""


@dataclass(frozen=True)
class Survey:
    """What was found on a board. Paths are from the root, without a `/` in front."""

    files: Mapping[str, File]
    folders: tuple[str, ...] = ()
    manifests: Mapping[str, bytes] = field(default_factory=dict)  # slot to contents
    pointer: bytes = b""
    free_bytes: int = 1 << 20
    block_bytes: int = 4096

    def read_manifest(self, slot: str) -> Manifest | None:
        """The manifest of a slot; None where there is none that can be read."""
        if slot not in self.manifests:
            return None
        try:
            return read_manifest(self.manifests[slot])
        except LayoutError:
            return None

    def is_whole(self, slot: str) -> bool:
        """Whether every module that the slot's manifest names is there and right."""
        manifest = self.read_manifest(slot)
        if manifest is None:
            return False
        return all(
            self.files.get(f"{slot}/{path}", File(0)).sum == total
            for path, total in manifest.sums.items()
            if not path.startswith("/")
        )

    @property
    def pointed(self) -> str:
        """The slot that the loader tries first."""
        return "b" if self.pointer.strip() == b"b" else "a"

    @property
    def running(self) -> str | None:
        """The slot with a whole firmware that the board starts, None where it has none."""
        for slot in (self.pointed, other(self.pointed)):
            if self.is_whole(slot):
                return slot
        return None


@dataclass(frozen=True)
class Remove:
    """Remove a file or an empty folder."""

    path: str

    def __str__(self) -> str:
        return f"remove  {self.path}"


@dataclass(frozen=True)
class Copy:
    """Copy a file on the board itself."""

    source: str
    path: str

    def __str__(self) -> str:
        return f"copy    {self.path} from {self.source}"


@dataclass(frozen=True)
class Send:
    """Send a file."""

    path: str
    data: bytes = field(repr=False)

    def __str__(self) -> str:
        return f"send    {self.path} ({len(self.data)} bytes)"


@dataclass(frozen=True)
class Check:
    """Compare files on the board with what they must be: path to SHA-256."""

    sums: Mapping[str, str] = field(repr=False)

    def __str__(self) -> str:
        return f"check   {len(self.sums)} files by their SHA-256"


@dataclass(frozen=True)
class Replace:
    """Send a file under another name, check it, and put it in the old one's place at once."""

    path: str
    data: bytes = field(repr=False)

    def __str__(self) -> str:
        return f"replace {self.path} ({len(self.data)} bytes)"


Step = Remove | Copy | Send | Check | Replace


class NoRoomError(Exception):
    """The firmware does not fit: bytes `needed` and bytes `free`."""

    def __init__(self, needed: int, free: int) -> None:
        super().__init__(f"{needed} bytes needed, {free} free")
        self.needed = needed
        self.free = free


def make_plan(firmware: Firmware, found: Survey, erase: bool = False) -> list[Step]:
    """The steps after which the board starts this firmware; none if it does so already.

    `erase`: and forgets what it has kept. Raises NoRoomError before anything was done.
    """
    wanted = firmware.manifest.encode()
    running = found.running
    tables = firmware.table_files
    missing = {
        path: data
        for path, data in tables.items()
        if found.files.get(path, File(0)).sum != sha256(data)
    }
    clearing: list[Step] = []
    filling: list[Step] = []
    if running is not None and found.manifests[running] == wanted:
        target = running
    else:
        # Never the slot that starts, be it as damaged as it may; on a new board the first.
        starts = running or (found.pointed if found.pointer else None)
        target = other(starts) if starts else SLOTS[0]
        if not found.is_whole(target) or found.manifests[target] != wanted:
            clearing += _clear(firmware, found, target)
            filling += _fill(firmware, found, target)
    needed = [len(data) for data in missing.values()]
    needed += [len(step.data) for step in filling if isinstance(step, Send)]
    needed += [found.files[step.source].size for step in filling if isinstance(step, Copy)]
    goals = [step.path for step in filling if isinstance(step, Send | Copy)]
    folders = {parent for path in [*goals, *missing] for parent in _parents(path)}
    new_folders = len(folders - set(found.folders))
    old_tables: list[Step] = [
        Remove(path)
        for path in sorted(found.files)
        if path.startswith(f"{TABLES}/") and path not in tables
    ]
    early = _must_make_room(needed, new_folders, found, clearing, old_tables)

    steps = [*_keep_loader(firmware, found), *clearing]
    steps += old_tables if early else []
    steps += [Replace(path, data) for path, data in sorted(missing.items())]
    steps += filling
    if found.files.get(LOADER, File(0)).sum != sha256(firmware.loader):
        steps.append(Replace(LOADER, firmware.loader))
    if found.pointer != pointer(target):
        steps.append(Replace(POINTER, pointer(target)))
    steps += [] if early else old_tables
    replaced = {step.path + NEW for step in steps if isinstance(step, Replace)}
    leftovers = {LOADER + NEW, POINTER + NEW} - replaced
    steps += [Remove(path) for path in sorted(leftovers & set(found.files))]
    steps += _erase(found) if erase else []
    return steps


def _clear(firmware: Firmware, found: Survey, slot: str) -> Iterator[Step]:
    """Take out of a slot what the firmware does not have there: the manifest first of all."""
    kept = {path: sha256(data) for path, data in firmware.slot_files(slot).items()}
    first = f"{slot}/{MANIFEST}"
    if first in found.files:
        yield Remove(first)
    for path, file in sorted(found.files.items()):
        if path.startswith(f"{slot}/") and path != first and kept.get(path) != file.sum:
            yield Remove(path)
    needed = {parent for path in kept for parent in _parents(path)}
    for folder in sorted(found.folders, reverse=True):
        if folder.startswith(f"{slot}/") and folder not in needed:
            yield Remove(folder)


def _fill(firmware: Firmware, found: Survey, slot: str) -> Iterator[Step]:
    """Put the firmware into a cleared slot, the manifest last."""
    by_sum = {file.sum: path for path, file in found.files.items() if path[:2] == f"{other(slot)}/"}
    for path, data in sorted(firmware.modules.items()):
        goal, total = f"{slot}/{path}", sha256(data)
        if found.files.get(goal, File(0)).sum == total:
            continue
        if total in by_sum:
            yield Copy(by_sum[total], goal)
        else:
            yield Send(goal, data)
    sums = {f"{slot}/{path}": sha256(data) for path, data in firmware.modules.items()}
    yield Check(sums)
    yield Replace(f"{slot}/{MANIFEST}", firmware.manifest.encode())


def _keep_loader(firmware: Firmware, found: Survey) -> Iterator[Step]:
    """Before the first firmware: somebody's own main.py is not lost."""
    there = found.files.get(LOADER)
    if there is None or there.sum == sha256(firmware.loader):
        return
    if not found.manifests and KEPT_LOADER not in found.files:
        yield Copy(LOADER, KEPT_LOADER)


def _must_make_room(
    needed: list[int],
    new_folders: int,
    found: Survey,
    removals: list[Step],
    old_tables: list[Step],
) -> bool:
    """Whether the old tables must go before the new ones come. NoRoomError if that will not do."""

    def blocks(sizes: list[int]) -> int:
        return sum(-(-size // _BLOCK_NET) for size in sizes)

    def freed(steps: list[Step]) -> int:
        paths = [step.path for step in steps if isinstance(step, Remove)]
        sizes = [found.files[path].size for path in paths if path in found.files]
        return sum(size // found.block_bytes for size in sizes)

    if not needed:
        return False
    free = found.free_bytes // found.block_bytes + freed(removals)
    wanted = blocks(needed) + new_folders * _FOLDER_BLOCKS + _SLACK_BLOCKS
    if wanted <= free:
        return False
    free += freed(old_tables)
    if wanted <= free:
        return True
    raise NoRoomError(wanted * found.block_bytes, free * found.block_bytes)


def _erase(found: Survey) -> Iterator[Step]:
    for path in sorted(found.files):
        if path.startswith(f"{DATA}/"):
            yield Remove(path)
    for folder in sorted(found.folders, reverse=True):
        if folder.startswith(f"{DATA}/"):
            yield Remove(folder)


def _parents(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
