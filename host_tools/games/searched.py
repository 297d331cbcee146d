"""A game without exact values of its own."""

from collections.abc import Callable

from host_tools import FIRMWARE
from host_tools.games.contract import Command, HostGame, Nothing, Search, Solution, go_on
from host_tools.jobs.cache import solution_folder
from lodeboard.system.loader import make_game


class SearchedGame(HostGame):
    """A game that is searched as the board does it, if it is a game of tiles. `lodeboard solve`
    solves it by its rules, if it is small."""

    def solve(self) -> Command:
        from host_tools.games.retrograde.command import SolveAny  # noqa: PLC0415

        return SolveAny(self.name)

    def tables(self) -> Command | None:
        if (FIRMWARE / "lodeboard" / "games" / self.name).is_dir():
            return None  # tables are for games from outside
        from host_tools.games.retrograde.table_command import SolvedTables  # noqa: PLC0415

        return SolvedTables(self.name)

    def open_solution(self, rules: str) -> Solution | None:
        name = "-".join(filter(None, (self.name, rules)))
        # What reads a solution is not for a browser, which has none.
        if not (solution_folder() / f"{name}.values").exists():
            return None
        from host_tools.games.retrograde.solution import open_values  # noqa: PLC0415

        return open_values(make_game(self.name, rules))

    def how_to_know(self, rules: str) -> str:
        named = f" --rules {rules}" if rules else ""
        known = "values" if make_game(self.name, rules).match != "rolling" else "chances of winning"
        return f"`lodeboard solve {self.name}{named}` computes all {known}, if the game is small"

    def how_to_repair(self, rules: str) -> str:
        named = f" --rules {rules}" if rules else ""
        return f"`lodeboard solve {self.name}{named}` makes it again"

    def open_search(self, rules: str, between: Callable[[], None] = go_on) -> Search:
        # What this imports, the site then loads when it is asked for.
        from host_tools.games.exact import Exact  # noqa: PLC0415
        from lodeboard.games.tiles import TileGame  # noqa: PLC0415

        game = make_game(self.name, rules)
        # With chance a position has an expectation, and no value that is sure.
        if isinstance(game, TileGame) and game.match != "rolling":
            return Exact(game, between)
        return Nothing()
