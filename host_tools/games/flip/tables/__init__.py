"""The board's tables: made from what was solved and learned, and proved against it."""

from host_tools.cli.tables import add_arguments, run

__all__ = ["add_arguments", "run"]
