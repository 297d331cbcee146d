"""Stryker's report about the page's modules, as outcomes."""

import json

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
    assert (found.all, len(found.tried), found.caught) == (5, 4, 2)
    missed, outcome = found.missed[0]
    assert (missed.module, missed.line) == (f"{scripts.PAGE}/link.js", line)
    assert outcome["what"] == SURVIVED
    whole = " ".join(text[line - 1].split())
    assert outcome["before"] == whole
    assert outcome["after"] == whole.replace("function", "other", 1)


def test_all_modules_of_the_page_and_the_site_are_mutated(tmp_path) -> None:
    scripts.copy_modules(tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert {"js/link.js", "js/main.js", "site/worker.js"} <= names
    config = json.loads((scripts.ROOT / scripts.NODE / "stryker.config.json").read_text())
    assert config["mutate"] == [f"{name}/*.js" for name in scripts.FOLDERS]


def test_the_lock_file_has_the_wanted_stryker_and_names_no_registry() -> None:
    folder = scripts.ROOT / scripts.NODE
    text = (folder / "package-lock.json").read_text()
    packages = json.loads(text)["packages"]
    wanted = json.loads((folder / "package.json").read_text())["dependencies"]
    assert packages[""]["dependencies"] == wanted
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    assert all(each["integrity"] for name, each in packages.items() if name)
    assert "://" not in text
