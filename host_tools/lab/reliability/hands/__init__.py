"""Whether a board can reach a state from which its lights do not lead back.

A burst is a few random acts of a careless hand (`acts`) in a scene (`scenes`); then a hand that
follows the lights (`host_tools.board.hands.returning`) must return to the game. The `umpire` reads
the firmware's state and reports whether the game is still the same.
"""
