"""Measurements: simulator and search here; in `chip`, the firmware on the emulated chip."""
