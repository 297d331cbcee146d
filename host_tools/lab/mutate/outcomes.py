"""The outcome of each mutant, stored in the user's cache for each source file."""

import hashlib
from pathlib import Path
from typing import TypedDict

from host_tools.jobs.cache import cache_folder
from host_tools.jobs.notes import read_notes, write_notes
from host_tools.lab.mutate.areas import Area
from host_tools.lab.mutate.baseline import key_of_tests, text_of
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.places import text_of_test

FAILED = "failed"  # a test did
LOOPS = "loops"  # did not come to an end in its time
BREAKS = "breaks"  # the tests could not even begin, or their process died
SURVIVED = "survived"
UNREACHED = "unreached"  # no test reaches it
NONE = "none"  # no mutant: no Python, or the same as the source
MISSED = (SURVIVED, UNREACHED)


class Outcome(TypedDict):
    """`by`: the test that failed or timed out, otherwise "". `around` and `key`: digests of the
    function's text and of the tests that the outcome depends on."""

    what: str
    by: str
    before: str
    after: str
    line: int
    around: str
    key: str


class Outcomes:
    """The outcomes of an area that are valid for the current tests. An outcome is dropped when its
    function changes, or the test that caught it, or (if none did) any of the tests."""

    def __init__(self, area: Area, folder: Path | None = None) -> None:
        self._folder = (folder or cache_folder() / "mutants" / "results") / area.name
        self._all_tests = key_of_tests(*area.test_files())
        self._tests = {name: text_of(name) for name in area.test_files()}
        self._files: dict[str, dict[str, Outcome]] = {}

    def find(self, mutant: Mutant) -> Outcome | None:
        """The stored outcome; None if there is none or it is out of date."""
        found = self._of(mutant.module).get(mutant.name)
        if found is None or found["around"] != mutant.around:
            return None
        if not found["key"] or found["key"] != self._key(found["by"]):
            return None
        return found

    def noticed_by(self, mutant: Mutant) -> str:
        """The test that caught it, even if texts have changed since; "" if none is known."""
        found = self._of(mutant.module).get(mutant.name)
        return found["by"] if found else ""

    def keep(self, mutant: Mutant, what: str, by: str, lines: tuple[str, str]) -> Outcome:
        """Store its outcome."""
        found = Outcome(
            what=what,
            by=by,
            before=lines[0],
            after=lines[1],
            line=mutant.line,
            around=mutant.around,
            key=self._key(by),
        )
        outcomes = self._of(mutant.module)
        outcomes[mutant.name] = found
        write_notes(self._path(mutant.module), outcomes)
        return found

    def _key(self, by: str) -> str:
        """ "" if the test does not exist."""
        if not by:
            return self._all_tests
        file, _, name = by.partition("::")
        text = text_of_test(self._tests.get(file, ""), name)
        return hashlib.sha256(text.encode()).hexdigest()[:16] if text else ""

    def _path(self, module: str) -> Path:
        return self._folder / f"{module.replace('/', '-')}.json"

    def _of(self, module: str) -> dict[str, Outcome]:
        if module not in self._files:
            self._files[module] = read_notes(self._path(module), dict[str, Outcome]) or {}
        return self._files[module]
