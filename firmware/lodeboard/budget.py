"""How much of its machine a game may take."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Memory


class Budget:
    """evals: leaf evaluations in a tick. memory: for large arrays; None: who needs them makes
    them. words: the most 32-bit words that a game's arrays may take, None for any number. levels:
    how many levels of play, weakest first, are quick enough, None for all."""

    def __init__(
        self,
        evals: int,
        memory: "Memory | None" = None,
        words: "int | None" = None,
        levels: "int | None" = None,
    ):
        self.evals = evals
        self.memory = memory
        self.words = words
        self.levels = levels
