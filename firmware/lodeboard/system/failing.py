"""Disables a game whose own code raises errors until the next start. In memory only while
needed."""

import sys

from lodeboard.games.catalogue import GAMES
from lodeboard.storage.fault_log import FaultLog, describe
from lodeboard.system.loader import failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port


def blame(error: Exception) -> str:
    """Disable the game whose code raised this error; return its name, or "". A MemoryError is not
    blamed on a game."""
    text = describe(error).replace("/", ".")
    for game in GAMES:
        own = "lodeboard.games." + game + "." in text
        if own and game not in failed and not isinstance(error, MemoryError):
            failed.append(game)
            return game
    return ""


def leave_out(game: str, error: Exception, port: "Port", version: str, last: bool) -> str:
    """Disable a game that could not be imported, log the traceback and return a sentence. Unless
    `last`, raises the error again if a file is unreadable or damaged, so that the other slot can
    start."""
    if not last and (isinstance(error, OSError) or "not whole" in str(error)):
        raise error
    failed.append(game)
    report = getattr(sys, "print_exception", None)
    if report is not None:
        report(error)  # for a listener on the serial line
    try:
        FaultLog(port.store.store, version).add(describe(error), 0)
    except OSError:
        pass  # the App reports faults of the store
    return f"The game {game} does not start: {type(error).__name__}: {error}"
