"""Four Field Kono on the computer: its solution, and what it says of positions."""
