"""The levels of each game, weakest first: apart from the players, as a menu names the levels of
games that are not in memory."""

LEVELS = {"flip": ("novice", "easy", "medium", "hard", "expert", "perfect")}
