"""Positions of flip tiles that the emulated chip thinks about."""

from host_tools.lab.chip.thinking import ChipGame, Condition, Timed, trial
from host_tools.lab.flip.positions import arrangements, sample

BOOKED = 7  # tile count up to which the last level decides positions with its book
POSITIONS = 32  # for each rule set and level, at least
PERFECT = 320  # ... for the last level
MANY = 5000


def tiles(text: str) -> int:
    """The number of tiles on the board."""
    return sum(letter in "UDud" for letter in text)


def positions(rules: str, level: int) -> list[str]:
    """From games. For the last level: any arrangement with the right number of tiles, including
    those that no game reaches."""
    if level == GAME.strongest:
        return [one.text for one in arrangements(rules, PERFECT, "thinking")]
    return [one.text for one in sample(rules, POSITIONS, "thinking")]


def many(rules: str, level: int) -> list[str]:
    """Arrangements for the last level."""
    return [
        one.text
        for one in (arrangements(rules, MANY, "thinking") if level == GAME.strongest else [])
    ]


GAME = ChipGame(
    "flip",
    positions,
    many,
    opens="2_-----dU-u-----DD",
    work="player.search.evals",
    unit="evaluations",
    kernel="lodeboard/games/flip/search_kernel.mpy",
)


def try_game(condition: Condition, _: int) -> Timed:
    """Time a condition."""
    return trial(GAME, condition)
