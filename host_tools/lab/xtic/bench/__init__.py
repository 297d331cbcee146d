"""What is measured of xtic: its thinking on the emulated chip."""
