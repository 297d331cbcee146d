"""Exact values of any game of two players, from its rules alone: `steps`, `push`, `pop`, `key`."""
