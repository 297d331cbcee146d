"""Whole games, each compared with the rules as the host knows them, and the memory that they leave.

The board is a part of the condition: simulated with a careless hand, emulated and played in one
boot, or at a serial port.
"""
