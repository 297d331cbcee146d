"""MicroPython code that a self-test sends to the board and runs there, beside the firmware."""
