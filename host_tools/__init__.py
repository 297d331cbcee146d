"""The computer's side of the Lodeboard: world, tools and page."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # of the project, or where packages are installed
# Whether this is the project's own tree. An installed package has no more than it needs.
CHECKOUT = (ROOT / "pyproject.toml").is_file()
FIRMWARE = ROOT / "firmware" if CHECKOUT else ROOT  # the package lodeboard is in it
# What an installed package has in place of the sources: tables, and built firmware.
SHIPPED = ROOT / "host_tools" / "shipped"
TABLES = (FIRMWARE if CHECKOUT else SHIPPED) / "tables"
# The tables of games from outside by name, for all modules: build/outside adds them.
ADDED_TABLES: dict[str, Path] = {}

# Our matrices are small: NumPy's own threads would only wait for one another, and more so
# on a busy machine. Must be said before NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def version() -> str:
    """The project's version. An editable installation may have been made for another one."""
    if CHECKOUT:
        import tomllib  # noqa: PLC0415 - not to be had in a browser

        with (ROOT / "pyproject.toml").open("rb") as file:
            found: str = tomllib.load(file)["project"]["version"]
        return found
    from importlib import metadata  # noqa: PLC0415 - takes a while

    return metadata.version("lodeboard")
