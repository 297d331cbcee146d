"""Scenarios from files and folders."""

from pathlib import Path

from host_tools.board.scenario import script
from host_tools.jobs.command import UsageError
from lodeboard.boards.profile import Profile


def load(paths: list[Path], profile: Profile) -> list[script.Script]:
    """Return all scenarios in these files and folders. UsageError names what cannot be read."""
    cells = [profile.cell_name(cell) for cell in range(profile.cells)]
    try:
        return [script.load(path, cells) for path in _files(paths)]
    except script.ScriptError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from None


def _files(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        found = sorted(path.glob("*.txt")) if path.is_dir() else [path]
        if not found:
            raise UsageError(f"no scenario (*.txt) in {path}")
        files += found
    return files
