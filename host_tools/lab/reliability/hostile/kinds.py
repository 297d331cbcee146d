"""What a kind of hostile input is: how one is made, and what reads it."""

from random import Random
from typing import Any, NamedTuple, Protocol


class Wrong(Exception):
    """Taken for valid though it is not, or refused without a reason; the text says what."""


class Made(NamedTuple):
    """One input. `sealed`: it has checksums that fit, so that what lies behind them is reached."""

    data: Any
    sealed: bool


class Kind(Protocol):
    """`read` gives "" for what was valid, and works; the reason for what was refused. Whatever
    it raises is a fault."""

    def make(self, source: Random) -> Made:
        """One damaged input."""

    def read(self, data: Any) -> str:
        """Read it as the board or the computer does, and use what was read."""


def reason(error: Exception) -> str:
    """What a refusal says. Wrong where it says nothing."""
    said = str(error)
    if not said.strip():
        raise Wrong(f"refused without a reason: {type(error).__name__}")
    return said
