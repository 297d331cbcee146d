"""The browser that the page's tests use, and the solution of all positions."""

import pytest
from web.conftest import chromium

from host_tools.games.kono.solver.compute import Solver
from host_tools.games.kono.solver.solution import whole_solution

__all__ = ["chromium"]


def solved(folder, last=None):
    """Solve all tiers, or those up to the tier `last`, into this folder; return it."""
    assert Solver(folder).run(lambda _: None, last) == []
    return folder


@pytest.fixture(scope="session")
def whole_tiers(tmp_path_factory):
    """The folder of all tiers, which takes minutes to solve; not to be written to."""
    return solved(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="session")
def whole(whole_tiers):
    found = whole_solution(whole_tiers)
    yield found
    found.close()
