"""What a maker runs: so far, what is handed out of a version."""
