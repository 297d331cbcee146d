"""The table for perfect play of Four Field Kono: built from the solution, and proved."""
