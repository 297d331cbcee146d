"""What is known of positions and of whole games, for the command line and the page."""
