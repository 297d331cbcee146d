"""The prebuilt firmwares of a board for each chip in one file, so that boards can be flashed
without a compiler.

A zip of the loader, a manifest for each chip, and the packs by their paths on the board. It does
not include the tables, which every player needs anyway.
"""

import zipfile
from collections.abc import Iterable
from io import BytesIO

from host_tools.build import chips
from host_tools.jobs.archive import zipped

from .layout import (
    MAIN,
    MANIFEST,
    PACKS,
    PAGE,
    TABLES,
    Firmware,
    LayoutError,
    Manifest,
    read_manifest,
    sha256,
)
from .packs import PackError, read_pack


class PrebuiltError(ValueError):
    """A file that is not a complete firmware; the text says why."""


def pack(firmware: Firmware, **others: Firmware) -> bytes:
    """The file of a firmware for the default chip, and of the same firmware for others."""
    files = {MAIN: firmware.loader}
    for chip, one in {chips.DEFAULT: firmware, **others}.items():
        files |= {_manifest(chip): one.manifest.encode(), **one.pack_files}
        files |= {path: data for path, data in one.table_files.items() if _is_page(path)}
    return zipped(files)


def _is_page(path: str) -> bool:
    """Whether this is the page for phones, the only table that is not elsewhere as well."""
    return path.startswith(f"{TABLES}/{PAGE}.")


def _manifest(chip: str) -> str:
    return MANIFEST if chip == chips.DEFAULT else f"{MANIFEST}-{chip}"


def unpack(data: bytes, tables: Iterable[bytes], chip: str = chips.DEFAULT) -> Firmware:
    """The firmware for this chip in such a file. `tables`: contents of the tables needed, and
    possibly others. Each pack and table is verified by its SHA-256 in the manifest. Raises
    PrebuiltError."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        manifest = read_manifest(files.pop(_manifest(chip)))
        loader = files.pop(MAIN)
        found = [*tables, *(data for path, data in files.items() if _is_page(path))]
        firmware = _put_together(manifest, loader, files, {sha256(one): one for one in found})
    except (zipfile.BadZipFile, KeyError, LayoutError, PackError) as error:
        raise PrebuiltError(f"the firmware's file is damaged: {error}") from error
    if firmware.manifest != manifest:
        raise PrebuiltError("the firmware's file does not contain what its manifest lists")
    return firmware


def _put_together(
    manifest: Manifest, loader: bytes, files: dict[str, bytes], tables: dict[str, bytes]
) -> Firmware:
    modules: dict[str, bytes] = {}
    named: dict[str, bytes] = {}
    reader = b""
    for path, total in manifest.sums.items():
        folder, _, name = path[1:].partition("/")
        if folder == TABLES:
            named[name.partition(".")[0]] = tables[total]
        elif name.startswith(f"{PACKS}_"):
            reader = files[path[1:]]
        else:
            modules.update(read_pack(files[path[1:]])[1])
    return Firmware(
        manifest.version, loader, modules, named, manifest.board, reader, manifest.parts
    )
