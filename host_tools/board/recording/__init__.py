"""What a board read and did, written down, and done again."""
