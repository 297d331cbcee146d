"""The page as a board serves it to a phone, without a computer: one file for the board's flash."""

from host_tools.play.onboard.table import page_table

__all__ = ["page_table"]
