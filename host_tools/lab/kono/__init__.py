"""Questions about Four Field Kono."""
