"""The report: tables of what came of the cuts, and a picture."""

from collections.abc import Iterable, Mapping

from host_tools import ROOT
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.power import picture
from host_tools.lab.reliability.power.conditions import (
    CHIP,
    IN_BATCH,
    LITTLEFS,
    STORE,
    Condition,
    plan,
)
from host_tools.lab.reliability.power.counts import Counts
from host_tools.lab.reliability.power.kept import OUTCOMES
from host_tools.lab.reliability.power.littlefs_cuts import SHARES
from host_tools.lab.reliability.power.trying import BOOTS, WHOLE

PAGE = ROOT / "docs" / "measured" / "power.md"
Results = Mapping[Condition, Counts]


def write(results: Results, command: str) -> None:
    """Write the page, and its picture into `pictures` beside it."""
    pictures = {"power-outcomes": picture.draw(results)}
    report.write_page(PAGE, "What a power cut leaves", command, body(results), pictures)


def body(results: Results) -> str:
    """The page below its title."""
    shares = ", ".join(f"{100 * share:.0f} %" for share in SHARES)
    return f"""\
After each cut the board must start without complaint, with its settings as they were or as they
were to be, its zeros and gains whole, and the game at the last completed step or the one before.
What that is, the board has told on its line: it is compared with the last state said before the cut
and with the next one said in the run that was not cut.

{_conditions(results)}

*new*: what was being saved is there; *old*: what was there before it. *refused*: the board says
that it cannot read something. *lost*: a part is neither as it was nor as it was to be.

![What comes of a cut, by how much of a write was done](pictures/power-outcomes.svg)

## Every byte of every write

Hands use the simulated board as a script says, each game's `power.txt`: zeros, gains, settings, a
game with a step taken back, a resignation, another game, one that ends, zeros again. Every act of
the store is written down. Then the power fails before each act, after each byte of each write,
and once with all that was not flushed lost as a whole. The board is started on what is left, and
goes on with the game that it offers. On littlefs a file's contents change only when it is flushed
or closed; a file system without order may keep any first part of them. Both are tried. Cuts above
the number of those in the script are cut twice: again at an act of the start that follows.

{_phases(results, STORE)}

## Each command to the flash

The same acts on littlefs in the geometry of the board. Of each page that is programmed and each
sector that is erased {shares} are done when the power fails, and any share in cuts above
that number: the first bytes, or bits at random, and for an erase also the first bytes set to 0, as
flash chips begin an erase by programming all of the sector. The file system is then mounted and
read by the firmware's own code, and one more save is made on it and read back. A cell that
reads as 1 at one time and as 0 at another is not modelled.

{_phases(results, LITTLEFS)}

## Random cycles of the emulated chip

The official MicroPython and the firmware run on the emulated chip; its flash takes the typical
times of its data sheet (45 ms a sector, 0.4 ms a page). Each batch of {IN_BATCH} cuts is a session
of its own: zeros, a game with random steps, settings changed in it, a step taken back, resigned,
another one, zeros again. Of four cuts one is at any cycle of the session, one at any cycle at which
the flash is busy, and two within any one of its commands. What a cut leaves is what the commands
before it made, as the flash changes by these alone, and the one that it falls into as far as that
came. Each image of the flash is mounted and read as above; the firmware's files are compared after
one in {WHOLE}, and after {BOOTS} in a batch the chip itself starts and goes on with the game.

{_phases(results, CHIP)}"""


def _conditions(results: Results) -> str:
    rows = []
    for condition, planned in plan().items():
        counts = results.get(condition, Counts())
        outcomes = counts.outcomes()
        rows.append(
            [
                condition.kind,
                condition.game,
                f"{thousands(counts.cuts)} of {thousands(planned)}",
                f"{thousands(counts.single)} of {thousands(counts.every)}" if counts.every else "",
                thousands(counts.twice) if counts.twice else "",
                f"{100 * counts.in_write / counts.cuts:.0f} %" if counts.in_write else "",
                thousands(counts.booted) if counts.booted else "",
                *(thousands(outcomes[name]) for name in OUTCOMES),
            ]
        )
    titles = (
        "on",
        "game",
        "cuts",
        "of all there are",
        "cut twice",
        "within a write",
        "chip started",
    )
    return report.table([*titles, *OUTCOMES], rows)


def _phases(results: Results, kind: str) -> str:
    whole = Counts()
    for condition, counts in results.items():
        if condition.kind == kind:
            whole.add(counts)
    if not whole.cuts:
        return "Nothing has been run."
    rows = []
    for blob, phase in _keys(whole.seen):
        outcomes = whole.outcomes(blob, phase)
        cuts = thousands(sum(outcomes.values()))
        rows.append([blob or "nothing", phase, cuts, *(thousands(outcomes[o]) for o in OUTCOMES)])
    return report.table(["saved", "cut", "cuts", *OUTCOMES], rows)


def _keys(seen: Iterable[str]) -> list[tuple[str, str]]:
    found = set()
    for key in seen:
        blob, phase, _ = key.split("|")
        found.add((blob, phase))
    return sorted(found)
