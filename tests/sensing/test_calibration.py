"""Zeros and gains, and the blob that keeps them."""

import pytest
from one_board import PROFILE

from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.storage.blobs import BlobError, pack


def measured() -> Calibration:
    """Each number another one, low and high bytes too."""
    calibration = Calibration(PROFILE)
    for cell in range(PROFILE.cells):
        calibration.zero[cell] = PROFILE.raw_middle - 2000 + 257 * cell
        calibration.gain[cell] = 700 + 23 * cell
    calibration.valid = True
    return calibration


def test_before_anything_is_measured() -> None:
    calibration = Calibration(PROFILE)
    assert set(calibration.zero) == {PROFILE.raw_middle}
    assert set(calibration.gain) == {GAIN_ONE} == {1024}
    assert not calibration.valid


def test_clear_goes_back_there() -> None:
    calibration = measured()
    calibration.clear()
    fresh = Calibration(PROFILE)
    assert (calibration.zero, calibration.gain) == (fresh.zero, fresh.gain)
    assert not calibration.valid


def test_a_blob_keeps_every_number() -> None:
    calibration = Calibration(PROFILE)
    calibration.from_blob(measured().to_blob())
    assert (calibration.zero, calibration.gain) == (measured().zero, measured().gain)
    assert calibration.valid


def test_a_blob_keeps_which_gains_are_still_to_be_asked_for() -> None:
    old = measured()
    old.missing[3] = old.missing[5] = 1
    calibration = Calibration(PROFILE)
    calibration.missing[0] = 1
    calibration.from_blob(old.to_blob())
    assert [cell for cell in range(PROFILE.cells) if calibration.missing[cell]] == [3, 5]
    assert (calibration.gain[3], calibration.gain[5]) == (GAIN_ONE, GAIN_ONE)
    assert calibration.gain[4] == measured().gain[4]
    calibration.clear()
    assert not any(calibration.missing)


def test_a_blob_for_other_cells_changes_nothing() -> None:
    for cells in (PROFILE.cells - 1, PROFILE.cells + 1):
        calibration = Calibration(PROFILE)
        with pytest.raises(BlobError, match=f"for {cells} cells, not {PROFILE.cells}"):
            calibration.from_blob(pack("C", 1, PROFILE.name, bytes(4 * cells)))
        assert not calibration.valid
        assert set(calibration.zero) == {PROFILE.raw_middle}


def test_a_blob_of_an_older_version_is_refused() -> None:
    with pytest.raises(BlobError):
        Calibration(PROFILE).from_blob(pack("C", 0, PROFILE.name, bytes(4 * PROFILE.cells)))
