"""Solutions for the tests, each computed once in a run, however many processes take part."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys

import pytest
from cli.command import PROGRAM

from host_tools.games.flip.solver.compute import Solver
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.tiers.masks import CELLS
from lodeboard.games.flip.rules import Flip

LOWEST = 15
MEGABYTES_OF_MEMORY = 1536
_MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=sys.stderr, stderr=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@contextlib.contextmanager
def made_once(tmp_path_factory, name):
    """Yield a folder that the processes of one run share, and whether it is complete; if not, the
    caller fills it."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # that of the run
    folder = base / name
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.exists():
            yield folder, True
            return
        part = base / f"{name}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        yield part, False
        part.rename(folder)


@pytest.fixture(scope="session", params=Flip.rule_sets)
def late_tiers(request, tmp_path_factory):
    """A rule set and where its last two tiers lie; not to be written to."""
    name = f"late-{request.param}"
    with made_once(tmp_path_factory, name) as (folder, made):
        if not made:
            assert Solver(request.param, folder).run(lambda _: None, LOWEST) == []
    return request.param, folder.with_name(name)


@pytest.fixture
def own_tiers(late_tiers, tmp_path):
    """The same, to be written to."""
    rules, where = late_tiers
    for k in range(LOWEST, CELLS + 1):
        shutil.copy(tier_path(where, rules, k), tmp_path)
    return rules, tmp_path


@pytest.fixture
def late_solution(late_tiers):
    found = Solution(*late_tiers)
    yield found
    found.close()


def measured(words):
    """A program's exit status and its peak memory in megabytes.

    A small process starts it: on Linux the memory of the starting process counts as the program's
    own, and that of these tests may exceed the limit.
    """
    ask = [sys.executable, "-c", _MEASURE, *words]
    reported = subprocess.run(ask, stdout=subprocess.PIPE, text=True, check=True).stdout
    status, most = reported.split()[-2:]
    return int(status), int(most) / (1024 * 1024 if sys.platform == "darwin" else 1024)


@pytest.fixture(scope="session", params=Flip.rule_sets)
def solved(request, tmp_path_factory):
    """A rule set and the folder of its whole solution, for longer runs only: the program takes
    a minute or so for it, and is held to its limit of memory."""
    name = f"whole-{request.param}"
    with made_once(tmp_path_factory, name) as (folder, made):
        if not made:
            words = [PROGRAM, "solve", "flip", "--rules", request.param, "--folder", folder]
            status, most = measured([str(word) for word in words])
            assert status == 0
            assert most <= MEGABYTES_OF_MEMORY
    return request.param, folder.with_name(name)
