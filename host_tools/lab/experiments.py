"""The experiments of the laboratory: the question of each, and the page with its answer.

An experiment is a module, imported only on request. It has either the declaration `EXPERIMENT`, or
`main(words) -> int`, its own command line that returns the exit status.
"""

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from host_tools import ROOT
from host_tools.lab import run
from host_tools.lab.experiment import AnyExperiment

MEASURED = ROOT / "docs" / "measured"
_DAY = re.compile(r"Measured on (\d{4}-\d\d-\d\d) with")


@dataclass(frozen=True)
class Experiment:
    """`module`: in this package, and what it `declared`; `question`: what it answers; `pages`: of
    docs/measured, without suffix; `counts`: whether --status shows its progress."""

    module: str
    question: str
    pages: tuple[str, ...] = ()
    counts: bool = False
    declared: str = "EXPERIMENT"

    def main(self, words: list[str]) -> int:
        """Run it. Raises ModuleNotFoundError if a required package is missing."""
        module = import_module(f"host_tools.lab.{self.module}")
        if hasattr(module, self.declared):
            if "--status" in words:
                print(self.state())
            return run.main(self.declaration(), self.question, words)
        status: int = module.main(words)
        return status

    def declaration(self) -> AnyExperiment:
        """The module's declaration."""
        module = import_module(f"host_tools.lab.{self.module}")
        declared: AnyExperiment = getattr(module, self.declared)
        return declared

    def state(self) -> str:
        """When its pages were written, one per line."""
        return "\n".join(_written(MEASURED / f"{page}.md") for page in self.pages) or "no page"


def _written(page: Path) -> str:
    name = f"docs/measured/{page.name}"
    try:
        found = _DAY.search(page.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return f"{name} is not written"
    return f"{name} of {found[1]}" if found else f"{name}, undated"


def _declared(module: str, question: str, page: str, name: str = "EXPERIMENT") -> Experiment:
    """An experiment that its module declares under this name."""
    return Experiment(module, question, (page,), True, name)


#: By name, in listing order.
EXPERIMENTS = {
    "bench": _declared("bench.speeds", "how fast are page, simulator and searches here?", "bench"),
    "bench-chip": _declared("chip.board", "how many cycles does the firmware take?", "bench-chip"),
    "bench-chip-flip": _declared(
        "chip.games", "how long does the chip think at flip tiles?", "bench-chip-flip", "FLIP"
    ),
    "bench-chip-xtic": _declared(
        "chip.games", "how long does the chip think at xtic?", "bench-chip-xtic", "XTIC"
    ),
    "bench-chip-magician": _declared(
        "chip.games", "how long at Magician Chess?", "bench-chip-magician", "MAGICIAN"
    ),
    "rests": _declared("bench.rests.run", "what does a tile read, wherever it lies?", "rests"),
    "site": _declared("site", "how soon can one play on the site?", "site"),
    "pictures": Experiment("pictures", "what does the page look like?"),
    "sensing": _declared(
        "reliability.sensing.report", "how often is the sensing wrong?", "sensing"
    ),
    "hands": _declared("reliability.hands.report", "does a careless hand get stuck?", "hands"),
    "games": _declared("reliability.games.report", "do whole games end as they should?", "games"),
    "power": _declared("reliability.power.report", "what does a power cut leave?", "power"),
    "hostile": _declared("reliability.hostile.report", "what does hostile input do?", "hostile"),
    "damage": _declared("reliability.damage.report", "what does a damaged flash do?", "damage"),
    "mutate": Experiment(
        "mutate.run", "which changes of the code do the tests notice?", ("mutants",), counts=True
    ),
    "flip-levels": _declared("flip.ladder", "how do flip tiles' levels compare?", "flip-levels"),
    "flip-early": Experiment("flip.early", "are the early values that ship those of the solution?"),
    "xtic-levels": _declared("xtic.ladder", "how do xtic's levels compare?", "xtic-levels"),
    "xtic-errata": _declared(
        "xtic.errata", "where does the search err after xtic's book?", "xtic-errata"
    ),
    "levels-given-away": _declared(
        "given_away", "how often do the levels give a value away?", "levels-given-away"
    ),
    "kono-solution": _declared(
        "kono.report", "what does Kono's solution look like?", "kono-solution"
    ),
    "magician-levels": _declared(
        "magician.ladder", "how do Magician Chess's levels compare?", "magician-levels"
    ),
    "magician-learn": Experiment("magician.learn", "which weights fit the engine's own games?"),
}
