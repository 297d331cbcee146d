"""Imports that last only as long as something uses what they bring."""

import sys


class unimport:
    """`with unimport():` forgets on leaving which modules were imported inside.

    An object of such a module works on; once there is none, the module's memory is free. The next
    import reads the module again. Modules of games stay, as the Loader knows which game is there;
    with `games` they go, too.
    """

    def __init__(self, games: bool = False) -> None:
        self._games = games

    def __enter__(self) -> None:
        self._known = sys.modules.copy()  # for the chip far quicker than a set

    def __exit__(self, *_: object) -> None:
        known = self._known
        if len(known) == len(sys.modules):
            return
        for name in list(sys.modules):
            if name in known or not name.startswith("lodeboard."):
                continue
            if self._games or not name.startswith("lodeboard.games."):
                del sys.modules[name]
                package, leaf = name.rsplit(".", 1)
                if package in sys.modules:
                    delattr(sys.modules[package], leaf)
