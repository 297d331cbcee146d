"""The levels of each game, weakest first: apart from the players, as a menu names the levels of
games that are not in memory."""

LEVELS = {
    "flip": ("novice", "easy", "medium", "hard", "expert", "perfect"),
    "xtic": ("trivial", "easy", "medium", "hard", "very-hard", "dont-try", "strongest"),
}

# Rows and columns of the boards that each game can be played on.
BOARDS = {
    "flip": ((4, 4),),
    "xtic": ((4, 4),),
}


def level_of(game: str, level: int) -> int:
    """The level of this game, for a number that may come from a game with more levels."""
    return min(level, len(LEVELS[game]) - 1)
