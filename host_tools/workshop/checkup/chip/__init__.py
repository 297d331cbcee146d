"""The chip of a board measured by its own clock, and compared with the emulated chip."""
