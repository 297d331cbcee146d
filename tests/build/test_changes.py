"""The changes for players, from the changelog."""

from host_tools import version
from host_tools.build import changes

TEXT = """\
# Changes

## 0.10.0 (unreleased)

For players

- A *new* game, [with a guide](docs/x.md), in two
  lines: `lodeboard play`.
- **More** of it.

For makers

- Not for players.

## 0.2.1

For developers

- Nothing for players.

## 0.2.0

For players

- The clock.
"""


def test_only_the_players_part_of_each_version_without_its_markup() -> None:
    assert changes.for_players(TEXT) == {
        "0.10.0": ["A new game, with a guide, in two lines: lodeboard play.", "More of it."],
        "0.2.1": [],
        "0.2.0": ["The clock."],
    }


def test_what_is_between_two_versions_is_after_the_older_up_to_the_newer() -> None:
    found = changes.for_players(TEXT)
    assert changes.between(found, "0.2.0", "0.10.0") == found["0.10.0"]
    assert changes.between(found, "0.1.0", "0.10.0") == [*found["0.10.0"], "The clock."]
    assert changes.between(found, "0.1.0", "0.2.1") == ["The clock."]
    assert changes.between(found, "0.10.0", "0.10.0") == []
    assert changes.between(found, "0.10.0", "0.2.0") == []


def test_every_version_of_the_changelog_says_something_to_players() -> None:
    found = changes.load()
    assert next(iter(found)) == version()
    assert all(found.values())
    entries = [entry for part in found.values() for entry in part]
    assert not any(mark in entry for entry in entries for mark in ("*", "`", "]("))
