"""A firmware of a few lines with a fast start. Before and after its first scan it does everything
that a restored start must bring back: lights, tones, files, timers, pins."""

from one_board import DATA, PROFILE

_PINS = DATA["pins"]


def files(says: str = "", before_ms: int = 33) -> dict[str, bytes]:
    """What lies on the board; `says`: one line of the firmware, so long before its first look."""
    main = _MAIN.replace("SAYS", f"print({says!r})" if says else "")
    return {"main.py": main.replace("BEFORE_MS", str(before_ms)).encode()}


_MAIN = f"""
import os, time
if "data" not in os.listdir():
    os.mkdir("data")
with open("data/made.blob", "w") as file:
    file.write("made")
from machine import ADC, PWM, Pin, Timer
from neopixel import NeoPixel

chain = NeoPixel(Pin({_PINS["leds"]}), {PROFILE.cells})
chain[3] = (1, 2, 3)
chain.write()
beeper = PWM(Pin({_PINS["beeper"][0]}))
beeper.freq(440)
beeper.duty_u16(0x8000)
time.sleep_ms(70)
beeper.duty_u16(0)
SAYS
select = Pin({_PINS["mux_select"][0]}, Pin.OUT)
select(1)
ticked = 0
def tick(timer):
    global ticked
    ticked += 1
timer = Timer(period=13, callback=tick)
time.sleep_ms(BEFORE_MS)
adc = ADC({_PINS["adc"]})
while True:
    read = adc.read_u16()
    chain[0] = (read & 255, read >> 8, ticked & 255)
    chain.write()
    print(read, ticked)
    time.sleep_ms(7)
"""
