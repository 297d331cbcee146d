"""The same measurement as a checkup's, on the emulated chip."""
