"""The release: what is in it, and that the last one stays until the new one is there."""

import hashlib
import io
import json
import re
import shutil
import subprocess
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from cli.command import PROGRAM, Command

from host_tools import ROOT
from host_tools.board.emulator import image
from host_tools.build import profiles
from host_tools.jobs.archive import zipped
from host_tools.play.site import build as site
from host_tools.play.site.fetched import FetchError
from host_tools.workshop.release import build as release
from host_tools.workshop.release import hardware
from host_tools.workshop.release.notes import NotesError, notes_of

pytestmark = pytest.mark.chip  # the files for new Picos need MicroPython's image

VERSION = metadata.version("lodeboard")
CHANGES = """# Changes

## 0.10.0 (unreleased)

- Newest.

## 0.1.0

For players

- Old.

## 0.0.9
"""
LINK = re.compile(r"\]\(([^)\s#]+)")


def small_site(folder):
    """Stands for the site, which takes longest."""
    folder.mkdir()
    (folder / "index.html").write_text("the page")
    (folder / "licences.txt").write_text("of the site")


def small_wheel(folder):
    wheel = folder / f"lodeboard-{VERSION}-py3-none-any.whl"
    wheel.write_bytes(zipped({"lodeboard/__init__.py": b""}))
    return wheel


@pytest.fixture
def quick(monkeypatch):
    """Without what takes long."""
    monkeypatch.setattr(release, "build_wheel", small_wheel)
    monkeypatch.setattr(release, "make_uf2", lambda _image, built: built.encode())
    monkeypatch.setattr(release.firmware, "build", lambda board: f"firmware of {board}")
    monkeypatch.setattr(release.hardware, "files", lambda: {"hardware/README.md": b"guide"})


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_has_all_that_is_handed_out(tmp_path, quick):
    said = []
    release.build(tmp_path / "release", small_site, said.append)
    made = contents(tmp_path / "release")
    assert made.keys() == {
        *(f"lodeboard-{board}.uf2" for board in profiles.names()),
        f"lodeboard-{VERSION}-py3-none-any.whl",
        f"lodeboard-site-{VERSION}.zip",
        f"lodeboard-hardware-{VERSION}.zip",
        *("SHA256SUMS", "licences.txt", "notes.md"),
    }
    assert [line.partition(":")[0] for line in said] == [f"{n} of 4" for n in range(1, 5)]
    sums = dict(line.split("  ")[::-1] for line in made["SHA256SUMS"].decode().splitlines())
    rest = {name: hashlib.sha256(data).hexdigest() for name, data in made.items()}
    del rest["SHA256SUMS"]
    assert sums == rest
    assert list(tmp_path.iterdir()) == [tmp_path / "release"]
    assert made["lodeboard-tile7x7.uf2"] == b"firmware of tile7x7"
    with zipfile.ZipFile(io.BytesIO(made[f"lodeboard-site-{VERSION}.zip"])) as archive:
        assert archive.read("index.html") == b"the page"
        assert archive.infolist()[0].external_attr >> 16 == 0o100644
    text = made["licences.txt"].decode()
    assert text.startswith("of the site")
    assert (ROOT / "hardware" / "LICENSE").read_text() in text
    assert made["notes.md"].decode().startswith(f"# Lodeboard {VERSION}\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_what_ends_it_early_leaves_the_release_before(tmp_path, quick, error):
    folder = tmp_path / "release"
    release.build(folder, small_site, print)
    before = contents(folder)
    (folder / "notes.md").write_text("the one before")

    def ended(_folder):
        raise error

    with pytest.raises(type(error) if isinstance(error, OSError) else error):
        release.build(folder, ended, print)
    assert contents(folder) == before | {"notes.md": b"the one before"}
    assert list(tmp_path.iterdir()) == [folder]
    release.build(folder, small_site, print)
    assert contents(folder) == before


def test_it_takes_the_place_of_no_other_folder(tmp_path, capsys, monkeypatch):
    (tmp_path / "letters").write_text("to keep")
    done = Command(capsys, monkeypatch)("release", str(tmp_path))
    assert done.status == 2
    assert f"{tmp_path} holds something else than a release" in done.err
    assert (tmp_path / "letters").read_text() == "to keep"


def test_without_the_image_release_and_site_say_where_it_is_to_be_had(
    tmp_path, quick, capsys, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def download():
        raise image.ImageError(f"no network. {image.how_to_get_it()}")

    monkeypatch.setattr(image, "download", download)
    done = Command(capsys, monkeypatch)("release", str(tmp_path / "release"))
    assert (done.status, done.out) == (1, "")
    assert "MICROPYTHON_UF2=/path/to/RPI_PICO" in done.err
    monkeypatch.setattr(site.fetched, "pyodide", Path)
    monkeypatch.setattr(site.fetched, "msgspec", Path)
    with pytest.raises(FetchError, match=r"for the files for new Picos.* MICROPYTHON_UF2=/"):
        site.build(tmp_path / "site")
    assert {path.name for path in tmp_path.iterdir()} <= {"cache"}


def test_no_browser_keeps_the_files_for_new_picos(tmp_path):
    for name in ("board.zip", "firmware/tile4x4.zip", "firmware/lodeboard-tile4x4.uf2"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    files = re.search(r"const FILES = (.*);", site.service(tmp_path))
    assert json.loads(files[1]) == ["./", "board.zip", "firmware/tile4x4.zip"]


def test_the_notes_are_the_part_of_the_version(tmp_path):
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text(CHANGES)
    assert notes_of("0.10.0", changes) == "# Lodeboard 0.10.0\n\n- Newest.\n"
    assert notes_of("0.1.0", changes) == "# Lodeboard 0.1.0\n\nFor players\n\n- Old.\n"
    for version in ("0.1", "0.0.9", "1.0.0"):
        with pytest.raises(NotesError, match=f'write its part below a heading "## {version}"'):
            notes_of(version, changes)


def test_the_links_of_the_hardware_guide_hold_in_its_archive():
    files = hardware.files()
    guide = ROOT / hardware.GUIDE
    lost = []
    for link in LINK.findall(files[hardware.GUIDE].decode()):
        path = (guide.parent / link).resolve()
        if not re.match(r"[a-z]+:", link) and not path.is_dir():
            lost += [] if path.relative_to(ROOT).as_posix() in files else [link]
    assert lost == []
    assert files["hardware/release/tile4x4-gerber.zip"][:2] == b"PK"


@pytest.mark.verify
@pytest.mark.timeout(1200)  # it makes all that is handed out, twice
def test_the_same_tree_makes_the_same_bytes(tmp_path, site_folder):
    command = f'umask 077; exec "{PROGRAM}" release "{tmp_path / "one"}"'
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    # The site of other tests was built by another process.
    release.build(tmp_path / "two", lambda folder: shutil.copytree(site_folder, folder), print)
    sums = [(tmp_path / name / "SHA256SUMS").read_text() for name in ("one", "two")]
    assert sums[0] == sums[1]
    with zipfile.ZipFile(next((tmp_path / "one").glob("*.whl"))) as wheel:
        assert wheel.testzip() is None
        assert "host_tools/workshop/release/texts/MicroPython.txt" in wheel.namelist()
    with zipfile.ZipFile(next((tmp_path / "one").glob("lodeboard-site-*.zip"))) as archive:
        for board in profiles.names():
            name = f"lodeboard-{board}.uf2"
            assert archive.read(f"firmware/{name}") == (tmp_path / "one" / name).read_bytes()
        assert b"MicroPython for the Raspberry Pi Pico" in archive.read("licences.txt")
        assert b".uf2" not in archive.read("service.js")
