"""A first board, put through everything in order by one command, with one report."""
