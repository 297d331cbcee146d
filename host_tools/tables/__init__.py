"""The board's tables of flip tiles: learned, made from the solution, and proved against it."""

from host_tools.tables.command import add_arguments, run

__all__ = ["add_arguments", "run"]
