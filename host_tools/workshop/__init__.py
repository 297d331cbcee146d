"""Tools for makers of boards and of releases."""
