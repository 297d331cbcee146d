"""A board for the hands to move tiles on."""

from simulator.conftest import board, make_board, profile

__all__ = ["board", "make_board", "profile"]
