"""Questions about flip tiles."""
