"""The key of kept batches: everything that counts depend on is in it."""

import pytest
import sources

from host_tools import ROOT
from host_tools.lab.reliability import batches
from host_tools.lab.reliability.run import SUBJECTS

# Imported with them, or reached by those, without bearing on what is counted.
# What runs, shows and keeps; what says how to get a package.
PROGRAMS = ("host_tools/jobs", "host_tools/setup/extras.py")
# What plugins import to solve, to make tables and to analyse. Of a plugin itself, the titles count
# on pages only, and `alike` says whether a game's tiles can be told apart.
OF_PLUGINS = ("host_tools/games/",)
NO_MATTER = {
    "sensing": (
        "firmware/lodeboard/games",  # reached by `compiled`; the contract is in the key
        "firmware/lodeboard/lights",
        "firmware/lodeboard/link",
        "firmware/lodeboard/play",  # the scene is in the key; all else are types of what is kept
        "firmware/lodeboard/pointers.py",
        "firmware/lodeboard/ports",
        "firmware/lodeboard/storage",
    ),
    "hands": OF_PLUGINS,
    "games": OF_PLUGINS,
    "chipgames": OF_PLUGINS,
    "power": ("host_tools/board/contract.py",),  # types
    "hostile": (
        *OF_PLUGINS,
        "host_tools/board/device/errors.py",
        "host_tools/board/device/find.py",  # ports
        "host_tools/board/device/transport.py",
    ),
}


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_key_has_every_file_that_counts_depend_on(name: str) -> None:
    keyed = set(batches.files(SUBJECTS[name].sources))
    assert all(path.is_file() for path in keyed)
    trying = ROOT / "host_tools" / "lab" / "reliability" / name / "trying.py"
    missing = set()
    for path in sources.depends_on(trying) - keyed:
        found = path.relative_to(ROOT).as_posix()
        bears = path.name != "__init__.py" and path.suffix == ".py"
        if bears and not found.startswith((*PROGRAMS, *NO_MATTER[name])):
            missing.add(found)
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
