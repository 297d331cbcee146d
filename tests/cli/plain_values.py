"""Values of late positions of flip tiles by looking at everything, with the plain rules."""

from games.flip import plain_flip

OPPOSITE = {"win": "lose", "lose": "win", "tie": "tie"}


class PlainValues:
    """`outcome(text)` is the value for the player to act and the turns to the end."""

    def __init__(self, rules):
        self.rules = rules
        self.known = {}

    def outcome(self, text):
        if text not in self.known:
            self.known[text] = self._look(text)
        return self.known[text]

    def after_moves(self, text):
        """Each legal move, and its value for the player who makes it."""
        children = plain_flip.moves(text, self.rules)
        return {move: OPPOSITE[self.outcome(child)[0]] for move, child in children.items()}

    def _look(self, text):
        children = plain_flip.moves(text, self.rules).values()
        if not children:
            return plain_flip.verdict(text, self.rules), 0
        outcomes = [self.outcome(child) for child in children]
        lost = [turns for value, turns in outcomes if value == "lose"]
        if lost:
            return "win", 1 + min(lost)
        if any(value == "tie" for value, _ in outcomes):
            return "tie", None
        return "lose", 1 + max(turns for _, turns in outcomes)
