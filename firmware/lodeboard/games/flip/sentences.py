"""What the board says of flip tiles."""


class FlipSentences:
    """What to do, in a sentence, and how the game ended."""

    THING = "tile"
    TOO_EARLY = "First flip a tile of your opponent's: take your own tile away again for now."

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """The sentence for lift (before a flip), put (the tile in the hand) or place."""
        if ask == "lift":
            if asked:
                return who + ": lift the tile that knocks in white."
            return who + ": flip one of the opponent's tiles; those that breathe may move."
        if ask == "put":
            if asked:
                return "Turn it over and set it down on the cell that asks for it."
            return (
                "Turn it over and set it down on a blinking cell, or put it back to choose another."
            )
        if asked:
            return (
                who + ": place its tile there. A rising light: up side. A falling light: down side."
            )
        return who + ": place a tile of your own on any glowing cell, either side up."

    def ended(self) -> str:
        """Nothing: the lights tell."""
        return ""
