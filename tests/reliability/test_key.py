"""The key of kept batches: everything that counts depend on is in it."""

import sources

from host_tools import ROOT
from host_tools.reliability import batches

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
    keyed = set(batches.files())
    assert all(path.is_file() for path in keyed)
    missing = set()
    for path in sources.depends_on(ROOT / "host_tools/reliability/trying.py") - keyed:
        name = path.relative_to(ROOT).as_posix()
        if path.name != "__init__.py" and path.suffix == ".py" and not name.startswith(NO_MATTER):
            missing.add(name)
    assert missing == set()


def test_a_change_of_a_source_is_another_key(monkeypatch, tmp_path) -> None:
    before = batches.key.__wrapped__()
    assert before == batches.key()
    changed = tmp_path / "kernel.py"
    changed.write_text("# changed\n")
    monkeypatch.setattr(batches, "ROOT", tmp_path)
    monkeypatch.setattr(batches, "SOURCES", ("kernel.py",))
    first = batches.key.__wrapped__()
    changed.write_text("# changed again\n")
    assert len({before, first, batches.key.__wrapped__()}) == 3
