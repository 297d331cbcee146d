"""`lodeboard scenario`: runs files of what hands do and what lights and beeper answer."""

from host_tools.cli.scenario import add_arguments, run

__all__ = ["add_arguments", "run"]
