"""The key of kept batches: everything that counts depend on is in it."""

import pytest
import sources

from host_tools import ROOT
from host_tools.reliability import batches
from host_tools.reliability.sensing.subject import SUBJECT

# Imported with them, or reached by those, without bearing on what is counted.
NO_MATTER = (
    "firmware/lodeboard/games",  # reached by `compiled`; the contract is in the key
    "firmware/lodeboard/lights",
    "firmware/lodeboard/play/changes.py",
    "firmware/lodeboard/pointers.py",
    "firmware/lodeboard/ports",
    "firmware/lodeboard/storage/settings.py",
    "host_tools/jobs",
)


def test_the_key_has_every_file_that_counts_depend_on() -> None:
    keyed = set(batches.files(SUBJECT.sources))
    assert all(path.is_file() for path in keyed)
    missing = set()
    for path in sources.depends_on(ROOT / "host_tools/reliability/sensing/trying.py") - keyed:
        name = path.relative_to(ROOT).as_posix()
        if path.name != "__init__.py" and path.suffix == ".py" and not name.startswith(NO_MATTER):
            missing.add(name)
    assert missing == set()


def test_a_change_of_a_source_is_another_key(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(batches, "ROOT", tmp_path)
    changed = tmp_path / "folder" / "kernel.py"
    changed.parent.mkdir()
    keys = set()
    for text in ("# one\n", "# another\n"):
        changed.write_text(text)
        batches.key.cache_clear()
        keys |= {batches.key(("folder",)), batches.key(("folder/kernel.py", "folder"))}
    (tmp_path / "folder" / "data.json").write_text("{}")
    batches.key.cache_clear()
    assert len({*keys, batches.key(("folder",))}) == 5
    batches.key.cache_clear()
