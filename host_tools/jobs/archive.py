"""Reproducible zip files: the same contents give the same bytes."""

import zipfile
from collections.abc import Mapping
from io import BytesIO

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date in a zip
_MODE = 0o100644 << 16  # readable by everybody when unpacked


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files, path to contents."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            about = zipfile.ZipInfo(name, _EPOCH)
            about.external_attr = _MODE
            about.create_system = 3  # Unix, to which these modes belong, on any system
            archive.writestr(about, files[name], zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
