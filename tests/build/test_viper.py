"""The viper code that the build generates from a kernel."""

import inspect

import pytest

from host_tools.build import compiled, firmware, viper
from host_tools.build.fold import Tree

SMALL = '''
"""Two functions."""


def search(
    state: "ptr32", budget: int,
) -> int:
    """What it does, to a "ptr32"."""
    lowest = state[3]; state[4] = lowest
    return budget


def _aside():
    pass


def count(tables: "ptr8") -> int:
    return tables[0]
'''


def test_only_decorators_and_quotes_differ():
    expected = SMALL.replace("def search(", "@micropython.viper\ndef search(")
    expected = expected.replace("def count(", "@micropython.viper\ndef count(")
    expected = expected.replace('state: "ptr32"', "state: ptr32").replace('"ptr8"', "ptr8")
    assert viper.as_viper(SMALL) == expected


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"ptr8"', '"bytes"', "count has no type for tables"),
        (': "ptr8"', "", "count has no type for tables"),
        (SMALL, "x = 1", "no function"),
    ],
)
def test_what_is_no_kernel_is_refused(old, new, reason):
    with pytest.raises(viper.KernelError, match=reason):
        viper.as_viper(SMALL.replace(old, new))


def test_every_kernel_of_the_firmware_is_machine_code_on_a_board():
    """And nothing else is: a kernel is known by its file's name."""
    tree = Tree(firmware.FIRMWARE)
    made = set()
    for name in firmware.sources():
        text = firmware.prepare(tree, name, (firmware.FIRMWARE / name).read_text())
        if "@micropython.viper" in text:
            made.add(name.rpartition("/")[2])
    kernels = {"kernel.py", "board_kernel.py", "search_kernel.py", "book_kernel.py"}
    assert made == kernels | {"rp2_registers.py"}


def test_every_kernel_of_a_game_is_compiled_on_a_computer_under_its_name():
    compiled.install()
    kernels = compiled.kernels()
    assert {name for _, name in kernels} >= {"flip_search", "flip_order", "xtic_search"}
    for module, name in kernels:
        function = getattr(module, name)
        plain = inspect.unwrap(function)
        assert plain is not function
        assert plain.__module__ == function.__module__ == module.__name__
        with compiled.bound(plain):
            assert getattr(module, name) is plain
        assert getattr(module, name) is function
