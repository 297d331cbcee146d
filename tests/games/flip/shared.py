"""What tests of shared parts need of flip tiles."""

# Rules and position of each way in which a game ends.
ENDS = (("magic", "1_UUU-ddu---------"), ("magic", "1_UUUdudd---U-----"))
