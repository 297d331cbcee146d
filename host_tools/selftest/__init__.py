"""`lodeboard selftest`: looks at every part of a board and says what is the matter with it."""

from host_tools.cli.selftest import add_arguments, run

__all__ = ["add_arguments", "run"]
