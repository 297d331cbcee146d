"""CircuitPython's modules that the port uses, on MicroPython's `machine`: only to run the firmware
as on CircuitPython, in bytecode, where its memory can be examined."""

FILES = {
    "analogio.py": """
import machine

class AnalogIn:
    def __init__(self, pin):
        self._adc = machine.ADC(pin)

    @property
    def value(self):
        return self._adc.read_u16()
""",
    "digitalio.py": """
import machine

class Pull:
    UP = machine.Pin.PULL_UP

class DigitalInOut:
    def __init__(self, pin):
        self._number = pin

    def switch_to_output(self, value=False):
        self._pin = machine.Pin(self._number, machine.Pin.OUT, value=value)

    def switch_to_input(self, pull=None):
        self._pin = machine.Pin(self._number, machine.Pin.IN, pull)

    @property
    def value(self):
        return bool(self._pin.value())

    @value.setter
    def value(self, high):
        self._pin.value(high)
""",
    "microcontroller.py": """
from time import sleep_us as delay_us

class pin:
    pass

for number in range(30):
    setattr(pin, "GPIO%d" % number, number)
""",
    "neopixel.py": """
class NeoPixel:
    def __init__(self, pin, count, auto_write, pixel_order):
        self._bytes = bytearray(3 * count)

    def __setitem__(self, at, colour):
        self._bytes[3 * at : 3 * at + 3] = bytes(colour)

    def show(self):
        pass
""",
    "pwmio.py": """
class PWMOut:
    def __init__(self, pin, frequency, duty_cycle, variable_frequency):
        self.frequency = frequency
        self.duty_cycle = duty_cycle
""",
    "storage.py": """
class getmount:
    def __init__(self, path):
        self.readonly = False
""",
    "supervisor.py": """
from machine import reset as reload
""",
    "time.py": """
from utime import *

def monotonic_ns():
    return ticks_us() * 1000
""",
    "usb_cdc.py": """
import select
import sys

class _Console:
    connected = True
    write_timeout = None

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    @property
    def in_waiting(self):
        return len(self._poll.poll(0))

    def read(self, size):
        return sys.stdin.buffer.read(size)

    def write(self, data):
        sys.stdout.buffer.write(data)

console = _Console()
""",
}
