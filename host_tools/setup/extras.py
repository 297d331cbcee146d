"""What to say where a package is not installed: how to get it, in a checkout and elsewhere."""

import sys
from pathlib import Path

from host_tools import CHECKOUT

_PIPX = "pipx_metadata.json"  # pipx keeps it in every environment of its own


def how_to_get(extra: str) -> str:
    """The command that installs this extra of pyproject.toml, for how the project is installed
    here."""
    if CHECKOUT:
        return f"make setup-{extra}"
    if (Path(sys.prefix) / _PIPX).is_file():
        return f'pipx inject lodeboard "lodeboard[{extra}]"'
    return f'pip install "lodeboard[{extra}]"'


def without(what: str, error: ModuleNotFoundError, extra: str) -> str:
    """What to say where `what` needs a package that is not installed."""
    return (
        f"{what} needs the package {error.name}, which is not installed. "
        f"Get it with: {how_to_get(extra)}"
    )
