"""Release notes: a version's section of the changelog."""

from pathlib import Path

from host_tools.build.changes import sections


class NotesError(Exception):
    """The changelog has no section for this version; the text says what to do."""


def notes_of(version: str, changes: Path) -> str:
    """Return the section of this version as a page. NotesError."""
    section = sections(changes.read_text(encoding="utf-8")).get(version)
    if section:
        return f"# Lodeboard {version}\n\n{section}\n"
    raise NotesError(
        f"{changes.name} says nothing of version {version}: write its part below a heading "
        f'"## {version}", or set the version in pyproject.toml and run make setup-board'
    )
