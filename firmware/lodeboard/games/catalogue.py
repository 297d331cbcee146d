"""The levels of each game, weakest first: apart from the players, as a menu names the levels of
games that are not in memory."""

LEVELS = {
    "flip": ("novice", "easy", "medium", "hard", "expert", "perfect"),
    "xtic": ("trivial", "easy", "medium", "hard", "very-hard", "dont-try", "strongest"),
}


def level_of(game: str, level: int) -> int:
    """The level of this game, for a number that may come from a game with more levels."""
    return min(level, len(LEVELS[game]) - 1)
