"""Kinds of hostile input: how an input is made, and what reads it."""

import re
from random import Random
from typing import Any, NamedTuple, Protocol

from msgspec import field

from host_tools.lab.experiment import Tally


class Wrong(Exception):
    """Accepted although invalid, or refused without a reason; the text says which."""


class Made(NamedTuple):
    """One input. `sealed`: its checksums match, so that the code behind them is reached."""

    data: Any
    sealed: bool


class Kind(Protocol):
    """`read` returns "" for input that is valid and works, or the reason for its refusal. Any
    exception is a fault."""

    def make(self, source: Random) -> Made:
        """One damaged input."""

    def read(self, data: Any) -> str:
        """Read it as the board or the computer does, and use the result."""


def reason(error: Exception) -> str:
    """The text of a refusal. Raises Wrong if it is empty."""
    said = str(error)
    if not said.strip():
        raise Wrong(f"refused without a reason: {type(error).__name__}")
    return said


_MOST_REASONS = 40
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|b'.*|\d+|\([^)]*\)")
_LONGEST = 60
OTHERS = "others"


def short(reason: str) -> str:
    """A reason without the parts that vary from case to case."""
    plain = "".join(mark if " " <= mark <= "~" else "?" for mark in reason)
    return _QUOTED.sub("N", plain)[:_LONGEST].strip()


class Counts(Tally):
    """`sealed`: inputs with matching checksums. `reasons`: how often each was given. `blocks`: the
    largest growth of a batch, in allocated memory blocks. `faults`: the first, each with its batch
    and number."""

    LARGEST = ("blocks",)
    inputs: int = 0
    sealed: int = 0
    valid: int = 0
    refused: int = 0
    wrong: int = 0
    blocks: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, more: "Counts") -> None:
        """Add these counts; the rarer reasons are only counted together."""
        reasons = dict(self.reasons)
        super().add(more)
        self.reasons = reasons
        for said, times in more.reasons.items():
            self.refuse(said, times)

    def refuse(self, said: str, times: int = 1) -> None:
        """Count a reason this many times; the rarer ones are only counted together."""
        if said not in self.reasons and len(self.reasons) >= _MOST_REASONS:
            said = OTHERS
        self.reasons[said] = self.reasons.get(said, 0) + times

    def fault(self, said: str) -> None:
        """Count a failure."""
        self.wrong += 1
        if len(self.faults) < self.EXAMPLES:
            self.faults.append(said)
