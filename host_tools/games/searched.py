"""A game without exact values of its own."""

from collections.abc import Callable

from host_tools.games.contract import HostGame, Nothing, Search, go_on
from lodeboard.system.loader import make_game


class SearchedGame(HostGame):
    """A game that is searched as the board does it, if it is a game of tiles."""

    def open_search(self, rules: str, between: Callable[[], None] = go_on) -> Search:
        # What this imports, the site then loads when it is asked for.
        from host_tools.games.exact import Exact  # noqa: PLC0415
        from lodeboard.games.tiles import TileGame  # noqa: PLC0415

        game = make_game(self.name, rules)
        return Exact(game, between) if isinstance(game, TileGame) else Nothing()
