"""The radio of a Pico 2 W, in place of `radio`. Its driver is MicroPython's."""

RADIO = 1
