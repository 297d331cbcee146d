"""What the set-up says where it cannot install: no tool is needed."""

import os
import subprocess
import sys

import pytest

from hardware import setup
from host_tools.setup import apt

DEBIAN_12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n'
OTHERS = (
    'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n',
    'ID=debian\nVERSION_ID="13"\n',
    "ID=fedora\nVERSION_ID=12\n",
)


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without KiCad; nothing may be run on it."""

    def no_run(*command):
        raise AssertionError(f"ran {command}")

    release = tmp_path / "os-release"
    release.write_text(DEBIAN_12, encoding="utf-8")
    monkeypatch.setattr(setup, "missing", lambda: ["ngspice"])
    monkeypatch.setattr(setup, "run", no_run)
    monkeypatch.setattr(setup, "apt_get", no_run)
    monkeypatch.setattr(setup, "is_debian_12", lambda real=setup.is_debian_12: real(release))
    return release


def test_debian_12_is_known_from_others(tmp_path):
    file = tmp_path / "os-release"
    assert not setup.is_debian_12(file)
    file.write_text(DEBIAN_12, encoding="utf-8")
    assert setup.is_debian_12(file)
    for other in OTHERS:
        file.write_text(other, encoding="utf-8")
        assert not setup.is_debian_12(file), other


def test_who_is_not_root_is_told_what_to_type(bare, monkeypatch, capsys):
    monkeypatch.setattr(setup.os, "geteuid", lambda: 1000)
    assert setup.main() == 1
    said = capsys.readouterr().err
    assert "missing: ngspice" in said
    assert "sudo apt-get install --no-install-recommends kicad" in said


def test_another_system_gets_nothing_installed_but_a_way_out(bare, monkeypatch, capsys):
    monkeypatch.setattr(setup.os, "geteuid", lambda: 0)
    bare.write_text(OTHERS[0], encoding="utf-8")
    assert setup.main() == 1
    said = capsys.readouterr().err
    assert "KiCad 6" in said
    assert "docker run" in said


def test_it_waits_for_a_package_manager_that_is_busy(bare, monkeypatch, tmp_path, capfd):
    calls = tmp_path / "calls"
    locked = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 9 (apt)"
    program = tmp_path / "apt-get"
    program.write_text(
        f'#!/bin/sh\necho "$@" >> {calls}\n'
        f"[ $(wc -l < {calls}) -gt 2 ] || {{ echo '{locked}' >&2; exit 100; }}\n"
    )
    program.chmod(0o755)
    pauses = []
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(setup.os, "geteuid", lambda: 0)
    monkeypatch.setattr(setup, "apt_get", apt.apt_get)
    monkeypatch.setattr(apt.apt_get, "__kwdefaults__", {"pause": pauses.append})
    monkeypatch.setattr(setup, "missing", lambda: [] if len(made(calls)) == 4 else ["ngspice"])
    setup.provide_programs()
    assert made(calls)[:3] == ["update -qq"] * 3
    assert made(calls)[3].startswith("install --no-install-recommends kicad ")
    assert made(calls)[3].endswith(" -y -qq")
    assert len(pauses) == 2
    said = capfd.readouterr()
    assert said.out.count("another program is using apt") == 1
    assert "held by process" not in said.err


def made(calls):
    return calls.read_text().splitlines() if calls.exists() else []


def test_any_python_runs_it_from_the_repository():
    """As the Makefile does: no package of the environment, nothing installed."""
    code = "import hardware.setup as setup; print(setup.apt_get.__module__)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {code}"],
        cwd=setup.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("host_tools.setup.apt\n", "")
    recipe = (setup.ROOT / "Makefile").read_text(encoding="utf-8")
    assert '"$$python" -m hardware.setup\n' in recipe


def test_another_kicad_counts_as_missing(monkeypatch):
    class Done:
        returncode = 0
        stdout = "9.0.2\n"

    monkeypatch.setattr(setup.subprocess, "run", lambda *a, **k: Done())
    assert "KiCad 6 (here is 9.0.2)" in setup.missing()
    Done.stdout = "6.0.11+dfsg-1\n"
    assert not any("KiCad 6" in name for name in setup.missing())
