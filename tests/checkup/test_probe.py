"""What is asked of a board over a cable, and what lies on its flash."""

import hashlib

import pytest
from bench import PROFILE

from host_tools.build.layout import Manifest
from host_tools.workshop.checkup.onboard import flash_check
from host_tools.workshop.checkup.probe import DeviceProbe, ProbeError


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("(None, \"no module named 'lodeboard'\")\r\n", "lodeboard flash"),
        ("('tile9x9', '')\r\n", "that board calls itself tile9x9"),
        ("garbage\r\n", "answered nonsense"),
    ],
)
def test_a_board_that_cannot_be_asked(answer, message):
    with pytest.raises(ProbeError, match=message):
        DeviceProbe(lambda source: answer, PROFILE)


def table(folder, name, data, digits=None):
    total = hashlib.sha256(data).hexdigest()[:8] if digits is None else digits
    (folder / f"{name}.{total}.bin").write_bytes(data)


def test_tables_are_held_against_the_hash_in_their_name(tmp_path):
    table(tmp_path, "sound", b"a table" * 300)
    table(tmp_path, "damaged", b"another", "00000000")
    (tmp_path / "readme.txt").write_text("no table")
    assert flash_check.damaged_tables(str(tmp_path)) == ["damaged.00000000.bin"]
    assert flash_check.damaged_tables(str(tmp_path / "nowhere")) == []


def test_the_digest_of_a_file(tmp_path):
    data = bytes(range(256)) * 9
    (tmp_path / "file").write_bytes(data)
    assert flash_check.digest(str(tmp_path / "file")) == hashlib.sha256(data).hexdigest()
    assert flash_check.digest(str(tmp_path / "none")) == ""


def test_a_slot_is_held_against_its_manifest(tmp_path):
    files = {"packs/core.00.bin": b"core", "packs/flip.00.bin": b"flip", "tables/t.00.bin": b"t"}
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    sums = {f"{tmp_path}/{path}": hashlib.sha256(data).hexdigest() for path, data in files.items()}
    slot = str(tmp_path / "a").lstrip("/")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/manifest").write_bytes(Manifest("1.2.3", sums, PROFILE.name).encode())
    assert flash_check.damaged_files(slot) == []
    (tmp_path / "packs/core.00.bin").write_bytes(b"care")
    (tmp_path / "packs/flip.00.bin").unlink()
    assert flash_check.damaged_files(slot) == [
        f"{tmp_path}/packs/core.00.bin",
        f"{tmp_path}/packs/flip.00.bin",
    ]
    (tmp_path / "a/manifest").unlink()
    with pytest.raises(OSError, match="manifest"):
        flash_check.damaged_files(slot)
