"""What lies ready for a buyer in hardware/release is what the code makes, file by file."""

import hashlib
import zipfile

import pytest

from hardware.build import build_bench, build_board, kept_board
from hardware.circuit.build import RELEASE
from hardware.dimensions import RELEASED
from hardware.pcb.board import kept_routes, make_board
from hardware.prints.build import OTHERS, pack
from hardware.released import BENCHES, BOARDS
from hardware.strips.build import build_panel

# All files of both boards are made before the first of these.
pytestmark = [pytest.mark.hardware, pytest.mark.timeout(1800)]

# Of the licence's own text, as CERN gives it out.
LICENCE = "6e471d647db50527d0c75ee5f1a55a74012ab177c73282bef0bdc7f6562b7ded"
PRINTS = ("prints.zip", "tile1x1-prints.zip", "tile7x7-prints.zip")  # held by test_print.py


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Made with the tracks that were kept: `test_pcb` and those marked routing find them again."""
    folder = tmp_path_factory.mktemp("all")
    files = [path for data in BOARDS for path in build_board(data, folder, kept=True)]
    files += build_panel(folder, kept=True)
    files += [path for data in BENCHES for path in build_bench(data, folder)]
    return {path.name: path for path in files}


@pytest.mark.routing
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("data", BOARDS, ids=lambda data: data["name"])
def test_the_router_finds_the_tracks_that_were_kept(data, tmp_path):
    found = make_board(data, tmp_path / "board.kicad_pcb").routes
    kept = kept_routes(kept_board(data), data)
    assert (len(found.tracks), len(found.vias)) == (len(kept.tracks), len(kept.vias))
    name = f"{data['name']}.kicad_pcb"
    with zipfile.ZipFile(kept_board(data)) as archive:
        assert (tmp_path / "board.kicad_pcb").read_bytes() == archive.read(name)


def test_the_same_files_lie_there(made):
    assert {path.name for path in RELEASE.iterdir()} == {*made, *PRINTS}


def test_every_file_has_the_same_bytes(made):
    differ = [name for name, path in made.items()
              if (RELEASE / name).read_bytes() != path.read_bytes()]  # fmt: skip
    assert not differ, "run: make hardware ARGS=--release"


@pytest.mark.parametrize("name", PRINTS)
def test_an_archive_of_prints_has_the_same_bytes_when_it_is_packed_again(name, tmp_path):
    """At another time, from files of that time. That the prints are the same: test_print.py."""
    d = next((d for d in OTHERS if name == f"{d.profile.name}-prints.zip"), RELEASED)
    with zipfile.ZipFile(RELEASE / name) as archive:
        archive.extractall(tmp_path)
    pack(tmp_path, tmp_path / "again.zip", d)
    assert (tmp_path / "again.zip").read_bytes() == (RELEASE / name).read_bytes()


def test_the_licence_is_word_for_word():
    text = (RELEASE.parent / "LICENSE").read_bytes()
    assert hashlib.sha256(text).hexdigest() == LICENCE
