"""A board of small pieces from one panel: strips of two cells, a head for the Pico, and one for the
buttons, joined by cables. Its circuit is that of the 4x4 board."""
