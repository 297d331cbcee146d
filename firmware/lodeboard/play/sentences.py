"""The sentences that the board sends to listeners (a page, a log, a screen reader)."""

from lodeboard.games.contract import TIE, WIN

_WRONG = (
    "",
    "Turn that tile over: it is on the right cell, but the wrong side is up.",
    "Move the tile to a cell that is lit for it: it may not go there.",
    "Take that tile away: it is not the one that belongs there.",
    "Put the tiles back as the lights show, one at a time: too many have moved.",
    "",  # TOO_EARLY: each game has its own text
    "Put that tile back as it was: it may not be lifted now.",
    "Set the tile down flat, or take it away: the board cannot tell what lies there.",
    "Lift the tile that lies between two cells, and set it down in one of the lit ones.",
    "Set up the board as the lights show: lift tiles that flash white; where a light rises or"
    " falls, put a tile of its colour.",
)
THINKING = "The board is thinking."
WAITING = "Your friend is to move: open the link with the move."
MISSING = "Set down the tile that lies in no cell: on a lit cell, or back where it was."


def wrong(reason: int, thing: str) -> str:
    """Return what is wrong for a reason of the guide; `thing` is the game's word for a tile."""
    return _WRONG[reason].replace("tile", thing)


def who(turn: int, machine: int) -> str:
    """Return the form of address for the player to act."""
    if (machine >> turn) & 1:
        if machine > 3:
            return "Your friend's turn"
        return "The board's turn" if machine < 3 else "The board plays " + _player(turn)
    if machine == 0:
        return _player(turn)[0].upper() + _player(turn)[1:]
    return "Your turn"


def _player(turn: int) -> str:
    return "the second player" if turn else "the first player"


def end(verdict: int, turn: int, machine: int, resigned: int, how: str) -> str:
    """Return the sentence for the end of a game. `resigned`: see Ending. `how` follows the result:
    how it ended, or ""."""
    if verdict == TIE:
        return "The game is a draw" + how + ". Clear the board for a new one."
    winner = turn if verdict == WIN else 1 - turn
    if machine and machine != 3:
        rival = "Your friend" if machine > 3 else "The board"
        result = rival + " wins" if (machine >> winner) & 1 else "You win"
    else:
        result = _player(winner)[0].upper() + _player(winner)[1:] + " wins"
    if resigned:
        how = " on time" if resigned > 1 else " by resignation"
    return result + how + ". Clear the board for a new game."
