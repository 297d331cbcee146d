"""What is measured of flip tiles: its search here, and its thinking on the emulated chip."""
