"""What is done about a game whose own code raises errors: it is left out until the next start. In a
board's memory only meanwhile."""

import sys

from lodeboard.games.catalogue import GAMES
from lodeboard.storage.fault_log import FaultLog, describe
from lodeboard.system.loader import failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port


def blame(error: Exception) -> str:
    """Leave out the game in whose own code this was raised, and return its name, or "". A lack of
    memory is no fault of the code that notices it."""
    text = describe(error).replace("/", ".")
    for game in GAMES:
        own = "lodeboard.games." + game + "." in text
        if own and game not in failed and not isinstance(error, MemoryError):
            failed.append(game)
            return game
    return ""


def leave_out(game: str, error: Exception, port: "Port", version: str) -> str:
    """Leave out a game that could not be imported, and log its traceback; a sentence. Raises the
    error if a file cannot be read or is not whole: then the other slot may start."""
    if isinstance(error, OSError) or "not whole" in str(error):
        raise error
    failed.append(game)
    report = getattr(sys, "print_exception", None)
    if report is not None:
        report(error)  # for whoever listens at the serial line
    try:
        FaultLog(port.store.store, version).add(describe(error), 0)
    except OSError:
        pass  # the App reports what is wrong with the store
    return f"The game {game} does not start: {type(error).__name__}: {error}"
