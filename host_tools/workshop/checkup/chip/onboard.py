"""Python code that measures on the board, by its own clock. It does not play."""

# Starts the firmware like its loader, without the endless loop. The App's messages are printed.
START = """
import gc, time
import lodestart as _loader
gc.collect()
_slot = _loader.slots()[0]
_at = [time.ticks_us()]
_version = _loader.enter(_slot)
from lodeboard.system.start import Start
_begun = Start("/" + _slot, _version)
_at.append(time.ticks_us())
from lodeboard.system.app import App
port, profile = _begun._port, _begun._profile
_app = App(port, profile)
_now = port.clock.now_ms()
_app.tick(_now)
_at.append(time.ticks_us())
start = [time.ticks_diff(at, _at[0]) for at in _at[1:]]
"""

# Each leaves its values in a variable: in microseconds, one per run, unless noted otherwise.
MEASURES = """
from array import array
from machine import ADC, Pin, mem32
_HITS, _READS = 0x1400000C, 0x14000010
def _past():
    # Reads of the flash that its cache did not have; both counters stand still at the top.
    return mem32[_READS] - mem32[_HITS]
def _clear():
    mem32[_HITS] = mem32[_READS] = 0
def _times(act, count):
    times = []
    for _ in range(count):
        gc.collect()
        start = time.ticks_us()
        act()
        times.append(time.ticks_diff(time.ticks_us(), start))
    return times
def _ticks(count):
    # The App's time goes on tick by tick, however long the computer took between two pieces:
    # so what it does once after a while is always among the same ticks.
    global _now
    times = []
    _clear()
    for _ in range(count):
        _now += profile.tick_ms
        start = time.ticks_us()
        _app.tick(_now)
        times.append(time.ticks_diff(time.ticks_us(), start))
        port.sleep_until(port.clock.now_ms() + profile.tick_ms)
    return times, _past() // count
_raw = array('H', [0] * profile.cells)
_frame = bytearray(3 * profile.cells)
def _scan():
    port.sensors.read(_raw)
def _show():
    _frame[0] ^= 1
    port.lights.show(_frame)
def _save():
    port.store.save('measure', bytes(149))
def _noise(count):
    # The readings of the first cell, in sums of all conversions.
    found = []
    for _ in range(count):
        _scan()
        found.append(_raw[0])
    return found
"""
