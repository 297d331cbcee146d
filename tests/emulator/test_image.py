"""Which MicroPython is emulated: a named one, else an official one, wherever it comes from."""

import hashlib
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from uf2utils.file import UF2File

from host_tools.board.emulator import image
from host_tools.board.emulator.bootrom import PAYLOAD_BYTES
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BASE, UF2_FAMILY

CONTENTS = b"an image"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, and CONTENTS taken for the official image."""
    monkeypatch.delenv("MICROPYTHON_UF2", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    known = {hashlib.sha256(CONTENTS).hexdigest(): image.IMAGE}
    monkeypatch.setattr(image, "IMAGES", known)
    monkeypatch.setattr(image, "download", lambda: pytest.fail("nothing was to be downloaded"))
    return tmp_path / "cache" / "lodeboard"


def test_the_image_named_by_the_environment_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.uf2"
    path.write_bytes(CONTENTS)
    monkeypatch.setenv("MICROPYTHON_UF2", str(path))
    assert image.find_image() == path


def another(size: int = PAYLOAD_BYTES) -> bytes:
    """An image that nobody knows: so many bytes of flash."""
    uf2 = UF2File(board_family=UF2_FAMILY, fill_gaps=False)
    uf2.append_payload(b"\x5a" * size, FLASH_BASE)
    uf2.renumber_blocks()
    return b"".join(bytes(block.as_bytes) for block in uf2)


def test_a_named_image_that_nobody_knows_is_used_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.uf2"
    path.write_bytes(another())
    monkeypatch.setenv("MICROPYTHON_UF2", str(path))
    assert image.find_image() == image.find_image() == path
    [warning] = capsys.readouterr().err.splitlines()
    assert f"lodeboard emulate --image {path} --try" in warning


@pytest.mark.parametrize(
    ("contents", "why"),
    [
        (b"another", "no image for an RP2040: block 0 .* is not a block of a UF2 file"),
        (another(FILES_OFFSET + PAYLOAD_BYTES), "fills the flash beyond 640 KiB"),
        (another().replace(UF2_FAMILY.to_bytes(4, "little"), b"\x59\xff\x8b\xe4"), "for family"),
    ],
)
def test_a_named_file_from_which_no_pico_starts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contents: bytes, why: str
) -> None:
    path = tmp_path / "mine.uf2"
    path.write_bytes(contents)
    monkeypatch.setenv("MICROPYTHON_UF2", str(path))
    with pytest.raises(image.ImageError, match=why):
        image.find_image()


def test_what_is_published_holds_a_known_image_whatever_is_named(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.uf2"
    path.write_bytes(another())
    monkeypatch.setenv("MICROPYTHON_UF2", str(path))
    cache.mkdir(parents=True)
    (cache / image.IMAGE).write_bytes(CONTENTS)
    assert image.official_image() == cache / image.IMAGE


def test_a_named_file_that_is_not_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MICROPYTHON_UF2", str(tmp_path / "gone.uf2"))
    with pytest.raises(image.ImageError, match="No such file"):
        image.find_image()


def test_the_cache_serves_what_it_holds(cache: Path) -> None:
    cache.mkdir(parents=True)
    (cache / image.IMAGE).write_bytes(CONTENTS)
    assert image.find_image() == cache / image.IMAGE


def test_a_damaged_cache_is_filled_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.mkdir(parents=True)
    (cache / image.IMAGE).write_bytes(CONTENTS[:-1])
    monkeypatch.setattr(image, "download", lambda: CONTENTS)
    assert image.find_image().read_bytes() == CONTENTS
    assert [path.name for path in cache.iterdir()] == [image.IMAGE]


def test_a_cache_that_cannot_be_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    monkeypatch.setattr(image, "download", lambda: CONTENTS)
    with pytest.raises(image.ImageError, match="XDG_CACHE_HOME"):
        image.find_image()


def carrier(folder: Path, contents: bytes) -> Path:
    """A source package that carries these contents as its image."""
    path = folder / "carrier.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo(image.CARRIER_MEMBER)
        member.size = len(contents)
        archive.addfile(member, BytesIO(contents))
    return path


def test_package_and_image_must_both_have_the_right_sum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = carrier(tmp_path, CONTENTS)
    with pytest.raises(image.ImageError, match=r"carrier\.tar\.gz has the wrong SHA-256"):
        image.extract(path)
    monkeypatch.setattr(image, "CARRIER_SHA256", hashlib.sha256(path.read_bytes()).hexdigest())
    assert image.extract(path) == CONTENTS
    monkeypatch.setattr(image, "IMAGES", {})
    with pytest.raises(image.ImageError, match=r"uf2 has the wrong SHA-256"):
        image.extract(path)
