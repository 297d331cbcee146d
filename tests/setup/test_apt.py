"""The package manager while another program uses it, as often just after a system has started."""

import os
from pathlib import Path

import pytest

from host_tools.setup import apt, browser

# Fails as apt-get does, as often as there are bytes in the file `locked`.
APT_GET = """
echo "$@" >> {folder}/calls
if [ -s {folder}/locked ]; then
    rest=$(cat {folder}/locked); printf %s "${{rest#?}}" > {folder}/locked
    [ "$LC_ALL" = C ] || exec echo 'E: Sperre konnte nicht angefordert werden' >&2
    echo 'E: {words} /var/lib/dpkg/lock-frontend. It is held by process 9 (apt)' >&2
    exit 100
fi
"""


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an apt-get that is locked twice."""
    _program(tmp_path, "Could not get lock")
    (tmp_path / "locked").write_text("..")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def _program(folder: Path, words: str) -> None:
    (folder / "apt-get").write_text("#!/bin/sh" + APT_GET.format(folder=folder, words=words))
    (folder / "apt-get").chmod(0o755)


def _calls(system: Path) -> list[str]:
    return (system / "calls").read_text().splitlines()


def test_it_waits_until_the_other_program_is_done_and_says_so_once(
    system: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pauses: list[float] = []
    assert apt.apt_get("update", "-qq", pause=pauses.append)
    assert _calls(system) == ["update -qq"] * 3
    assert len(pauses) == 2
    assert min(pauses) > 0
    said = capfd.readouterr()
    assert said.out.count("another program is using apt: waiting for it") == 1
    assert said.err == ""


def test_it_gives_up_in_the_end_with_the_reason(
    system: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (system / "locked").write_text("." * (apt.MOST_WAITS + 5))
    pauses: list[float] = []
    assert not apt.apt_get("install", "chromium", pause=pauses.append)
    assert len(pauses) == apt.MOST_WAITS
    assert 600 <= sum(pauses) <= 1800
    assert "held by process 9" in capfd.readouterr().err


def test_it_does_not_wait_for_another_failure(
    system: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _program(system, "Unable to locate")
    pauses: list[float] = []
    assert not apt.apt_get("install", "chromium", pause=pauses.append)
    assert pauses == []
    assert "Unable to locate" in capfd.readouterr().err


def test_a_browser_is_got_from_a_package_manager_that_was_busy(
    system: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apt.apt_get, "__kwdefaults__", {"pause": lambda seconds: None})
    monkeypatch.setattr(browser, "may_install", lambda: True)
    monkeypatch.setattr(browser, "run", lambda *command: False)  # no download of Playwright's
    monkeypatch.setattr(
        browser,
        "find_browser",
        lambda: "chromium" if (system / "calls").exists() and len(_calls(system)) == 4 else None,
    )
    assert browser.get_browser() == "chromium"
    assert _calls(system)[-1] == "install -y -qq --no-install-recommends chromium"
