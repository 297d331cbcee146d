"""Analysis of positions and whole games, for the command line and the page."""
