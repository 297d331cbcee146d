"""The board's circuit, generated from the firmware's data."""

import os

# No symbol library is used, but SKiDL warns of each version's that it cannot find.
for _version in ("", "6", "7", "8", "9", "10"):
    os.environ.setdefault(f"KICAD{_version}_SYMBOL_DIR", "/usr/share/kicad/symbols")
