"""A board put through everything in order, from a self-test to a soak, with one report."""
