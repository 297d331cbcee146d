"""The files of the solution: where the tiers of a rule set lie, and opening them."""

from pathlib import Path

from host_tools.games.flip.solver.index import Tier
from host_tools.games.tiers import store
from host_tools.games.tiers.store import TierFile


def tier_path(folder: Path, rules: str, k: int) -> Path:
    """The path of the tier of k tiles."""
    return store.tier_path(folder, f"flip-{rules}", k)


def open_tier(folder: Path, rules: str, k: int) -> TierFile:
    """The tier of k tiles: scores of `kernel`, one signed byte a slot of `index`. StoreError."""
    return TierFile(tier_path(folder, rules, k), rules, k, Tier(k).slots)
