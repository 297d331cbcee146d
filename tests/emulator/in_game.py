"""A board on the emulated chip, from power-on into a game."""

from host_tools.build import profiles
from host_tools.lab.chip.probe import Probe
from lodeboard.system.loader import make_game, playable

# An open file takes 1148 bytes in one piece; the longest line on the cable, the menu, takes 1.3 KB.
LEAST_PIECE = 1536


def in_game(name: str) -> Probe:
    """A board that has begun this game, under its first rule set."""
    profile = profiles.of_game(name)
    probe = Probe(profile=profile)
    # The first game of a board begins with an empty one, or asks for its tiles.
    first = make_game(*playable(profile)[0])
    codes = bytearray(profile.cells)
    first.expected(codes)
    probe.calibrate("restore" if any(codes) else "place")
    variant = [game for game, _ in playable(profile)].index(name)
    probe.send(c="set", variant=variant)
    probe.wait(phase="match", game=name, limit_ms=20_000)
    return probe
