"""Whether a board can be brought into a state that its lights do not lead out of.

A burst is a few random acts of a careless hand (`acts`) in a scene (`scenes`); then a hand that
follows the lights (`host_tools.board.hands.returning`) has to come back into the game. The
`umpire` looks behind the lights: it says whether the game is as it was.
"""
