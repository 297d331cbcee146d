"""Questions about Magician Chess."""
