"""The rules with their kernel compiled, for what tries thousands of positions."""

import inspect

import pytest

from host_tools.build.compiled import compiled as compile_kernel
from lodeboard.games.magician.board_kernel import magician_board
from lodeboard.games.magician.rules import Magician


@pytest.fixture(scope="session")
def compiled_game():
    """compiled_game(rules): a game whose kernel is machine code; compiled_game.kernel is that."""
    kernel = compile_kernel(inspect.unwrap(magician_board))
    assert kernel is not None, "Numba is missing: make setup-test"

    def make(rules="standard"):
        return Magician(rules, kernel)

    make.kernel = kernel
    return make
