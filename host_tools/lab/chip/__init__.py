"""The firmware measured on the emulated chip, in cycles: `make bench-chip`."""
