"""What is measured of Magician Chess: its thinking on the emulated chip."""
