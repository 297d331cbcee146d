"""Plans the steps that put a firmware on a board, from the files that are there.

Nothing here communicates with a board. The order of steps makes them safe: until the last
`Replace`, of the pointer, all files of the running firmware stay unchanged; and a slot that is
being changed has no manifest, so it never starts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from host_tools.build.layout import (
    BOARD,
    DATA,
    MAIN,
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

KEPT_MAIN = "main-before-lodeboard.py"  # new name of a main.py that is not ours
SPARE_BLOCKS = 4  # kept free during flashing and for the data stored then


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
    """Create a folder at the top level."""

    path: str

    def __str__(self) -> str:
        return f"make    {self.path}/"


@dataclass(frozen=True)
class Check:
    """Compare files on the board with their required SHA-256."""

    sums: Mapping[str, str] = field(repr=False)

    def __str__(self) -> str:
        return f"check   {len(self.sums)} files by their SHA-256"


@dataclass(frozen=True)
class Replace:
    """Send a file under a temporary name, check it, and let it replace the old one in one step."""

    path: str
    data: bytes = field(repr=False)

    def __str__(self) -> str:
        return f"replace {self.path} ({len(self.data)} bytes)"


Step = Remove | Copy | MakeFolder | Check | Replace


class NoRoomError(Exception):
    """The firmware does not fit: `missing` bytes. `erase`: erasing the board's data would help;
    `others`: removing these files, which are not the firmware's, would help."""

    def __init__(self, missing: int, erase: bool, others: bool) -> None:
        super().__init__(f"{missing} bytes missing")
        self.missing = missing
        self.erase = erase
        self.others = others


def make_plan(firmware: Firmware, found: Survey, erase: bool = False) -> list[Step]:
    """The steps after which the board starts this firmware; none if it already does.

    `erase`: also erase the board's data. Raises NoRoomError before any change.
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
    """The steps that free only as much space early as necessary, and the number of blocks
    missing."""
    # Data are erased late so that an interrupted run loses nothing, and so are the running
    # firmware's tables, without which it plays less well.
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
    """All steps, with the first `early_tables` old tables removed before the new ones are sent."""
    target, changes = _target(firmware, found)
    clearing = list(_clear(found, target)) if changes else []
    fill = _fill(firmware, found, target) if changes else _lacking(firmware.pack_files, found)
    filling = list(fill)
    old_tables = [Remove(path) for path in _old_tables(firmware, found)]
    erasing = list(_erase(found)) if erase else []

    steps: list[Step] = list(clearing)
    steps += [Remove(path) for path in _unused_packs(firmware, found)]
    steps += [Remove(path) for path in _unused_tables(firmware, found)]
    steps += erasing if early_erase else []
    steps += _keep_main(firmware, found)
    steps += old_tables[:early_tables]
    steps += _lacking(firmware.table_files, found)
    steps += filling
    switch = [Replace(path, data) for path, data in firmware.board_file.items()]
    switch = [step for step in switch if step.data != found.board]
    switch += [
        Replace(path, data)
        for path, data in firmware.start_files.items()
        if found.files.get(path, File(0)).sum != sha256(data)
    ]
    if found.pointer != pointer(target):
        switch.append(Replace(POINTER, pointer(target)))
    if (steps or switch) and DATA not in {*found.folders, *found.files}:
        # The firmware would create it at its first start: two erases, during which the board stays
        # dark.
        steps.append(MakeFolder(DATA))
    steps += switch
    steps += old_tables[early_tables:]
    replaced = {step.path + NEW for step in steps if isinstance(step, Replace)}
    replacing = {path + NEW for path in (*firmware.start_files, POINTER, BOARD)}
    leftovers = replacing - replaced
    steps += [Remove(path) for path in sorted(leftovers & set(found.files))]
    steps += [] if early_erase else erasing
    return steps


def _target(firmware: Firmware, found: Survey) -> tuple[str, bool]:
    """The slot for the firmware, and whether it has to be written."""
    wanted = firmware.manifest.encode()
    running = found.running
    if running is not None and found.manifests[running] == wanted:
        return running, False
    if running is None and found.manifests.get(found.pointed) == wanted:
        return found.pointed, False  # only its damaged packs are sent
    # Never the slot that starts, even if damaged; on a new board the first.
    starts = running or (found.pointed if found.pointer else None)
    target = other(starts) if starts else SLOTS[0]
    return target, not found.is_whole(target) or found.manifests[target] != wanted


def _lacking(files: Mapping[str, bytes], found: Survey) -> Iterator[Step]:
    """Send those of these files that are missing or damaged."""
    for path, data in sorted(files.items()):
        if found.files.get(path, File(0)).sum != sha256(data):
            yield Replace(path, data)


def _unused_packs(firmware: Firmware, found: Survey) -> list[str]:
    """Packs used neither by this firmware nor by a slot that stays, and partial packs."""
    used = set(firmware.pack_files)
    target, changes = _target(firmware, found)
    sure = True
    for slot in found.manifests:
        if slot != target or not changes:
            manifest = found.read_manifest(slot)
            used |= set(manifest.code(slot)) if manifest else set()
            sure = sure and manifest is not None  # otherwise its packs are unknown
    packs = [path for path in found.files if path.startswith(f"{PACKS}/") and path not in used]
    return sorted(path for path in packs if sure or path.endswith(NEW))


def _old_tables(firmware: Firmware, found: Survey) -> list[str]:
    """Tables of the running firmware that this one does not use, the largest first."""
    unused = set(_unused_tables(firmware, found))
    paths = [path for path in found.files if path.startswith(f"{TABLES}/")]
    old = [path for path in paths if path not in firmware.table_files and path not in unused]
    return sorted(old, key=lambda path: (-found.files[path].size, path))


def _unused_tables(firmware: Firmware, found: Survey) -> list[str]:
    """Tables used neither by the running firmware nor by this one, and partial tables."""
    running = found.running
    there = found.read_manifest(running) if running else None
    if there is None:
        return []
    used = {path[1:] for path in there.sums if path[0] == "/"} | set(firmware.table_files)
    return sorted(
        path for path in found.files if path.startswith(f"{TABLES}/") and path not in used
    )


def _missing(steps: Sequence[Step], found: Survey) -> int:
    """The number of blocks missing when the flash is fullest during these steps."""
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
    """Remove everything from a slot, starting with the manifest."""
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
    """Write the firmware into a cleared slot, ending with the manifest."""
    yield from _lacking(firmware.pack_files, found)
    yield Check({path: sha256(data) for path, data in firmware.pack_files.items()})
    yield Replace(f"{slot}/{MANIFEST}", firmware.manifest.encode())


def _keep_main(firmware: Firmware, found: Survey) -> Iterator[Step]:
    """Before the first firmware, save the user's own main.py."""
    there = found.files.get(MAIN)
    if there is None or there.sum in {sha256(data) for data in firmware.start_files.values()}:
        return
    if not found.manifests and KEPT_MAIN not in found.files:
        yield Copy(MAIN, KEPT_MAIN)


def _erase(found: Survey) -> Iterator[Step]:
    for path in sorted(found.files):
        if path.startswith(f"{DATA}/"):
            yield Remove(path)
    for folder in sorted(found.folders, reverse=True):
        if folder.startswith(f"{DATA}/"):
            yield Remove(folder)
