"""Measurements of the simulator and the searches on this computer. Those on the emulated chip are
in `lab.chip`."""
