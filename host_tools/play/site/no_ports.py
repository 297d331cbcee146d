"""The ports of a browser, for pyserial's list of ports: pages are given one by who uses them."""


def comports(*_: object) -> list[object]:
    """None."""
    return []
