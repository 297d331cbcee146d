"""What a maker of boards, or of a release, runs."""
