"""Builds a release: all its files in one folder."""

import tempfile
import zipfile
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path

from host_tools import ROOT
from host_tools.board.emulator.image import official_image
from host_tools.build import firmware, profiles
from host_tools.build.layout import sha256
from host_tools.jobs.archive import zipped
from host_tools.jobs.files import whole_folder
from host_tools.workshop.release import hardware, licences
from host_tools.workshop.release.notes import notes_of
from host_tools.workshop.release.uf2 import make_uf2, name_of
from host_tools.workshop.release.wheel import build_wheel

SUMS = "SHA256SUMS"
LICENCES = "licences.txt"
NOTES = "notes.md"
CHANGES = ROOT / "CHANGELOG.md"
_STEPS = 4


def build(folder: Path, build_site: Callable[[Path], None], say: Callable[[str], None]) -> None:
    """Build the release in this folder, which is unchanged until all files are ready. The same tree
    gives the same bytes. `build_site` builds the site into a folder; `say` gets lines for people.
    NotesError, ImageError, CompileError, WheelError, Uf2Error, and what `build_site` raises."""
    version = metadata.version("lodeboard")
    notes = notes_of(version, CHANGES)
    with whole_folder(folder) as part:
        say(f"1 of {_STEPS}: a file for new Picos for each board")
        image = official_image()
        for board in profiles.names():
            _put(part / name_of(board), make_uf2(image, firmware.build(board=board)))
        say(f"2 of {_STEPS}: the wheel")
        _put_wheel(part)
        say(f"3 of {_STEPS}: the site, which takes longest")
        site = _site(build_site)
        _put(part / f"lodeboard-site-{version}.zip", zipped(site))
        say(f"4 of {_STEPS}: the hardware files, licences, notes and checksums")
        _put(part / f"lodeboard-hardware-{version}.zip", zipped(hardware.files()))
        # The site's licences cover all files of the release except the hardware.
        ours = licences.together(licences.of_hardware()).encode()
        _put(part / LICENCES, site[LICENCES] + b"\n\n" + ours)
        _put(part / NOTES, notes.encode())
        _put(part / SUMS, _sums(part).encode())


def is_release(folder: Path) -> bool:
    """Return whether a release may be written here: the folder holds a release, is empty or does
    not exist."""
    return not folder.exists() or (folder / SUMS).is_file() or not any(folder.iterdir())


def _put_wheel(folder: Path) -> None:
    """Repack the wheel: its builder stores file modes, which differ between checkouts."""
    with tempfile.TemporaryDirectory(prefix="lodeboard-release-") as scratch:
        wheel = build_wheel(Path(scratch))
        with zipfile.ZipFile(wheel) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    _put(folder / wheel.name, zipped(files))


def _site(build_site: Callable[[Path], None]) -> Mapping[str, bytes]:
    """Return the files of the site by their paths in it."""
    with tempfile.TemporaryDirectory(prefix="lodeboard-release-") as scratch:
        site = Path(scratch) / "site"
        build_site(site)
        paths = (path for path in site.rglob("*") if path.is_file())
        return {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}


def _sums(folder: Path) -> str:
    """Return the SHA-256 of each file, in the format of `sha256sum --check`."""
    paths = sorted(folder.iterdir())
    return "".join(f"{sha256(path.read_bytes())}  {path.name}\n" for path in paths)


def _put(path: Path, data: bytes) -> None:
    path.write_bytes(data)
