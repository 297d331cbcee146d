"""The page's files, read once: only what is in the package can ever be served."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("page")
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


def load(folder: Path = FOLDER) -> dict[str, Asset]:
    """The files by the path a browser asks for; "/" is the page itself."""
    assets = {
        "/" + path.relative_to(folder).as_posix(): Asset(TYPES[path.suffix], path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES
    }
    assets["/"] = assets["/index.html"]
    return assets
