"""Builds the site: `python -m host_tools.site` writes dist/site, which any web server can serve
from any path."""

import sys

from host_tools import ROOT
from host_tools.site.build import build
from host_tools.site.fetched import FetchError

FOLDER = ROOT / "dist" / "site"


def main() -> int:
    try:
        build(FOLDER)
    except FetchError as error:
        print(f"make site: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file())
    print(f"The site is in {FOLDER.relative_to(ROOT)}: {size / 1e6:.1f} MB of files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
