"""Errors for packages that are not installed: how to install them, in a checkout or elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host_tools import CHECKOUT

_OURS = ("host_tools", "lodeboard")
_PIPX = "pipx_metadata.json"  # in every environment made by pipx


class MissingError(Exception):
    """A package is not installed; the text says how to install it."""


def how_to_get(extra: str) -> str:
    """The command that installs this extra of pyproject.toml ("play": no extra), for the way in
    which the project is installed here."""
    if CHECKOUT:
        return f"make setup-{extra}" if extra != "play" else "make setup"
    named = f"lodeboard[{extra}]" if extra != "play" else "lodeboard"
    if (Path(sys.prefix) / _PIPX).is_file():
        return f'pipx inject lodeboard "{named}"'
    return f'pip install "{named}"'


def no_numba(what: str) -> str:
    """The error if `what` requires Numba."""
    return f"{what} needs Numba ({how_to_get('play')}), which does not exist for Intel Macs"


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """For imports: raises MissingError if `what` needs a package of this extra that is not
    installed. `make check` allows such imports to fail."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in _OURS:
            raise
        raise MissingError(
            f"{what} needs the package {error.name}, which is not installed. "
            f"Get it with: {how_to_get(extra)}"
        ) from error
