"""The interface through which a board moves its hands on."""

from typing import Protocol


class Mover(Protocol):
    """Moves tiles of the board's world a little at every tick."""

    def advance(self, dt_ms: float) -> None:
        """Move on by `dt_ms`."""

    def reseed(self, seed: int) -> None:
        """Use the inaccuracies of this seed from now on."""
