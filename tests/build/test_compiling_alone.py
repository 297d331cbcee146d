"""Slow machine code is compiled by one process, and the others load it from its cache."""

import fcntl
from pathlib import Path

import numba
import numpy as np
import pytest

from host_tools.build import compiled


def add(values):
    return values[0] + values[1]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "CACHE", str(tmp_path))


def locked():
    """Whether somebody is to be alone with one of the files of the cache."""
    for path in Path(compiled.CACHE).iterdir():
        with path.open() as file:  # a lock belongs to who opened the file
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return False


class Code:
    """Machine code that notes how it is compiled."""

    def __init__(self):
        self.compiled = []

    def compile(self, _types):
        self.compiled.append(locked())


def test_others_wait_while_one_compiles_and_not_afterwards():
    code = Code()
    compiled.compile_for(code, [1])
    assert code.compiled == [True]
    assert not locked()


def test_what_was_compiled_for_arrays_like_these_is_not_compiled_again():
    code = numba.njit(add)
    values = np.array((3, 4), np.int32)
    compiled.compile_for(code, [values])
    before = code.signatures
    assert code(values) == 7
    assert code.signatures == before
    assert len(before) == 1
