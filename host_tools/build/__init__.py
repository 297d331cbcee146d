"""Builds: the firmware for boards, kernels as machine code, all static checks."""
