"""The page of the board in a browser: its server, and everything that a page can ask for."""
