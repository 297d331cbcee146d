"""Learns what the search of flip tiles orders its moves by: `python -m` this package.

A move is scored by the position it leads to, seen by the player who has just moved: the sum of
one small weight for each of the kernel's 33 patterns (lodeboard.games.flip.tables). `layout`
says which weights are the same one; `collect` finds nodes that searches really visit, and with
`tree` what the search of each of their moves costs; `fit` makes the expected work small; `train`
is the whole recipe. `traps` learns the second set, how often the other player's answers to a
move are mistakes.

The weights that come of it are kept in host_tools/games/flip/tables/weights, and the tables are
made from those: training again gives the same bytes on the same computer, but exp and the
compiler may differ on
another, and with them a weight or two.
"""
