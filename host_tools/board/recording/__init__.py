"""Recordings of what a board read and did, and their replay."""
