"""A game's record as a board sent it, compared with the rules."""

from host_tools.board.messages import State
from lodeboard.games.contract import VERDICTS, GameError
from lodeboard.system.loader import make_game


def judged(name: str, rules: str, state: State) -> tuple[str, list[str]]:
    """Return the verdict by the rules, and what is wrong: an illegal move, another end, another
    position."""
    game = make_game(name, rules)
    try:
        game.load(state.start)
        for move in state.moves or ():
            for step in game.parse_move(move):
                game.push(step)
    except GameError as error:
        return "illegal", [f"not legal: {error}, {state.moves}"]
    verdict = VERDICTS[game.verdict()]
    if verdict != state.result or game.text() != state.position:
        what = f"{state.result} at {state.position}, by the rules {verdict}"
        return verdict, [f"{what} at {game.text()}"]
    return verdict, []
