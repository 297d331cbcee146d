"""The kernels made for the chip: what makes them, and that they are kept up to date."""

import shutil
from pathlib import Path

import pytest

from host_tools.build import check
from host_tools.build import viper as viper_twin
from host_tools.build.firmware import FIRMWARE

NAME = "lodeboard/games/flip/search_kernel.py"
SIGNATURES = {"search": "state: ptr32, budget: int", "count": "tables: ptr8"}
SMALL = '''
from micropython import const

from lodeboard.games.contract import NOWHERE, Game

LOW = const(3)  # said once
_HIGH = const(1 << 4)
UNUSED = const(7)


def search(state, budget):
    """What it does."""
    # LOW stays as it is in a comment.
    lowest = state[LOW]; state[LOW + _HIGH] = lowest
    return LOW


def count(tables):
    """So many."""
    return tables[NOWHERE]
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for folder in {str(Path(name).parent) for name in viper_twin.KERNELS}:
        shutil.copytree(FIRMWARE / folder, tmp_path / "firmware" / folder)
    return tmp_path


def test_only_the_signature_and_the_constants_differ():
    made = viper_twin.make_twin(NAME, SMALL, SIGNATURES)
    head, _, rest = made.partition("import micropython\n")
    assert "flip_kernel.py" in head
    assert rest == (
        "from micropython import const\n\n"
        "_NOWHERE = const(255)\n_LOW = const(3)\n_HIGH = const(1 << 4)\n\n\n"
        "@micropython.viper\n"
        "def search(state: ptr32, budget: int) -> int:\n"
        "    # LOW stays as it is in a comment.\n"
        "    lowest = state[_LOW]; state[_LOW + _HIGH] = lowest\n"
        "    return _LOW\n\n\n"
        "@micropython.viper\n"
        "def count(tables: ptr8) -> int:\n"
        "    return tables[_NOWHERE]\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("def search", "def find", "no function search"),
        ("budget", "limit", "the twin's signature does not fit"),
        ('    """What it does."""\n', "", "no docstring"),
        ("_HIGH", "_LOW", "an underscore only"),
    ],
)
def test_what_it_cannot_be_made_of(old, new, reason):
    with pytest.raises(viper_twin.TwinError, match=reason):
        viper_twin.make_twin(NAME, SMALL.replace(old, new), SIGNATURES)


def test_the_twins_of_this_tree_are_up_to_date(tree):
    assert check.check_twins(tree) == ""


def test_a_change_on_either_side_is_found(tree):
    source = tree / "firmware" / NAME
    twin = tree / "firmware" / viper_twin.twin_of(NAME)
    kept = twin.read_text()
    twin.write_text(kept.replace("evals += 1", "evals += 2"))
    assert "Write the twins again with" in check.check_twins(tree)
    twin.unlink()
    assert "Write the twins again with" in check.check_twins(tree)
    twin.write_text(kept)
    source.write_text(source.read_text().replace("_FRAME = const(16)", "_FRAME = const(17)"))
    assert "is not what" in check.check_twins(tree)
    source.write_text("")
    assert "no function flip_search" in check.check_twins(tree)
