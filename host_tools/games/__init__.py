"""What a computer does for single games: solve them, make their tables, compare levels."""
