"""What lies ready for a buyer in hardware/release is what the code makes, file by file."""

import hashlib

import pytest
from one_board import DATA

from hardware.build import build_board
from hardware.circuit.build import RELEASE

pytestmark = pytest.mark.hardware

# Of the licence's own text, as CERN gives it out.
LICENCE = "6e471d647db50527d0c75ee5f1a55a74012ab177c73282bef0bdc7f6562b7ded"
PRINTS = "prints.zip"  # held by test_print.py


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return {path.name: path for path in build_board(DATA, tmp_path_factory.mktemp("all"))}


def test_the_same_files_lie_there(made):
    assert {path.name for path in RELEASE.iterdir()} == {*made, PRINTS}


def test_every_file_has_the_same_bytes(made):
    differ = [name for name, path in made.items()
              if (RELEASE / name).read_bytes() != path.read_bytes()]  # fmt: skip
    assert not differ, "run: make hardware ARGS=--release"


def test_the_licence_is_word_for_word():
    text = (RELEASE.parent / "LICENSE").read_bytes()
    assert hashlib.sha256(text).hexdigest() == LICENCE
