"""The kinds of board that `lodeboard play` offers; the chosen game decides which one is in play."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from host_tools.build import profiles
from host_tools.jobs.command import complain
from host_tools.play.web.datadir import PlayError, board_directory
from lodeboard.boards.profile import Profile

RECORDED = (
    "Other games need another board: start lodeboard play without --record to choose them here."
)
ON_CHIP = "Other games need another board: start lodeboard play without --on to choose them here."
ON_CABLE = "A real board plays only the games it is made for."
TAKEN = "the other board is in play in another window: go on there"


class Kinds:
    """Boards of one seed, played one at a time, each in its own folder, locked against other
    programs. `only`: why there is just one, as a sentence."""

    def __init__(self, seed: int, only: str = "") -> None:
        self.only = only
        self._seed = seed
        self._chosen: tuple[Profile, Path, ExitStack] | None = None

    def others(self, name: str) -> Mapping[str, Sequence[str]]:
        """The boards that can replace the one of this name, each with its variants."""
        return {} if self.only else profiles.others(name)

    def choose(self, name: str) -> None:
        """Select the board of this name as the next one. Of two choices at once the first counts.
        Raises PlayError if another program plays on it."""
        if self._chosen is not None:
            return
        with ExitStack() as held:
            directory = held.enter_context(board_directory(f"{name}-{self._seed}"))
            self._chosen = profiles.profile(name), directory, held.pop_all()

    def change(self, name: str) -> str | None:
        """The same for a page; returns the reason if it is not possible."""
        try:
            self.choose(name)
        except PlayError as error:
            complain("play", error)
            return TAKEN
        return None

    def chosen(self) -> Iterator[tuple[Profile, Path]]:
        """Yield the boards as they are chosen, each with its folder."""
        while self._chosen is not None:
            profile, directory, held = self._chosen
            self._chosen = None
            with held:
                yield profile, directory
