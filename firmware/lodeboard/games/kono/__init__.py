"""Four Field Kono."""
