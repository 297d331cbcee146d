"""The firmware measured on the emulated chip, in cycles at 125 MHz: `make bench-chip`."""
