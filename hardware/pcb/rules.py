"""The board's minimum copper dimensions in millimetres, by KiCad's names."""

from hardware.pcb.router import DRILL, VIA

SIGNAL_WIDTH = 0.25
LEAST = {
    "min_clearance": 0.2,
    "min_copper_edge_clearance": 0.5,
    "min_hole_to_hole": 0.5,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.2,
    "min_via_diameter": 0.6,
}

__all__ = ["DRILL", "LEAST", "SIGNAL_WIDTH", "VIA"]
