"""python -m hardware.circuit: check the circuit and write its netlist (build/hardware/)."""

import sys

from hardware.circuit.build import build


def main() -> int:
    errors, warnings = build()
    return 1 if errors or warnings else 0


if __name__ == "__main__":
    sys.exit(main())
