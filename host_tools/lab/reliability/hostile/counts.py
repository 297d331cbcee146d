"""What is counted of hostile inputs, added up."""

import re

from msgspec import Struct, field

EXAMPLES = 20
_MOST_REASONS = 40
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|b'.*|\d+|\([^)]*\)")
_LONGEST = 60
OTHERS = "others"


def short(reason: str) -> str:
    """A reason without what differs from case to case."""
    plain = "".join(mark if " " <= mark <= "~" else "?" for mark in reason)
    return _QUOTED.sub("N", plain)[:_LONGEST].strip()


class Counts(Struct, forbid_unknown_fields=True):
    """`sealed`: inputs with checksums that fit. `reasons`: how often each was given. `blocks`: by
    how many pieces of memory the worst batch grew. `faults`: the first, each with its batch and
    number."""

    inputs: int = 0
    sealed: int = 0
    valid: int = 0
    refused: int = 0
    wrong: int = 0
    blocks: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    faults: list[str] = []

    @property
    def units(self) -> int:
        return self.inputs

    def add(self, more: "Counts") -> None:
        """Count these too."""
        self.inputs += more.inputs
        self.sealed += more.sealed
        self.valid += more.valid
        self.refused += more.refused
        self.wrong += more.wrong
        self.blocks = max(self.blocks, more.blocks)
        for said, times in more.reasons.items():
            self.refuse(said, times)
        self.faults = [*self.faults, *more.faults][:EXAMPLES]

    def refuse(self, said: str, times: int = 1) -> None:
        """A reason was given so often; of the rare ones only the number is kept."""
        if said not in self.reasons and len(self.reasons) >= _MOST_REASONS:
            said = OTHERS
        self.reasons[said] = self.reasons.get(said, 0) + times

    def fault(self, said: str) -> None:
        """What may not happen."""
        self.wrong += 1
        if len(self.faults) < EXAMPLES:
            self.faults.append(said)
