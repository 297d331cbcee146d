"""Questions about xtic."""
