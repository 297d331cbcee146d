"""Machine code that takes long is compiled by one process, and the others take what it kept."""

import threading
import time

import numba
import numpy as np
import pytest

from host_tools.build import compiled


def add(values):
    return values[0] + values[1]


@pytest.fixture
def log(tmp_path, monkeypatch):
    """Where each compilation notes its begin and its end."""
    monkeypatch.setattr(compiled, "CACHE", str(tmp_path))
    return tmp_path / "log"


class Slow:
    """Machine code of which every compilation takes its time."""

    def __init__(self, log):
        self._log = log

    def compile(self, _types):
        for what in "begin", "end":
            with self._log.open("a") as file:
                file.write(f"{what}\n")
            time.sleep(0.05)


def test_they_compile_one_after_the_other(log):
    # The lock belongs to who opened its file: threads are held up as processes are.
    several = [
        threading.Thread(target=compiled.compile_for, args=(Slow(log), [1])) for _ in range(4)
    ]
    for each in several:
        each.start()
    for each in several:
        each.join()
    assert log.read_text().split() == ["begin", "end"] * 4


def test_what_was_compiled_for_arrays_like_these_is_not_compiled_again(log):
    code = numba.njit(add)
    values = np.array((3, 4), np.int32)
    compiled.compile_for(code, [values])
    before = code.signatures
    assert code(values) == 7
    assert code.signatures == before
    assert len(before) == 1
