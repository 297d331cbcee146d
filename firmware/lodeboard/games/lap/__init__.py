"""Lap: a race round the rim with a die of light. See docs/player/lap.md."""
