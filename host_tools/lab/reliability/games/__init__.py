"""Whole games by a careless hand on a noisy board: every game, rule set, level and kind of game.

Each is compared with the rules as the host knows them; memory is measured after each game of a
board that is not switched off between them.
"""
