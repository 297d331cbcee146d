"""`lodeboard site`: the page as static files, with the board in it."""

import argparse
from pathlib import Path

from host_tools.jobs.command import FAILED, OK, UsageError, complain
from host_tools.setup.extras import needs

DESCRIPTION = """\
Write the page as static files into a folder. The firmware and the simulated world run in the
browser. Any web server can serve the files, from any path. An older site in the folder is replaced.
Downloads Pyodide with npm the first time.
"""
EPILOG = """\
examples:
  lodeboard site site
  python3 -m http.server --directory site        then open http://localhost:8000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `lodeboard site`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("folder", metavar="DIR", type=Path, help="created if missing")


def run(arguments: argparse.Namespace) -> int:
    """Build the site; 1 if something it needs is not available."""
    with needs("the site", "board"):
        import mpremote.transport_serial  # noqa: F401, PLC0415 - its files are part of the site

        from host_tools.play.site.build import MANIFEST, build  # noqa: PLC0415 - not needed for --help
    from host_tools.play.site.fetched import FetchError  # noqa: PLC0415

    folder: Path = arguments.folder.resolve()
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{arguments.folder} is not a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
        raise UsageError(
            f"there are other files in {arguments.folder}: name an empty folder, or one with a "
            "site, which is replaced"
        )
    try:
        build(folder)
    except FetchError as error:
        complain("site", error)
        return FAILED
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"The site is in {arguments.folder}: {size / 1e6:.1f} MB of files.")
    return OK
