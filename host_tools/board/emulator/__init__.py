"""A board around an emulated RP2040 that runs the official MicroPython."""
