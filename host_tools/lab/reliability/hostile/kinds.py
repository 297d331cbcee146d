"""What a kind of hostile input is: how one is made, and what reads it."""

import re
from random import Random
from typing import Any, NamedTuple, Protocol

from msgspec import field

from host_tools.lab.experiment import Tally


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


_MOST_REASONS = 40
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|b'.*|\d+|\([^)]*\)")
_LONGEST = 60
OTHERS = "others"


def short(reason: str) -> str:
    """A reason without what differs from case to case."""
    plain = "".join(mark if " " <= mark <= "~" else "?" for mark in reason)
    return _QUOTED.sub("N", plain)[:_LONGEST].strip()


class Counts(Tally):
    """`sealed`: inputs with checksums that fit. `reasons`: how often each was given. `blocks`: by
    how many pieces of memory the worst batch grew. `faults`: the first, each with its batch and
    number."""

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
        """Count these too; of reasons that are rare only the number is kept."""
        reasons = dict(self.reasons)
        super().add(more)
        self.reasons = reasons
        for said, times in more.reasons.items():
            self.refuse(said, times)

    def refuse(self, said: str, times: int = 1) -> None:
        """A reason was given so often; of the rare ones only the number is kept."""
        if said not in self.reasons and len(self.reasons) >= _MOST_REASONS:
            said = OTHERS
        self.reasons[said] = self.reasons.get(said, 0) + times

    def fault(self, said: str) -> None:
        """What may not happen."""
        self.wrong += 1
        if len(self.faults) < self.EXAMPLES:
            self.faults.append(said)
