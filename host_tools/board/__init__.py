"""What tools ask of any board, whether simulated, emulated or on a cable."""
