"""Positions of Four Field Kono to try things on."""

import random


def random_position(seed, most=8, least=0):
    """Any arrangement: so many tiles of each player, at least and at most."""
    dice = random.Random(seed)
    own, theirs = dice.randint(least, most), dice.randint(least, most)
    cells = ["x"] * own + ["o"] * theirs
    cells += ["-"] * (16 - len(cells))
    dice.shuffle(cells)
    return dice.choice("12") + "_" + "".join(cells[:16])
