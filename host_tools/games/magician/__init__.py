"""Magician Chess on the computer."""
