"""What needs KiCad's Python is collected only there: `make verify-hardware` runs it."""

import importlib.util

KICADS = ("bom", "circuit", "pcb", "print", "schematic")
missing = importlib.util.find_spec("skidl") is None or importlib.util.find_spec("pcbnew") is None
collect_ignore = [f"test_{name}.py" for name in KICADS] if missing else []
