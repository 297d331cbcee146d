"""Folders for large files that can be fetched or computed again."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The project's folder in the user's cache ($XDG_CACHE_HOME or ~/.cache)."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "lodeboard"


def solution_folder() -> Path:
    """The folder of exact values: LODEBOARD_SOLUTION, or in the user's cache."""
    named = os.environ.get("LODEBOARD_SOLUTION")
    return Path(named) if named else cache_folder() / "solution"
