"""Teeko on 4x4: four tiles each."""

VARIANTS = (("", ((4, 4),)),)
LEVELS = ("novice", "easy", "medium", "hard", "expert")
