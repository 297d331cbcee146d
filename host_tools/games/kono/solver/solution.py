"""Reads the solution of Four Field Kono."""

from pathlib import Path

from host_tools.games.contract import Outcome
from host_tools.games.kono.solver.compute import NAME
from host_tools.games.kono.solver.index import TIERS, slot_of, tier_of
from host_tools.games.tiers.store import TierFile, TierFiles, tier_path
from host_tools.jobs.cache import solution_folder
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, Game
from lodeboard.games.kono.rules import Kono


def open_tier(folder: Path, k: int) -> TierFile:
    """The tier of k tiles: scores of `kernel`, one byte a slot of `index`. StoreError."""
    return TierFile(tier_path(folder, NAME, k), NAME, k, tier_of(k).slots)


def outcome(score: int) -> Outcome:
    """A score as WIN, LOSE or TIE, and turns to the end (0 for a tie)."""
    if score == 0:
        return TIE, 0
    return (LOSE if score & 1 else WIN), score - 1


class KonoSolution:
    """The exact solution, open for reading. Raises StoreError if a tier is missing or damaged."""

    def __init__(self, where: Path) -> None:
        self._files = TierFiles(lambda k: open_tier(where, k))

    def close(self) -> None:
        self._files.close()

    def score(self, own: int, theirs: int) -> int:
        """The score of a position for the player to act, who has the tiles `own`."""
        taken = own | theirs
        return self._files.score(taken.bit_count(), slot_of(taken, own)) & 255

    # As a solver of `lodeboard analyse`

    def settles(self, game: Game) -> bool:
        return True

    def value(self, game: Game) -> Outcome | None:
        """The outcome of the position, regardless of its history."""
        if not isinstance(game, Kono):
            raise ValueError("this solution is of Four Field Kono")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        return outcome(self.score(game.tiles(game.turn), game.tiles(1 - game.turn)))

    glimpse = value


def whole_solution(folder: Path | None = None) -> KonoSolution | None:
    """The solution; None if it is not complete."""
    where = folder or solution_folder()
    if all(tier_path(where, NAME, k).exists() for k in TIERS):
        return KonoSolution(where)
    return None
