"""What a player runs: the command line, the page on this computer, and the page as files."""
