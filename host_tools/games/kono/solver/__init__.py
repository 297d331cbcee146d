"""The exact solution of Four Field Kono: every arrangement's value and remoteness, on disk."""
