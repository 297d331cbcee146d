"""The page's files, read once at the start: nothing outside the package can be served.

The page is served as a few files (`bundle`); the files they were built from can be requested too.
"""

import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import brotli

from host_tools.play.web import bundle, drawings, review_page

FOLDER = bundle.FOLDER
REVIEW = "review.html"  # what the page makes the review of a game from
# The tighter one first. Some browsers ask for it on safe connections only.
PACKINGS = ("br", "gzip")
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    content_type: str
    body: bytes


def load() -> dict[str, Asset]:
    """The files by the path a browser asks for; "/" is the page itself."""
    assets = {
        "/" + path.relative_to(FOLDER).as_posix(): Asset(TYPES[path.suffix], contents(path))
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in TYPES
    }
    page = bundle.whole_page(drawings.head())
    for name, body in (page | drawings.scripts(FOLDER)).items():
        assets["/" + name] = Asset(TYPES[Path(name).suffix], body)
    assets[f"/{REVIEW}"] = Asset("text/html", review_page.template().encode())
    assets["/"] = assets["/" + bundle.HTML]
    return assets


def contents(path: Path) -> bytes:
    """A file of the page; translations with those of the games from outside."""
    of_languages = path.parent == FOLDER / drawings.LANGUAGES
    return drawings.translated(path) if of_languages else path.read_bytes()


@cache
def packed(body: bytes, how: str) -> bytes:
    """A file as it travels to browsers that ask for this one of PACKINGS."""
    small: bytes = brotli.compress(body) if how == "br" else gzip.compress(body)
    return small
