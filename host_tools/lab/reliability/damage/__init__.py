"""Damage to anything that the flash of a board holds: whether it plays, or says what to do."""
