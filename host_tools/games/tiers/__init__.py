"""Exact solutions on a 4 x 4 board, tier by tier: symmetries, solving, files, progress."""
