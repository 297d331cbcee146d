"""Tests each promise very often. Each folder is one experiment: `conditions` has the plan and the
counts, `trial` runs one trial, `report` declares the experiment and makes its page."""
