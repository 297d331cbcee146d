"""Two boards that play each other: the first player sits at one, the second at the other.

Each board plays against "a friend elsewhere" (`link/link.py`), and this brings it what was moved on
the other. Where the moves differ, as after a move that was taken back, the board that changed last
is right. A board that starts again goes on from what it has stored, and gets what it has missed.

The games that both play are numbered. A board that begins a new game by itself gets the next
number, and the other board is set up for that game, too: at once, or after an end when it is
cleared.
"""

import threading
from collections.abc import Callable, Sequence
from functools import cache

from host_tools.board.messages import MenuItem, State
from host_tools.play.web.pair_side import Side, Tell, rest_of
from lodeboard.games.catalogue import GAMES
from lodeboard.system.loader import make_game

_NO_DICE = "Lap is played with dice, which each board would throw for itself: choose another game."


class Pair:
    """`told(sentence)` is called with what people at the terminal may want to know."""

    def __init__(self, tells: Sequence[Tell], told: Callable[[str], None]) -> None:
        self._sides = [Side(player, tell) for player, tell in enumerate(tells)]
        self._told = told
        self._lock = threading.RLock()
        self._over = self._ended = False
        self._refused = ""  # why the game chosen cannot be played

    def hear_menu(self, player: int, items: Sequence[MenuItem]) -> None:
        """The settings of a board: which games it can play."""
        names = next((item.values for item in items if item.field == "variant"), ())
        with self._lock:
            self._sides[player].variants = names

    def leave(self, player: int) -> None:
        """Somebody uses this board for something else. The next state is of its game again."""
        with self._lock:
            self._sides[player].leave()

    def hear(self, player: int, state: State) -> None:
        """A state of a board, with all moves; from any thread."""
        with self._lock:
            here, there = self._sides[player], self._sides[1 - player]
            changed = here.take(state)
            if changed:
                here.asked = there.asked = None
            if self._ended or not here.at_game:
                return
            if here.look() and here.game >= there.game:
                # What a board has lost is on the other, unless the game has ended there.
                lost = here.unsure and not there.over
                here.join(0 if lost else here.game + 1)
            here.unsure = False
            if here.game and here.settled and state.moves:
                here.give_back()
            if there.at_game:
                if self._same_game() and self._together():
                    self._follow(here, there, changed)
                self._tell_end(here)

    def end(self) -> None:
        """The next games are the boards' own again."""
        with self._lock:
            self._ended = True
            for side in self._sides:
                side.end()

    def _same_game(self) -> bool:
        """Make the second board change to the first one's game; True once it has."""
        first, second = self._sides
        assert first.state is not None
        assert second.state is not None
        game, rules = first.state.game, first.state.rules
        name = f"{game} ({rules})" if rules else game
        refused = ""
        if game in GAMES and _has_dice(game):
            refused = _NO_DICE
        elif (second.state.game, second.state.rules) != (game, rules):
            second.join(0)
            if name in second.variants:
                second.ask("variant", name, c="set", variant=second.variants.index(name))
                if second.state.moves:
                    second.tell({"c": "new"})
                return False
            refused = f"The second board cannot play {name}: choose another game."
        for side in self._sides if refused else ():
            side.join(0)
            if refused != self._refused:
                side.give_back()
        if refused and refused != self._refused:
            self._told(refused)
        self._refused = refused
        return not refused

    def _together(self) -> bool:
        """Make both play the latest game against a friend; True once they do."""
        latest = max(self._sides, key=lambda side: side.game)  # the first one's where it is equal
        number = max(latest.game, 1)
        for side in self._sides:
            same = side.start == latest.start and (side.game < 0 or side.moves == latest.moves)
            if side.plays and side.game < 1 and same:
                side.join(number)
            ended = side.over and side.game > 0  # is shown until it is cleared
            if not side.plays or (side.game < number and not ended):
                moves = [] if latest.over else latest.moves
                side.set_up(number + latest.over, latest.start, moves)
        return all(side.plays and side.game == number and side.settled for side in self._sides)

    def _follow(self, here: Side, there: Side, changed: bool) -> None:
        for side, other in ((here, there), (there, here)):
            if side.played is not None and side.moves == other.moves[: side.played[0]]:
                count, move = side.played
                if len(side.moves) == count and other.moves[count : count + 1] != [move]:
                    # It was taken back before the hands here had carried it out.
                    side.set_up(side.game, side.start, side.moves)
                    return
        for behind, ahead in ((here, there), (there, here)):
            count = len(behind.moves)
            if behind.moves == ahead.moves[:count] and count < len(ahead.moves):
                if behind.waits:
                    self._bring(behind, count, ahead.moves[count])
                elif behind.over and not ahead.over:
                    ahead.set_up(ahead.game + 1, ahead.start, [])  # the other has resigned
                return
        if here.moves != there.moves:
            if changed:
                same = [
                    one for one, other in zip(here.moves, there.moves, strict=False) if one == other
                ]
                there.set_up(there.game, there.start, same)
        elif here.over != there.over:
            side = there if here.over else here  # the other has resigned
            side.set_up(side.game + 1, side.start, [])

    @staticmethod
    def _bring(behind: Side, count: int, move: str) -> None:
        """The other's move, or what is left of it: after a power cut its first part may be made."""
        behind.played = count, move
        rest = rest_of(move, behind.half)
        if rest:
            behind.ask("play", count, c="play", move=rest)
        else:
            behind.set_up(behind.game, behind.start, behind.moves)

    def _tell_end(self, here: Side) -> None:
        if here.over and not self._over and here.state is not None:
            self._told(here.state.say)
            self._over = True
        elif not any(side.over for side in self._sides):
            self._over = False


@cache
def _has_dice(game: str) -> bool:
    return make_game(game).match == "rolling"
