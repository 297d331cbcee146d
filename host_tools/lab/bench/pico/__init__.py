"""A first Pico, bare or on its board, measured and compared with the emulated chip."""
