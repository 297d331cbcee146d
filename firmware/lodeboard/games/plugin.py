"""What the registry keeps of a game."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Row:
    """A game: how to make its rules, player, coach and painter. A player is made from what a
    port's `engine` gives for the game, where kernels that it does not offer are the plain ones,
    and from the port's way to open a table by name; a coach from the player, whose judge it
    borrows. `words` is the module with its sentences. `check` says what is wrong with the game's
    tables, as a sentence, as far as a glance at them tells; or nothing."""

    def __init__(
        self,
        game: "Any",
        player: "Any",
        coach: "Any",
        painter: "Any",
        words: "Any",
        check: "Any",
    ):
        self.game = game
        self.player = player
        self.coach = coach
        self.painter = painter
        self.words = words
        self.check = check
