"""What the board makes of a tile that is let go anywhere over the plate."""
