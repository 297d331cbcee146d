"""The limits of the filter: those of a board's profile, in raw counts."""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.sensing import layout

# Rows down and columns right of a cell: those at its sides, then those at its corners.
_AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, 1), (1, -1))


def state(profile: Profile) -> "array[int]":
    """The filter's state before the first scan, with the profile's limits in raw counts."""
    state = array("i", [0] * (layout.RECORDS + profile.cells * layout.RECORD))
    limits = profile.sensing
    raw = profile.raw
    state[layout.CELLS] = profile.cells
    state[layout.FIRST] = 1
    state[layout.EMPTY_LIMIT] = raw(limits["empty_mv"])
    state[layout.FAR_LOW], state[layout.FAR_HIGH] = [raw(mv) for mv in limits["far_mv"]]
    state[layout.NEAR_LOW], state[layout.NEAR_HIGH] = [raw(mv) for mv in limits["near_mv"]]
    state[layout.HYSTERESIS] = raw(limits["hysteresis_mv"])
    state[layout.STILL] = raw(limits["still_mv"]) // 2
    state[layout.DEBOUNCE_MS] = limits["debounce_ms"]
    state[layout.FAR_DEBOUNCE_MS] = limits["far_debounce_ms"]
    state[layout.UNCLEAR_MS] = limits["unclear_ms"]
    state[layout.JUMP] = raw(limits["jump_mv"])
    state[layout.STEADY] = raw(limits["steady_mv"])
    state[layout.SETTLE_MS] = limits["settle_ms"]
    state[layout.SHIFT] = raw(limits["shift_mv"])
    state[layout.TRACE] = raw(limits["trace_mv"])
    state[layout.TRACE_ALONE] = raw(limits["trace_alone_mv"])
    state[layout.TRACE_MS] = limits["trace_ms"]
    state[layout.DRIFT_STEP_MS] = limits["drift_ms_per_mv"] // 16
    state[layout.DRIFT_STEP] = raw(1)  # of 1/16 raw: one millivolt in sixteen steps
    state[layout.DRIFT_LIMIT] = raw(limits["drift_limit_mv"]) * 16
    state[layout.DRIFT_WINDOW] = raw(limits["drift_window_mv"])
    pitch = profile.pitch_mm
    state[layout.NEAR_STRAIGHT] = raw(profile.crosstalk_mv(True, pitch))
    state[layout.NEAR_DIAGONAL] = raw(profile.crosstalk_mv(True, pitch * 1.4142))
    state[layout.FAR_STRAIGHT] = raw(profile.crosstalk_mv(False, pitch))
    state[layout.FAR_DIAGONAL] = raw(profile.crosstalk_mv(False, pitch * 1.4142))
    state[layout.STRONG] = raw(profile.signal_mv(True))
    state[layout.FAR_SHARE] = int(1024 * profile.signal_mv(False) / profile.signal_mv(True))
    state[layout.GAIN_AIM] = limits["gain_aim_percent"]
    for cell in range(profile.cells):
        row, column = divmod(cell, profile.columns)
        offset = layout.RECORDS + cell * layout.RECORD
        state[offset + layout.LOBE] = layout.HELD
        offset += layout.AROUND
        for down, right in _AROUND:
            inside = 0 <= row + down < profile.rows and 0 <= column + right < profile.columns
            state[offset] = cell + down * profile.columns + right if inside else -1
            offset += 1
    return state
