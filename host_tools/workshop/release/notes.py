"""Release notes: a version's section of the changelog."""

import re
from pathlib import Path


class NotesError(Exception):
    """The changelog has no section for this version; the text says what to do."""


def notes_of(version: str, changes: Path) -> str:
    """Return the section of this version as a page. NotesError."""
    text = changes.read_text(encoding="utf-8")
    parts = re.split(r"(?m)^## ", text)[1:]
    for part in parts:
        title, _, body = part.partition("\n")
        if title.split()[:1] == [version] and body.strip():
            return f"# Lodeboard {version}\n\n{body.strip()}\n"
    raise NotesError(
        f"{changes.name} says nothing of version {version}: write its part below a heading "
        f'"## {version}", or set the version in pyproject.toml and run make setup-board'
    )
