"""What the set-up says where it cannot install: no tool is needed."""

import pytest

from hardware import setup

DEBIAN_12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n'
OTHERS = (
    'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n',
    'ID=debian\nVERSION_ID="13"\n',
    "ID=fedora\nVERSION_ID=12\n",
)


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without KiCad; nothing may be run on it."""

    def no_run(*command, **variables):
        raise AssertionError(f"ran {command}")

    release = tmp_path / "os-release"
    release.write_text(DEBIAN_12, encoding="utf-8")
    monkeypatch.setattr(setup, "missing", lambda: ["openscad"])
    monkeypatch.setattr(setup, "run", no_run)
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
    assert "missing: openscad" in said
    assert "sudo apt-get install --no-install-recommends kicad" in said


def test_another_system_gets_nothing_installed_but_a_way_out(bare, monkeypatch, capsys):
    monkeypatch.setattr(setup.os, "geteuid", lambda: 0)
    bare.write_text(OTHERS[0], encoding="utf-8")
    assert setup.main() == 1
    said = capsys.readouterr().err
    assert "KiCad 6" in said
    assert "docker run" in said


def test_another_kicad_counts_as_missing(monkeypatch):
    class Done:
        returncode = 0
        stdout = "9.0.2\n"

    monkeypatch.setattr(setup.subprocess, "run", lambda *a, **k: Done())
    assert "KiCad 6 (here is 9.0.2)" in setup.missing()
    Done.stdout = "6.0.11+dfsg-1\n"
    assert not any("KiCad 6" in name for name in setup.missing())
