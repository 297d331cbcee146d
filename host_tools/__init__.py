"""The computer's side of the Lodeboard: world, tools and page."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # of the project
FIRMWARE = ROOT / "firmware"

# Our matrices are small: NumPy's own threads would only wait for one another, and more so
# on a busy machine. Must be said before NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
