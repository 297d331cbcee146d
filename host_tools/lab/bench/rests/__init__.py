"""How the board reads a tile released anywhere over the plate."""
