"""An empty list of ports for pyserial: in a browser the user gives a page access to a port."""


def comports(*_: object) -> list[object]:
    """The available ports: none."""
    return []
