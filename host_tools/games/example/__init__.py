"""Three in a row on a board of 4x4 cells."""

VARIANTS = (("", ((4, 4),)),)  # rule sets, here just one, with the boards (rows, columns) it is for
LEVELS = ("novice", "easy", "medium", "hard", "expert")  # weakest first
MEMORY_WORDS = 0  # 32-bit words that its player's arrays take
