"""Lets the board write to its own drive, unless the left button is held down at power-on.

CircuitPython's drive has one writer at a time: the board, which keeps zeros, settings and the
unfinished game there, or the computer, for copying a firmware onto it.
"""

import digitalio
import microcontroller
import storage

from lodeboard.boards.this import DATA

number = DATA["pins"]["buttons"][0]
left = digitalio.DigitalInOut(getattr(microcontroller.pin, f"GPIO{number}"))
left.switch_to_input(digitalio.Pull.UP)
if left.value:
    storage.remount("/", readonly=False)
left.deinit()
