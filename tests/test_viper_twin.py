"""The kernel made for the chip: what makes it, and that it is kept up to date."""

import shutil
from pathlib import Path

import pytest

from host_tools import check, viper_twin
from host_tools.firmware import FIRMWARE

SMALL = '''
from micropython import const

LOW = const(3)  # said once
_HIGH = const(1 << 4)
UNUSED = const(7)


def flip_search(state, tables, table, budget):
    """What it does."""
    # LOW stays as it is in a comment.
    lowest = state[LOW]; state[LOW + _HIGH] = lowest
    return LOW
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copytree(FIRMWARE / "lodeboard" / "engine", tmp_path / "firmware/lodeboard/engine")
    return tmp_path


def test_only_the_signature_and_the_constants_differ():
    head, _, rest = viper_twin.make_twin(SMALL).partition("import micropython\n")
    assert "flip_kernel.py" in head
    assert rest == (
        "from micropython import const\n\n"
        "_LOW = const(3)\n_HIGH = const(1 << 4)\n\n\n"
        "@micropython.viper\n"
        "def flip_search(state: ptr32, tables: ptr8, table: ptr16, budget: int) -> int:\n"
        "    # LOW stays as it is in a comment.\n"
        "    lowest = state[_LOW]; state[_LOW + _HIGH] = lowest\n"
        "    return _LOW\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("def flip_search", "def search", "no function flip_search"),
        ("budget", "limit", "the twin's signature does not fit"),
        ('    """What it does."""\n', "", "no docstring"),
        ("_HIGH", "_LOW", "an underscore only"),
    ],
)
def test_what_it_cannot_be_made_of(old, new, reason):
    with pytest.raises(viper_twin.TwinError, match=reason):
        viper_twin.make_twin(SMALL.replace(old, new))


def test_the_twin_of_this_tree_is_up_to_date(tree):
    assert check.check_twins(tree) == ""


def test_a_change_on_either_side_is_found(tree):
    source = tree / "firmware" / viper_twin.SOURCE
    twin = tree / "firmware" / viper_twin.TWIN
    kept = twin.read_text()
    twin.write_text(kept.replace("evals += 1", "evals += 2"))
    assert "Write it again with" in check.check_twins(tree)
    twin.unlink()
    assert "Write it again with" in check.check_twins(tree)
    twin.write_text(kept)
    source.write_text(source.read_text().replace("FAIR = const(80)", "FAIR = const(81)"))
    assert "is not what" in check.check_twins(tree)
    source.write_text("")
    assert "no function flip_search" in check.check_twins(tree)
