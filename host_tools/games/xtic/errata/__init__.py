"""The errata of the opening books of xtic: the files, and how they are read."""
