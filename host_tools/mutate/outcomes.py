"""What became of each mutant, kept in the user's cache for each source file."""

from pathlib import Path
from typing import TypedDict

from host_tools.jobs.cache import cache_folder
from host_tools.jobs.notes import read_notes, write_notes
from host_tools.mutate.areas import Area
from host_tools.mutate.baseline import digest, key_of_tests
from host_tools.mutate.making import Mutant

FAILED = "failed"  # a test did
LOOPS = "loops"  # did not come to an end in its time
BREAKS = "breaks"  # the tests could not even begin, or their process died
SURVIVED = "survived"
UNREACHED = "unreached"  # no test reaches it
NONE = "none"  # no mutant: no Python, or the same as the source
MISSED = (SURVIVED, UNREACHED)


class Outcome(TypedDict):
    """`key`: of the tests that it depends on."""

    what: str
    by: str
    before: str
    after: str
    line: int
    key: str


class Outcomes:
    """Of an area. What depends on sources or tests that have changed is not there."""

    def __init__(self, area: Area, folder: Path | None = None) -> None:
        self._folder = (folder or cache_folder() / "mutants" / "outcomes") / area.name
        self._all_tests = key_of_tests(*area.test_files())
        self._texts = {module: digest(module) for module in area.modules()}
        self._keys = {file: key_of_tests(file) for file in area.test_files()}
        self._files: dict[str, dict[str, Outcome]] = {}

    def find(self, mutant: Mutant) -> Outcome | None:
        """What is known of it."""
        found = self._of(mutant.module).get(mutant.name)
        if found is None or found["key"] != self._key(found["by"]):
            return None
        return found

    def keep(self, mutant: Mutant, what: str, by: str, lines: tuple[str, str]) -> Outcome:
        """`by`: the test that failed, "" otherwise."""
        found = Outcome(
            what=what,
            by=by,
            before=lines[0],
            after=lines[1],
            line=mutant.line,
            key=self._key(by),
        )
        kept = self._of(mutant.module)
        kept[mutant.name] = found
        write_notes(self._path(mutant.module), (self._texts[mutant.module], kept))
        return found

    def _key(self, by: str) -> str:
        file = by.partition("::")[0]
        if not file:
            return self._all_tests
        return self._keys.get(file, "")

    def _path(self, module: str) -> Path:
        return self._folder / f"{module.replace('/', '-')}.json"

    def _of(self, module: str) -> dict[str, Outcome]:
        if module not in self._files:
            kept = read_notes(self._path(module), tuple[str, dict[str, Outcome]])
            fresh = kept is not None and kept[0] == self._texts[module]
            self._files[module] = kept[1] if kept is not None and fresh else {}
        return self._files[module]
