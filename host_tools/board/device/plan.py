"""The steps that put a firmware on a board, given the files that are there now.

Nothing here talks to a board. The order of the steps is what makes them safe: until the last
`Replace`, that of the pointer, all that the running firmware needs stays as it is; and a slot
that is being changed has no manifest, so that it is never started.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from host_tools.build.layout import (
    DATA,
    LOADER,
    MANIFEST,
    NEW,
    PACKS,
    POINTER,
    SLOTS,
    TABLES,
    Firmware,
    other,
    pointer,
    sha256,
)

from .found import File, Survey
from .room import Room

KEPT_LOADER = "main-before-lodeboard.py"  # a main.py found on the board that is not ours
SPARE_BLOCKS = 4  # that stay free while a firmware is being put there, and for what is kept then


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
class MakeFolder:
    """Make a folder of the top level."""

    path: str

    def __str__(self) -> str:
        return f"make    {self.path}/"


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


Step = Remove | Copy | MakeFolder | Check | Replace


class NoRoomError(Exception):
    """The firmware does not fit: how many bytes are `missing`, and which of two things would
    give them back: `erase`, erasing what the board has kept, and removing `others`, the files
    that are not of the firmware."""

    def __init__(self, missing: int, erase: bool, others: bool) -> None:
        super().__init__(f"{missing} bytes missing")
        self.missing = missing
        self.erase = erase
        self.others = others


def make_plan(firmware: Firmware, found: Survey, erase: bool = False) -> list[Step]:
    """The steps after which the board starts this firmware; none if it does so already.

    `erase`: also erase what the board has kept. Raises NoRoomError before anything is done.
    """
    steps, missing = _roomiest(firmware, found, erase)
    if not missing:
        return steps

    def fits(less: Survey, erase: bool) -> bool:
        return not _roomiest(firmware, less, erase)[1]

    less = found.without(found.others)
    by_erase, by_others = not erase and fits(found, True), fits(less, erase)
    if not by_erase and not by_others and not erase and fits(less, True):
        by_erase = by_others = True
    raise NoRoomError(missing * found.block_bytes, by_erase, by_others)


def _roomiest(firmware: Firmware, found: Survey, erase: bool) -> tuple[list[Step], int]:
    """The steps with no more done early than the room asks for, and the blocks missing."""
    # What is kept is erased late, so that an interrupted flashing loses nothing, and so do the
    # running firmware's tables, without which it does not play its best.
    shortest: tuple[list[Step], int] = [], 0
    for early_tables in range(len(_old_tables(firmware, found)) + 1):
        for early_erase in (False, True) if erase else (False,):
            steps = _steps(firmware, found, erase, early_tables, early_erase)
            missing = _missing(steps, found)
            if not missing:
                return steps, 0
            if not shortest[1] or missing < shortest[1]:
                shortest = steps, missing
    return shortest


def _steps(
    firmware: Firmware, found: Survey, erase: bool, early_tables: int, early_erase: bool
) -> list[Step]:
    """What must be done, so many of the old tables removed before the new ones come."""
    target, changes = _target(firmware, found)
    clearing = list(_clear(found, target)) if changes else []
    filling = list(_fill(firmware, found, target)) if changes else []
    old_tables = [Remove(path) for path in _old_tables(firmware, found)]
    erasing = list(_erase(found)) if erase else []

    steps: list[Step] = list(clearing)
    steps += [Remove(path) for path in _unused_packs(firmware, found)]
    steps += [Remove(path) for path in _unused_tables(firmware, found)]
    steps += erasing if early_erase else []
    steps += _keep_loader(firmware, found)
    steps += old_tables[:early_tables]
    steps += _lacking(firmware.table_files, found)
    steps += filling
    switch = []
    if found.files.get(LOADER, File(0)).sum != sha256(firmware.loader):
        switch.append(Replace(LOADER, firmware.loader))
    if found.pointer != pointer(target):
        switch.append(Replace(POINTER, pointer(target)))
    if (steps or switch) and DATA not in {*found.folders, *found.files}:
        # The board would make it at its first start: two erases, during which it stays dark.
        steps.append(MakeFolder(DATA))
    steps += switch
    steps += old_tables[early_tables:]
    replaced = {step.path + NEW for step in steps if isinstance(step, Replace)}
    leftovers = {LOADER + NEW, POINTER + NEW} - replaced
    steps += [Remove(path) for path in sorted(leftovers & set(found.files))]
    steps += [] if early_erase else erasing
    return steps


def _target(firmware: Firmware, found: Survey) -> tuple[str, bool]:
    """The slot for the firmware, and whether it has to be put there."""
    wanted = firmware.manifest.encode()
    running = found.running
    if running is not None and found.manifests[running] == wanted:
        return running, False
    # Never the slot that starts, be it as damaged as it may; on a new board the first.
    starts = running or (found.pointed if found.pointer else None)
    target = other(starts) if starts else SLOTS[0]
    return target, not found.is_whole(target) or found.manifests[target] != wanted


def _lacking(files: Mapping[str, bytes], found: Survey) -> Iterator[Step]:
    """Put those of these files on the board that are not there, or not whole."""
    for path, data in sorted(files.items()):
        if found.files.get(path, File(0)).sum != sha256(data):
            yield Replace(path, data)


def _unused_packs(firmware: Firmware, found: Survey) -> list[str]:
    """Packs that neither this firmware nor a slot that stays as it is has, and parts of packs."""
    used = set(firmware.pack_files)
    target, changes = _target(firmware, found)
    sure = True
    for slot in found.manifests:
        if slot != target or not changes:
            manifest = found.read_manifest(slot)
            used |= set(manifest.code(slot)) if manifest else set()
            sure = sure and manifest is not None  # else its packs are not known
    packs = [path for path in found.files if path.startswith(f"{PACKS}/") and path not in used]
    return sorted(path for path in packs if sure or path.endswith(NEW))


def _old_tables(firmware: Firmware, found: Survey) -> list[str]:
    """Tables of the running firmware that this one does not have, the largest first."""
    unused = set(_unused_tables(firmware, found))
    paths = [path for path in found.files if path.startswith(f"{TABLES}/")]
    old = [path for path in paths if path not in firmware.table_files and path not in unused]
    return sorted(old, key=lambda path: (-found.files[path].size, path))


def _unused_tables(firmware: Firmware, found: Survey) -> list[str]:
    """Tables that neither the running firmware nor this one has, and parts of tables."""
    running = found.running
    there = found.read_manifest(running) if running else None
    if there is None:
        return []
    used = {path[1:] for path in there.sums if path[0] == "/"} | set(firmware.table_files)
    return sorted(
        path for path in found.files if path.startswith(f"{TABLES}/") and path not in used
    )


def _missing(steps: Sequence[Step], found: Survey) -> int:
    """How many blocks are missing at the tightest moment of these steps."""
    sizes = {path: file.size for path, file in found.files.items()}
    free = found.free_bytes // found.block_bytes
    room = Room(sizes, found.folders, free, found.block_bytes)
    for step in steps:
        if isinstance(step, Remove):
            room.remove(step.path)
        elif isinstance(step, Copy):
            room.write(step.path, sizes[step.source])
        elif isinstance(step, MakeFolder):
            room.make_folder(step.path)
        elif isinstance(step, Replace):
            room.write(step.path + NEW, len(step.data))
            room.rename(step.path + NEW, step.path)
    return max(0, SPARE_BLOCKS - room.least) if room.taken else 0


def _clear(found: Survey, slot: str) -> Iterator[Step]:
    """Take everything out of a slot, the manifest first of all."""
    first = f"{slot}/{MANIFEST}"
    if first in found.files:
        yield Remove(first)
    for path in sorted(found.files):
        if path.startswith(f"{slot}/") and path != first:
            yield Remove(path)
    for folder in sorted(found.folders, reverse=True):
        if folder.startswith(f"{slot}/"):
            yield Remove(folder)


def _fill(firmware: Firmware, found: Survey, slot: str) -> Iterator[Step]:
    """Put the firmware into a cleared slot, the manifest last."""
    yield from _lacking(firmware.pack_files, found)
    yield Check({path: sha256(data) for path, data in firmware.pack_files.items()})
    yield Replace(f"{slot}/{MANIFEST}", firmware.manifest.encode())


def _keep_loader(firmware: Firmware, found: Survey) -> Iterator[Step]:
    """Before the first firmware: somebody's own main.py is not lost."""
    there = found.files.get(LOADER)
    if there is None or there.sum == sha256(firmware.loader):
        return
    if not found.manifests and KEPT_LOADER not in found.files:
        yield Copy(LOADER, KEPT_LOADER)


def _erase(found: Survey) -> Iterator[Step]:
    for path in sorted(found.files):
        if path.startswith(f"{DATA}/"):
            yield Remove(path)
    for folder in sorted(found.folders, reverse=True):
        if folder.startswith(f"{DATA}/"):
            yield Remove(folder)
