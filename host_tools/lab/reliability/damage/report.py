"""The report: what became of boards with a damaged flash."""

from collections.abc import Mapping

from host_tools.jobs import report
from host_tools.jobs.budgets import done_of, thousands
from host_tools.lab.experiment import Experiment
from host_tools.lab.reliability.damage import trial
from host_tools.lab.reliability.damage.trial import BYTE, CUT, OUTCOMES, Condition, Counts

_TITLES = {BYTE: "a byte of the file system changed", CUT: "a file cut off"}


def body(results: Mapping[Condition, Counts]) -> str:
    """The page below its title."""
    rows = []
    for condition, planned in trial.plan().items():
        counts = results.get(condition, Counts())
        tried = done_of(counts.trials, planned)
        became = [thousands(counts.outcomes.get(outcome, 0)) for outcome in OUTCOMES]
        rows.append([_TITLES[condition.name], tried, *became, thousands(counts.lost)])
    table = report.table(["damage", "tried", *OUTCOMES, "lost"], rows)
    faults = "\n".join(f"- {each}" for counts in results.values() for each in counts.faults)
    return f"""\
The emulated chip starts from a damaged flash: a byte changed anywhere in the blocks that the file
system uses, or a file cut off at any byte. The board has a firmware in each slot, which share all
packs but one, and an interrupted game. MicroPython itself, which has no checksum, stays whole.

*Plays*: it comes to the interrupted game or to another scene in which one can go on; *plays and
says*: with a message about the damage. *Says*: it ends at the prompt with what to do
(`lodeboard flash`). *Prompt*: MicroPython's prompt without that, as of a damaged `main.py` that
does not compile. *Mute*: neither within {trial.STARTED_MS // 1000} s. *Lost*: stored data that
could be read before the start cannot be read after it.

{table}

{faults or "No board was mute, and nothing whole was lost."}"""


def said(_: Condition, counts: Counts) -> str:
    """The outcomes."""
    found = [f"{counts.outcomes.get(outcome, 0)} {outcome}" for outcome in OUTCOMES]
    return ", ".join([*found, f"{counts.lost} lost"])


EXPERIMENT = Experiment(
    name="damage",
    unit="boards",
    tally=Counts,
    in_batch=trial.IN_BATCH,
    plan=trial.plan,
    trial=trial.try_batch,
    said=said,
    faults=lambda _, counts: counts.faults,
    title="What a damaged flash does",
    body=body,
)
