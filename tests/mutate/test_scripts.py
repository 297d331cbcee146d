"""Stryker's report about the page's modules, as outcomes."""

from host_tools.lab.mutate import scripts
from host_tools.lab.mutate.outcomes import SURVIVED


def test_a_report_becomes_outcomes() -> None:
    text = (scripts.ROOT / scripts.PAGE / "link.js").read_text().splitlines()
    line = next(number for number, text in enumerate(text, 1) if "function" in text)
    column = text[line - 1].index("function") + 1
    spots = {"start": {"line": line, "column": column}, "end": {"line": line, "column": column + 8}}
    mutants = [
        {"mutatorName": "A", "replacement": "other", "status": status, "location": spots}
        for status in ("Killed", "Survived", "NoCoverage", "Timeout", "CompileError")
    ]
    found = scripts.found({"files": {"js/link.js": {"mutants": mutants}}})  # type: ignore[typeddict-item]
    assert (found.all, found.caught) == (4, 2)
    missed, outcome = found.missed[0]
    assert (missed.module, missed.line) == (f"{scripts.PAGE}/link.js", line)
    assert outcome["what"] == SURVIVED
    whole = " ".join(text[line - 1].split())
    assert outcome["before"] == whole
    assert outcome["after"] == whole.replace("function", "other", 1)


def test_modules_with_a_test_are_mutated() -> None:
    assert "link" in scripts.modules()
    assert "main" not in scripts.modules()
