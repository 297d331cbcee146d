"""Independent random streams from one seed, one for each thing that is random."""

import zlib

import numpy as np


def stream(seed: int, name: str) -> np.random.Generator:
    """A generator of its own for `name`: adding draws to one never shifts another."""
    words = np.random.SeedSequence(
        [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, zlib.crc32(name.encode())]
    )
    return np.random.Generator(np.random.PCG64(words))
