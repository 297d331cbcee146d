"""Magician Chess on the computer: its help, and the notation of its published games."""
