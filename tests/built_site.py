"""The site, built once in a run of tests."""

import fcntl
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for all processes that test."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    made = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            # The hardware's tests run where the site's packages are not installed.
            from host_tools.play.site.build import build  # noqa: PLC0415

            build(made)
    return made
