"""What a game may use of the machine. Each port has one, since only it knows the machine."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Memory


class Budget:
    """think_evals: leaf evaluations per tick of thinking; changes with the processor's clock.
    memory: of large arrays; None: their users allocate them. game_words: limit for a game's
    arrays, in 32-bit words; None: no limit. levels: how many levels (weakest first) are quick
    enough; None: all.
    """

    def __init__(
        self,
        think_evals: int,
        memory: "Memory | None" = None,
        game_words: "int | None" = None,
        levels: "int | None" = None,
    ):
        self.think_evals = think_evals
        self.memory = memory
        self.game_words = game_words
        self.levels = levels
