"""Builds: the firmware as a board gets it, kernels as machine code, all static checks."""
