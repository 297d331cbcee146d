"""Makes the opening book of xtic from a file of facts and its errata, the same bit for bit every
time."""

from collections.abc import Callable
from pathlib import Path

from host_tools.games.table_files import SUFFIX, TABLES
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.book import guaranteed, strategies
from host_tools.games.xtic.tables.pack import Answers, written

#: Most bytes of a book without its errata: eleven blocks of the board's flash.
LIMIT = 45_000


def book_path(rules: str, folder: Path = TABLES) -> Path:
    """The path of the book of a rule set."""
    return folder / f"xtic-{rules}{SUFFIX}"


def read_facts(rules: str, proofs: Path = store.PROOFS) -> store.Facts | None:
    """The facts that a book is built from; None if there are none. Raises StoreError."""
    try:
        return store.read(rules, store.facts_path(rules, proofs))
    except FileNotFoundError:
        return None


def proved(facts: store.Facts) -> bool:
    """Whether there are facts to build a book from."""
    return any(guaranteed(facts, player) for player in (0, 1))


def build(
    facts: store.Facts, errata: Answers, say: Callable[[str], None], limit: int = LIMIT
) -> bytes:
    """The book of a rule set with its errata, for as many pieces on the board as fit into `limit`
    bytes without them. Something must be `proved`."""
    found = strategies(facts, say)
    while len(written(facts.rules, found, {})) > limit:
        # What takes most room is a player's last level.
        max(found, key=lambda each: len(each.levels[-1]) if each.levels else 0).levels.pop()
    return written(facts.rules, found, errata)
