"""What moves on with a board: its hands, without the board knowing what hands are."""

from typing import Protocol


class Mover(Protocol):
    """Moves tiles of the board's world, a little at every tick."""

    def advance(self, dt_ms: float) -> None:
        """Move on by one tick of the board."""

    def reseed(self, seed: int) -> None:
        """Be as inaccurate from now on as this seed has it."""
