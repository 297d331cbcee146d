"""The stored form of a calibration: a blob of zeros, then gains, 16 bits each, low byte first.

A gain that a new board still has to ask for is 0. This module is in a board's memory only while a
calibration is loaded or saved.
"""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.storage.blobs import BlobError, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.sensing.calibration import Calibration

_VERSION = 1


def to_blob(calibration: "Calibration", profile: Profile) -> bytes:
    """The calibration as a blob for the store."""
    # Numbers on the chip are little-endian, as on other computers.
    gain = array("H", calibration.gain)
    for cell in range(len(gain)):
        if calibration.missing[cell]:
            gain[cell] = 0
    return pack("C", _VERSION, profile.name, bytes(calibration.zero) + bytes(gain))


def from_blob(calibration: "Calibration", profile: Profile, data: bytes) -> None:
    """Load a stored calibration. Raises BlobError, leaving this one unchanged."""
    payload = unpack(data, "C", _VERSION, profile.name)
    cells = profile.cells
    if len(payload) != 4 * cells:
        raise BlobError(f"for {len(payload) // 4} cells, not {cells}")
    numbers = array("H", payload)
    # The same limit as in a calibration.
    far = profile.raw(profile.sensing["zero_magnet_mv"][1])
    low, high = [percent * GAIN_ONE // 100 for percent in profile.sensing["gain_percent"]]
    for cell in range(cells):
        gain = numbers[cells + cell] or GAIN_ONE
        if abs(numbers[cell] - profile.raw_middle) > far or not low <= gain <= high:
            raise BlobError(f"zero or gain of {profile.cell_name(cell)} out of range")
    for cell in range(cells):
        gain = numbers[cells + cell]
        calibration.zero[cell] = numbers[cell]
        calibration.gain[cell] = gain or GAIN_ONE
        calibration.missing[cell] = 0 if gain else 1
    calibration.valid = True
