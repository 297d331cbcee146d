"""Blinka's check for packages that a board's hardware needs, and that pip can install: in a browser
there are none."""


def install_missing_platform_dependencies(_detector: object) -> None:
    """Do nothing."""
