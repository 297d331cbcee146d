"""The circuit of the board, from the firmware's own data."""

import os

# No symbol library is read, but SKiDL warns of every version's that it does not find.
for _version in ("", "6", "7", "8", "9", "10"):
    os.environ.setdefault(f"KICAD{_version}_SYMBOL_DIR", "/usr/share/kicad/symbols")
