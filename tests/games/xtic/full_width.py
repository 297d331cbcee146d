"""What xtic's levels look at, once more: every step of every player up to a horizon, from the
plain reading of the rules. No cut-offs, no masks, nothing shared with the firmware."""

from games.xtic.plain_xtic import moves, verdict


def value(text, rules, placements, known):
    """Value within this many placements: 1 won, -1 lost, 0 neither, for the player to act."""
    key = text, placements
    if key not in known:
        said = verdict(text, rules)
        if said == "undecided" and placements:
            known[key] = max(values(text, rules, placements, known).values())
        else:
            known[key] = -1 if said == "lose" else 0
    return known[key]


def values(text, rules, placements, known):
    """The value of every step, by its text."""
    return {
        # Giving passes the turn and places nothing.
        move: -value(after, rules, placements, known)
        if move[0] == "="
        else value(after, rules, placements - 1, known)
        for move, after in moves(text, rules).items()
    }


def best_steps(text, rules, placements):
    """The best steps: the fastest win, or the slowest loss. Without a placement to look at, all."""
    known = {}
    kept = list(moves(text, rules))
    for ahead in range(1, placements + 1):
        found = values(text, rules, ahead, known)
        won = [move for move in kept if found[move] == 1]
        if won:
            return won
        holding = [move for move in kept if found[move] == 0]
        if not holding:
            return kept
        kept = holding
    return kept
