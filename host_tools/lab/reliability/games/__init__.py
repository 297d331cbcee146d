"""Whole games, each compared with the host's rules, and the memory they leave. The board is part of
the condition: simulated with a careless hand, emulated and played in one boot, or at a serial
port."""
